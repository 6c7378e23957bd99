/// The algorithms of signatures (RFC 7518 §3.1, RFC 8037, RFC 9864) that are known here.
public enum SignatureAlgorithm: String, Sendable, CaseIterable {
    /// ECDSA over P-256 and P-384.
    case es256 = "ES256", es384 = "ES384"
    /// Ed25519, by its older and its newer name.
    case edDSA = "EdDSA", ed25519 = "Ed25519"
    /// RSA with PKCS #1 padding.
    case rs256 = "RS256", rs384 = "RS384", rs512 = "RS512"
    /// RSA with PSS padding.
    case ps256 = "PS256", ps384 = "PS384", ps512 = "PS512"
    /// A secret that the issuer and this server share; never from a published key set.
    case hs256 = "HS256"

    /// Returns the algorithm with exactly this name.
    init?(named name: String) {
        guard let algorithm = Self.allCases.first(where: { $0.rawValue.isExactly(name) }) else { return nil }
        self = algorithm
    }
}
