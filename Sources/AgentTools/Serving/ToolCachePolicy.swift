/// For how long, and to whom, a tool's output may be given again in the place of a call.
public struct ToolCachePolicy: Sendable, Hashable {
    /// Who may be given an output that another call has brought.
    public enum Scope: String, Sendable, Hashable {
        /// Everybody: the output says nothing about anybody.
        case shared
        /// Only calls of the same conversation, or, without one, of the same client.
        case `private`
    }

    /// How old an output may be; zero for one that is never given again.
    public let timeToLive: Duration
    /// To whom it may be given.
    public let scope: Scope

    /// Every call is made.
    public static let none = ToolCachePolicy(timeToLive: .zero, scope: .private)

    /// The output is the same for everybody.
    public static func shared(for timeToLive: Duration) -> ToolCachePolicy {
        ToolCachePolicy(timeToLive: timeToLive, scope: .shared)
    }

    /// The output is for those who asked.
    public static func `private`(for timeToLive: Duration) -> ToolCachePolicy {
        ToolCachePolicy(timeToLive: timeToLive, scope: .private)
    }
}
