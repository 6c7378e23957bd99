#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// A client as the admin endpoint describes it: everything but the text of its tokens.
public struct WireClient: WireElement {
    /// A token of a client, without its text.
    public struct Token: WireValue {
        /// The id.
        public var id: String
        /// The last four characters.
        public var lastFour: String?
        /// The time at which it was issued.
        public var createdAt: Date
        /// The time from which it is refused; `nil` for never.
        public var expiresAt: Date?

        /// Makes a description.
        public init(id: String, lastFour: String?, createdAt: Date, expiresAt: Date?) {
            self.id = id
            self.lastFour = lastFour
            self.createdAt = createdAt
            self.expiresAt = expiresAt
        }

        /// Reads a token.
        ///
        /// - Throws: ``WireError`` with every field that is missing or of another type.
        public init(jsonValue: JSONValue) throws(WireError) {
            var fields = try RequestFields(open: jsonValue)
            id = fields.requiredString("id")
            lastFour = fields.string("last_four")
            createdAt = fields.requiredDate("created_at")
            expiresAt = fields.date("expires_at")
            try fields.check()
        }

        /// The token as JSON.
        public var jsonValue: JSONValue {
            [
                "id": .string(id), "last_four": .text(lastFour), "created_at": .time(createdAt),
                "expires_at": .time(expiresAt),
            ]
        }
    }

    /// `clients`.
    public static var listName: String { "clients" }

    /// The id.
    public var id: String
    /// A name for people.
    public var name: String
    /// The scopes, such as `chat` or `tools:*`.
    public var scopes: [String]
    /// The limits.
    public var limits: WireClientLimits
    /// The currency of limits in money; `nil` without such limits, and if the server does not name it.
    public var currency: String?
    /// The instructions for models that its turns have in place of the server's: `none` or a text; `nil` for the server's.
    public var instructions: String?
    /// The time from which all its tokens are refused; `nil` for never.
    public var expiresAt: Date?
    /// The time at which it was revoked; `nil` for a client that was not.
    public var revokedAt: Date?
    /// The time at which it was created.
    public var createdAt: Date
    /// The time of its last change.
    public var changedAt: Date
    /// The tokens, in the order in which they were issued.
    public var tokens: [Token]

    /// Makes a description.
    public init(
        id: String,
        name: String,
        scopes: [String],
        limits: WireClientLimits,
        currency: String? = nil,
        instructions: String? = nil,
        expiresAt: Date?,
        revokedAt: Date?,
        createdAt: Date,
        changedAt: Date,
        tokens: [Token]
    ) {
        self.id = id
        self.name = name
        self.scopes = scopes
        self.limits = limits
        self.currency = currency
        self.instructions = instructions
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
        self.createdAt = createdAt
        self.changedAt = changedAt
        self.tokens = tokens
    }

    /// Reads a client.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        id = fields.requiredString("id")
        name = fields.requiredString("name")
        scopes = fields.requiredStrings("scopes")
        expiresAt = fields.date("expires_at")
        revokedAt = fields.date("revoked_at")
        createdAt = fields.requiredDate("created_at")
        changedAt = fields.requiredDate("changed_at")
        tokens = fields.requiredValues("tokens")
        currency = fields.string("currency")
        instructions = fields.string("instructions")
        limits = try fields.requiredValue("limits")
        try fields.check()
    }

    /// The client as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = [
            "id": .string(id),
            "name": .string(name),
            "scopes": .texts(scopes),
            "limits": limits.jsonValue,
            "expires_at": .time(expiresAt),
            "revoked_at": .time(revokedAt),
            "created_at": .time(createdAt),
            "changed_at": .time(changedAt),
            "tokens": .array(tokens.map(\.jsonValue)),
        ]
        if let currency { object["currency"] = .string(currency) }
        if let instructions { object["instructions"] = .string(instructions) }
        return .object(object)
    }
}
