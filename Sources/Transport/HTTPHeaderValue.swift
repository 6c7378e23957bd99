public import Secrets

/// The value of a header field: plain text, or a secret that is opened only while its request is being sent.
///
/// libcurl may need the header a second time, when a kept connection turns out to be dead. So the opened line lives from the
/// moment at which the request has its turn until the response header is in, or the transfer fails; then it is overwritten.
public enum HTTPHeaderValue: Sendable, Equatable {
    /// Text that may be printed.
    case plain(String)
    /// A secret behind a plain prefix, as in `Authorization: Bearer …`.
    case secret(SecretString, prefix: String)
}

extension HTTPHeaderValue: ExpressibleByStringLiteral {
    /// A plain value.
    public init(stringLiteral value: String) {
        self = .plain(value)
    }
}

extension HTTPHeaderValue: CustomStringConvertible {
    /// The plain text; of a secret its prefix and `••••`.
    public var description: String {
        switch self {
        case .plain(let text): text
        case .secret(let secret, let prefix): prefix + secret.description
        }
    }
}
