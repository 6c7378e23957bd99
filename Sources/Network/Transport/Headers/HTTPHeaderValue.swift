public import Secrets

/// The value of a header field: plain text, or a secret that is opened only while its request is sent.
///
/// libcurl may need the header a second time, when a reused connection turns out to be dead. So the opened line exists from the
/// start of the transfer until the response header arrives or the transfer fails; then it is overwritten.
public enum HTTPHeaderValue: Sendable, Equatable {
    /// Text that may be printed.
    case plain(String)
    /// A secret after a plain prefix, as in `Authorization: Bearer …`.
    case secret(SecretString, prefix: String)
}

extension HTTPHeaderValue: ExpressibleByStringLiteral {
    /// A plain value.
    public init(stringLiteral value: String) {
        self = .plain(value)
    }
}

extension HTTPHeaderValue: CustomStringConvertible {
    /// The plain text; for a secret its prefix and `••••`.
    public var description: String {
        switch self {
        case .plain(let text): text
        case .secret(let secret, let prefix): prefix + secret.description
        }
    }
}
