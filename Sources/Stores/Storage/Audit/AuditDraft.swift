public import FoundationEssentials

/// The content of an audit row: the actor, the action, the object, the outcome and the time.
///
/// No field may hold a secret.
public struct AuditDraft: Sendable, Equatable {
    /// The actor, such as `admin:<id>`, `client:<id>`, `command-line` or `torii`.
    public var actor: String

    /// The action, such as `key.add` or `rotation.activate`.
    public var action: String

    /// The object of the action, such as `openai/keys/<id>`.
    public var object: String

    /// The outcome, such as `done`, `refused` or `failed`, with a reason after a colon if there is one.
    public var outcome: String

    /// The time of the action.
    public var time: Date

    /// The id of the request that caused the action; `nil` for what Torii does by itself.
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
