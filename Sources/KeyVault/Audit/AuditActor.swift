/// Who asks for a change, for the audit chain.
public struct AuditActor: Sendable, Hashable {
    /// The name under which the audit chain knows the actor.
    public var name: String

    /// The request that asked; nil where there was none.
    public var requestID: String?

    /// Torii itself: what it does by a schedule or at its start.
    public static let torii = AuditActor(name: "torii")

    /// Someone at the machine's command line.
    public static let commandLine = AuditActor(name: "command-line")

    /// Names an actor.
    public init(name: String, requestID: String? = nil) {
        self.name = name
        self.requestID = requestID
    }
}
