/// The error of an exchange that has no complete response.
public struct ExchangeError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure.
    public enum Kind: Sendable, Equatable {
        /// The URL is none, or has another scheme than `http` and `https`.
        case invalidURL
        /// The name has no address, or no connection was made.
        case unreachable
        /// The certificate is not trusted, or the TLS handshake failed otherwise.
        case tls
        /// The connection ended, was silent for too long, or was not HTTP.
        case broken
        /// The task was canceled.
        case canceled
    }

    /// The kind of failure.
    public var kind: Kind
    /// A sentence for a person, without a header value or a body.
    public var message: String

    /// Makes an error.
    public init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

    /// The message.
    public var description: String { message }
}
