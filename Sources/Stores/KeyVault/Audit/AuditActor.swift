/// The author of a change, for the audit chain.
public struct AuditActor: Sendable, Hashable {
    /// The actor's name in the audit chain.
    public var name: String

    /// The id of the request that asked for the change; nil if there was none.
    public var requestID: String?

    /// Torii itself, for scheduled changes and those at the start.
    public static let torii = AuditActor(name: "torii")

    /// A person at the machine's command line.
    public static let commandLine = AuditActor(name: "command-line")

    /// Makes an actor.
    public init(name: String, requestID: String? = nil) {
        self.name = name
        self.requestID = requestID
    }
}
