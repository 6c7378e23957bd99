public import Secrets
public import StreamingJSON

/// The body of `POST /v1/session` and `POST /admin/session`: the token with which a browser signs in.
public struct SignInRequest: Sendable {
    /// The credential.
    public enum Credential: Sendable {
        /// An access token.
        case token(SecretString)
        /// A one-time code.
        case code(SecretString)
    }

    /// The credential.
    public var credential: Credential
    /// Whether a code replaces the sign-in of another person.
    public var isReplacing: Bool

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every missing, unknown or mistyped field.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: ["token", "code", "replace"])
        isReplacing = fields.bool("replace") ?? false
        let (token, code) = (fields.string("token"), fields.string("code"))
        switch (token, code) {
        case (let token?, nil): credential = .token(SecretString(utf8: Array(token.utf8)))
        case (nil, let code?): credential = .code(SecretString(utf8: Array(code.utf8)))
        default:
            credential = .code(SecretString(utf8: []))
            fields.reject("token", "or 'code' is needed, and not both")
        }
        try fields.check()
    }
}
