#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// Who a page acts for, and what it may use: the response of `GET /v1/session` and `GET /admin/session`.
public struct WireSession: WireValue {
    /// A model that can answer now.
    public struct Model: WireValue {
        /// The name for requests.
        public var name: String
        /// Whether it answers requests that name no model.
        public var isDefault: Bool

        /// Makes a model.
        public init(name: String, isDefault: Bool) { (self.name, self.isDefault) = (name, isDefault) }

        /// Reads a model.
        ///
        /// - Throws: ``WireError`` with every field that is missing or of another type.
        public init(jsonValue: JSONValue) throws(WireError) {
            var fields = try RequestFields(open: jsonValue)
            name = fields.requiredString("name")
            isDefault = fields.bool("default") ?? false
            try fields.check()
        }

        /// The model as JSON.
        public var jsonValue: JSONValue { ["name": .string(name), "default": .bool(isDefault)] }
    }

    /// A limit of the client.
    public struct Limit: WireValue {
        /// The limit's name, such as `tokens-per-day`.
        public var name: String
        /// The size of the limit; money in millionths.
        public var quota: Int
        /// What is neither spent nor reserved.
        public var remaining: Int
        /// The seconds until all of it is available again; `nil` if that is unknown.
        public var resetSeconds: Int?

        /// Makes a limit.
        public init(name: String, quota: Int, remaining: Int, resetSeconds: Int?) {
            (self.name, self.quota, self.remaining, self.resetSeconds) = (name, quota, remaining, resetSeconds)
        }

        /// Reads a limit.
        ///
        /// - Throws: ``WireError`` with every field that is missing or of another type.
        public init(jsonValue: JSONValue) throws(WireError) {
            var fields = try RequestFields(open: jsonValue)
            name = fields.requiredString("name")
            quota = fields.requiredInteger("quota")
            remaining = fields.requiredInteger("remaining")
            resetSeconds = fields.integer("reset_seconds")
            try fields.check()
        }

        /// The limit as JSON.
        public var jsonValue: JSONValue {
            var object: JSONObject = [
                "name": .string(name), "quota": .integer(quota), "remaining": .integer(remaining),
            ]
            if let resetSeconds { object["reset_seconds"] = .integer(resetSeconds) }
            return .object(object)
        }
    }

    /// The client's id.
    public var client: String
    /// The client's name.
    public var name: String
    /// The client's scopes.
    public var scopes: [String]
    /// The client's limits, without those of money.
    public var limits: [Limit]
    /// The models that can answer now; empty for an administrator.
    public var models: [Model]
    /// The version of the server.
    public var version: String
    /// The id of the browser's sign-in; `nil` if the request has a token.
    public var session: String?
    /// The time of the sign-in; `nil` if the request has a token.
    public var signedInAt: Date?
    /// The time of the sign-in, or of its last confirmation; `nil` if the request has a token.
    public var confirmedAt: Date?
    /// The time at which the sign-in ends without a further request; `nil` if the request has a token.
    public var expiresAt: Date?
    /// The key that the page sends beside its cookie, only in the response to a sign-in over plain HTTP.
    public var pageKey: String?

    /// Makes a session.
    public init(
        client: String,
        name: String,
        scopes: [String],
        limits: [Limit] = [],
        models: [Model] = [],
        version: String,
        session: String? = nil,
        signedInAt: Date? = nil,
        confirmedAt: Date? = nil,
        expiresAt: Date? = nil,
        pageKey: String? = nil
    ) {
        self.client = client
        self.name = name
        self.scopes = scopes
        self.limits = limits
        self.models = models
        self.version = version
        self.session = session
        self.signedInAt = signedInAt
        self.confirmedAt = confirmedAt
        self.expiresAt = expiresAt
        self.pageKey = pageKey
    }

    /// Reads a session.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        client = fields.requiredString("client")
        name = fields.requiredString("name")
        scopes = fields.strings("scopes") ?? []
        limits = fields.requiredValues("limits")
        models = fields.requiredValues("models")
        version = fields.requiredString("version")
        session = fields.string("session")
        signedInAt = fields.date("signed_in_at")
        confirmedAt = fields.date("confirmed_at")
        expiresAt = fields.date("expires_at")
        pageKey = fields.string("page_key")
        try fields.check()
    }

    /// The session as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = [
            "client": .string(client), "name": .string(name), "scopes": .array(scopes.map(JSONValue.string)),
            "limits": .array(limits.map(\.jsonValue)), "models": .array(models.map(\.jsonValue)),
            "version": .string(version),
        ]
        if let session { object["session"] = .string(session) }
        if let signedInAt { object["signed_in_at"] = .time(signedInAt) }
        if let confirmedAt { object["confirmed_at"] = .time(confirmedAt) }
        if let expiresAt { object["expires_at"] = .time(expiresAt) }
        if let pageKey { object["page_key"] = .string(pageKey) }
        return .object(object)
    }
}
