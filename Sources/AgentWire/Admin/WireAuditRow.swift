public import StreamingJSON

/// A row of the audit chain.
public struct WireAuditRow: WireValue {
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
        self.id = id
        self.time = time
        self.actor = actor
        self.action = action
        self.object = object
        self.outcome = outcome
        self.requestID = requestID
        self.previousHash = previousHash
        self.hash = hash
    }

    /// Reads a row.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        id = fields.requiredInteger("id")
        time = fields.requiredString("time")
        actor = fields.requiredString("actor")
        action = fields.requiredString("action")
        object = fields.requiredString("object")
        outcome = fields.requiredString("outcome")
        requestID = fields.string("request_id")
        previousHash = fields.requiredString("previous_hash")
        hash = fields.requiredString("hash")
        try fields.check()
    }

    /// The row as JSON, with its members in alphabetical order, as an export has them.
    public var jsonValue: JSONValue {
        var object: JSONObject = [
            "action": .string(action), "actor": .string(actor), "hash": .string(hash), "id": .integer(id),
            "object": .string(self.object), "outcome": .string(outcome), "previous_hash": .string(previousHash),
        ]
        if let requestID { object["request_id"] = .string(requestID) }
        object["time"] = .string(time)
        return .object(object)
    }
}
