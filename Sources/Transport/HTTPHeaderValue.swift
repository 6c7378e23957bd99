public import Secrets

/// The value of a header field: plain text, or a secret that is opened only while libcurl copies it.
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
