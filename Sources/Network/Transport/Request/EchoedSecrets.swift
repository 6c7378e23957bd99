import Synchronization

/// The secrets that a task used, which must be in nothing that it returns.
///
/// A body is searched as it arrives. What is made of it may still have a secret whose halves were joined, or between whose characters
/// something was removed, so the caller of a tool searches the finished text for the secrets of all its requests.
public final class EchoedSecrets: Sendable {
    /// The secrets of the current task and its child tasks; `nil` if no caller needs them.
    @TaskLocal public static var current: EchoedSecrets?

    private let searches = Mutex<[SecretEcho]>([])

    /// Makes an empty collection.
    public init() {}

    /// Whether no secret was used so far.
    public var isEmpty: Bool { searches.withLock(\.isEmpty) }

    /// Adds the secrets of a request.
    public func add(_ echo: SecretEcho) {
        searches.withLock { known in
            // A request for each page has the same key.
            if !known.contains(where: { $0.covers(echo) }) { known.append(echo) }
        }
    }

    /// Returns a text without the secrets.
    public func removing(from text: String) -> String {
        searches.withLock { $0 }.reduce(text) { $1.removing(from: $0) }
    }
}
