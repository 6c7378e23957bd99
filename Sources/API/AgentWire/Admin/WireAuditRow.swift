/// A row of the audit chain.
public struct WireAuditRow: WireRecord {
    /// The place in the chain, counted from 1.
    public var id: Int
    /// The time in the form of RFC 3339 with milliseconds.
    public var time: String
    /// The actor, such as `command-line`.
    public var actor: String
    /// The action, such as `client.create`.
    public var action: String
    /// The object of the action, such as `clients/…`.
    public var object: String
    /// The outcome.
    public var outcome: String
    /// The id of the HTTP request; `nil` for an action that was not requested over HTTP.
    public var requestID: String?
    /// The hash of the row before, in hexadecimal digits.
    public var previousHash: String
    /// The hash of this row, in hexadecimal digits.
    public var hash: String

    /// Makes a row.
    public init(
        id: Int,
        time: String,
        actor: String,
        action: String,
        object: String,
        outcome: String,
        requestID: String?,
        previousHash: String,
        hash: String
    ) {
        (self.id, self.time, self.actor, self.action, self.object) = (id, time, actor, action, object)
        (self.outcome, self.requestID, self.previousHash, self.hash) = (outcome, requestID, previousHash, hash)
    }

    package static let fields: Fields<Self> = Fields(
        named: "AuditRow",
        last: ["actor", "hash", "id", "object", "outcome", "previous_hash", "request_id", "time"],
        Self.init,
        .always("id", \.id),
        .always("time", \.time, as: .time()),
        .always("actor", \.actor),
        .always("action", \.action),
        .always("object", \.object),
        .always("outcome", \.outcome),
        .maybe("request_id", \.requestID),
        .always("previous_hash", \.previousHash),
        .always("hash", \.hash)
    )
}
