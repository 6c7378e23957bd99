import Crypto
import CryptoExtras
import FoundationEssentials
import StreamingJSON

extension KeySet {
    /// Makes a set of the public keys of an app's backend, each as PEM or JWK.
    ///
    /// Several keys with different ids serve a rotation: tokens by the old and by the new key are accepted.
    public init(
        publicKeys: [(keyID: String?, text: String)],
        algorithms: [SignatureAlgorithm]? = nil
    ) throws(SignedTokensError) {
        guard (1...Self.mostKeys).contains(publicKeys.count) else {
            throw SignedTokensError(.key, "An issuer needs 1 to \(Self.mostKeys) public keys. Add one as PEM or JWK.")
        }
        var keys: [VerificationKey] = []
        for (keyID, text) in publicKeys {
            do throws(LeftOutKey.Reason) {
                keys.append(try VerificationKey(publicKey: text, keyID: keyID, allowed: algorithms))
            } catch {
                throw Self.error(of: error)
            }
        }
        self.init(keys)
    }

    /// Makes a set of one secret that this server has made and a backend knows, for HS256.
    ///
    /// A secret is never in one set with public keys.
    public init(secret: [UInt8], keyID: String? = nil) throws(SignedTokensError) {
        let material = VerificationKey.Material.secret(SymmetricKey(data: secret))
        guard secret.count >= 32, let key = try? VerificationKey(material, keyID: keyID, allowed: nil) else {
            throw SignedTokensError(.key, "The secret has fewer than 32 bytes. Let the server make one.")
        }
        self.init([key])
    }

    private static func error(of reason: LeftOutKey.Reason) -> SignedTokensError {
        switch reason {
        case .privateKey:
            SignedTokensError(
                .privateKey,
                "This is a private key. This key has been shown; make a new pair, and add its public key."
            )
        case .sharedSecret:
            SignedTokensError(
                .privateKey,
                "This is a secret. It has been shown; add the issuer with a secret that the server makes."
            )
        case .weak, .tooLarge:
            SignedTokensError(
                .key,
                "The RSA key has to have 2,048 to 4,096 bits and an odd exponent from 3 on. Make another pair."
            )
        case .notForSignatures, .otherAlgorithm:
            SignedTokensError(
                .key,
                "No algorithm of the issuer fits the key. Add a key for signatures, or its algorithm."
            )
        case .unknownType, .malformed:
            SignedTokensError(
                .key,
                "The text is not a public key. Add a JWK, or PEM with the label PUBLIC KEY, of a key on P-256 or "
                    + "P-384, of Ed25519 or of RSA."
            )
        }
    }
}

extension VerificationKey {
    /// The start of every Ed25519 key in DER (RFC 8410 §4); 32 bytes follow.
    private static let ed25519Start: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]

    /// Reads a public key as PEM or JWK.
    fileprivate init(
        publicKey text: String,
        keyID: String?,
        allowed: [SignatureAlgorithm]?
    ) throws(LeftOutKey.Reason) {
        guard text.utf8.count <= 16 << 10, keyID?.utf8.count ?? 0 <= TokenHeader.longestKeyID else { throw .malformed }
        if let jwk = try? JSONValue(parsing: text, options: JSONParseOptions(maximumDepth: 8, repeatedNames: .refuse)) {
            guard var jwk = jwk.objectValue else { throw .malformed }
            if let keyID { jwk["kid"] = .string(keyID) }
            try self.init(jwk: jwk, allowed: allowed)
            return
        }
        if text.contains("PRIVATE KEY") { throw .privateKey }
        guard let start = text.firstRange(of: "-----BEGIN PUBLIC KEY-----"),
            let end = text.firstRange(of: "-----END PUBLIC KEY-----"), start.upperBound <= end.lowerBound,
            let der = Data(base64Encoded: text[start.upperBound..<end.lowerBound].filter { !$0.isWhitespace })
        else { throw .malformed }
        try self.init(try Self.material(of: [UInt8](der)), keyID: keyID, allowed: allowed)
    }

    private static func material(of der: [UInt8]) throws(LeftOutKey.Reason) -> Material {
        if der.starts(with: ed25519Start), der.count == 44,
            let key = try? Curve25519.Signing.PublicKey(rawRepresentation: der.dropFirst(12))
        {
            return .ed25519(key)
        }
        if let key = try? P256.Signing.PublicKey(derRepresentation: der) { return .p256(key) }
        if let key = try? P384.Signing.PublicKey(derRepresentation: der) { return .p384(key) }
        guard let key = try? _RSA.Signing.PublicKey(derRepresentation: der) else { throw .malformed }
        if key.keySizeInBits > largestRSA { throw .tooLarge }
        return .rsa(key)
    }
}
