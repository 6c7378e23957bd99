public import Secrets
public import StreamingJSON

/// The answer to a change of a client.
public struct WireClientReply: WireValue {
    /// A token with its text.
    public struct NewToken: WireValue {
        /// The id.
        public var id: String
        /// The text.
        public var secret: SecretString

        /// Makes a token.
        public init(id: String, secret: SecretString) {
            self.id = id
            self.secret = secret
        }

        /// Reads a token.
        ///
        /// - Throws: ``WireError`` with every field that is missing or of another type.
        public init(jsonValue: JSONValue) throws(WireError) {
            var fields = try RequestFields(open: jsonValue)
            id = fields.requiredString("id")
            secret = SecretString(fields.requiredString("secret"))
            try fields.check()
        }

        /// The token as JSON, with its text.
        public var jsonValue: JSONValue {
            ["id": .string(id), "secret": .string(secret.shown)]
        }
    }

    /// The client as it is now.
    public var client: WireClient
    /// The new token, if the request issued one: the one answer that has its text.
    public var token: NewToken?
    /// Sentences for the operator, such as about limits that cannot be counted.
    public var warnings: [String]

    /// Makes an answer.
    public init(client: WireClient, token: NewToken? = nil, warnings: [String] = []) {
        self.client = client
        self.token = token
        self.warnings = warnings
    }

    /// Reads an answer.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        token = fields.wireValue("token")
        warnings = fields.strings("warnings") ?? []
        client = try fields.requiredValue("client")
        try fields.check()
    }

    /// The answer as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["client": client.jsonValue]
        if let token { object["token"] = token.jsonValue }
        if !warnings.isEmpty { object["warnings"] = .texts(warnings) }
        return .object(object)
    }
}
