/// The age up to which a tool's cached output may replace a call, and the callers that may receive it.
public struct ToolCachePolicy: Sendable, Hashable {
    /// The callers that may receive another call's output.
    public enum Scope: String, Sendable, Hashable {
        /// All callers: the output is about nobody in particular.
        case shared
        /// Only calls of the same conversation, or of the same client if there is no conversation.
        case `private`
    }

    /// The age up to which an output may be reused; zero for never.
    public let timeToLive: Duration
    /// The callers that may receive it.
    public let scope: Scope

    /// No output is reused.
    public static let none = ToolCachePolicy(timeToLive: .zero, scope: .private)

    /// The output is the same for all callers.
    public static func shared(for timeToLive: Duration) -> ToolCachePolicy {
        ToolCachePolicy(timeToLive: timeToLive, scope: .shared)
    }

    /// The output is only for the caller and conversation that asked for it.
    public static func `private`(for timeToLive: Duration) -> ToolCachePolicy {
        ToolCachePolicy(timeToLive: timeToLive, scope: .private)
    }
}
