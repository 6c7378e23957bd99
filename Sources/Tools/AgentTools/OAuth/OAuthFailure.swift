/// The reason why there is no access token for an MCP server, with the operator's next step.
public struct OAuthFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        private enum Base { case unreachable, unusable, mismatch, insecure, needsOperator, refused, invalidRedirect }
        private let base: Base

        /// A server of the exchange sent no answer.
        public static let unreachable = Code(base: .unreachable)
        /// A metadata document, a registration or a token cannot be used.
        public static let unusable = Code(base: .unusable)
        /// A document is about another server or another issuer than the requested one.
        public static let mismatch = Code(base: .mismatch)
        /// An address or a procedure is not safe enough: no TLS, or no PKCE.
        public static let insecure = Code(base: .insecure)
        /// Only the operator can continue, with `torii tools authorize`.
        public static let needsOperator = Code(base: .needsOperator)
        /// The authorization server refused the request.
        public static let refused = Code(base: .refused)
        /// The redirect after the authorization does not belong to the request.
        public static let invalidRedirect = Code(base: .invalidRedirect)
    }

    /// The kind.
    public let code: Code
    /// The event, its cause and the next step; it contains no secret.
    public let message: String
    /// The error of RFC 6749 that the authorization server sent, such as `invalid_grant`.
    public let serverCode: String?

    package init(_ code: Code, _ message: String, serverCode: String? = nil) {
        (self.code, self.message, self.serverCode) = (code, message, serverCode)
    }

    /// The message.
    public var description: String { message }
}
