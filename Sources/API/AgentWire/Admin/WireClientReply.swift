public import Secrets

/// The answer to a change of a client.
public struct WireClientReply: WireRecord {
    /// A token with its text.
    public struct NewToken: WireRecord {
        /// The id.
        public var id: String
        /// The text.
        public var secret: SecretString

        /// Makes a token.
        public init(id: String, secret: SecretString) {
            (self.id, self.secret) = (id, secret)
        }

        package static let fields: Fields<Self> = Fields(
            Self.init,
            .always("id", \.id),
            .always("secret", \.secret, "Shown only once.")
        )
    }

    /// The client as it is now.
    public var client: WireClient
    /// The new token, if the request issued one: the one answer that has its text.
    public var token: NewToken?
    /// Sentences for the operator, such as about limits that cannot be counted.
    public var warnings: [String]

    /// Makes an answer.
    public init(client: WireClient, token: NewToken? = nil, warnings: [String] = []) {
        (self.client, self.token, self.warnings) = (client, token, warnings)
    }

    package static let fields: Fields<Self> = Fields(
        Self.init,
        .always("client", \.client),
        .maybe("token", \.token),
        .unless([], "warnings", \.warnings)
    )
}
