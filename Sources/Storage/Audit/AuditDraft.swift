public import FoundationEssentials

/// What an audit row will say: who did what to which object, when, and what became of it.
///
/// No field may hold a secret.
public struct AuditDraft: Sendable, Equatable {
    /// Who did it, such as `admin:<id>`, `client:<id>`, `command-line` or `torii`.
    public var actor: String

    /// What was done, such as `key.add` or `rotation.activate`.
    public var action: String

    /// What it was done to, such as `openai/keys/<id>`.
    public var object: String

    /// What became of it, such as `done`, `refused` or `failed`, with a reason after a colon where there is one.
    public var outcome: String

    /// When it was done.
    public var time: Date

    /// The request that asked for it; nil for what Torii does by itself.
    public var requestID: String?

    /// Makes a draft.
    public init(
        actor: String,
        action: String,
        object: String,
        outcome: String,
        time: Date,
        requestID: String? = nil
    ) {
        self.actor = actor
        self.action = action
        self.object = object
        self.outcome = outcome
        self.time = time
        self.requestID = requestID
    }
}
