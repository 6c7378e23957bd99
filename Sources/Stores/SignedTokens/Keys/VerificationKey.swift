import Crypto
import CryptoExtras
import FoundationEssentials

/// A public key, or a shared secret, with the algorithms for which it is used.
///
/// The algorithms are fixed when the key is read. No token can change them.
public struct VerificationKey: Sendable, Equatable {
    /// The id by which tokens name the key.
    public let keyID: String?
    /// The algorithms, never none.
    public let algorithms: [SignatureAlgorithm]
    /// The issuer to which a key set of several issuers restricts the key; Entra ID has such sets.
    let issuer: String?
    let material: Material

    enum Material: Sendable {
        case p256(P256.Signing.PublicKey)
        case p384(P384.Signing.PublicKey)
        case ed25519(Curve25519.Signing.PublicKey)
        case rsa(_RSA.Signing.PublicKey)
        case secret(SymmetricKey)

        /// The algorithms that fit the key.
        var fitting: [SignatureAlgorithm] {
            switch self {
            case .p256: [.es256]
            case .p384: [.es384]
            case .ed25519: [.edDSA, .ed25519]
            case .rsa: [.rs256, .rs384, .rs512, .ps256, .ps384, .ps512]
            case .secret: [.hs256]
            }
        }

        /// The bytes that make the key this one.
        fileprivate var identity: Data {
            switch self {
            case .p256(let key): key.x963Representation
            case .p384(let key): key.x963Representation
            case .ed25519(let key): key.rawRepresentation
            case .rsa(let key): key.derRepresentation
            case .secret(let key): key.withUnsafeBytes { Data($0) }
            }
        }
    }

    /// Makes a key.
    ///
    /// - Parameters:
    ///   - named: The algorithm that the key names, if any. Without one, an RSA key has those of `allowed`, or RS256.
    ///   - allowed: The algorithms of the row, if it limits them.
    init(
        _ material: Material,
        keyID: String?,
        issuer: String? = nil,
        named: SignatureAlgorithm? = nil,
        allowed: [SignatureAlgorithm]?
    ) throws(LeftOutKey.Reason) {
        var algorithms = material.fitting
        if let named {
            algorithms = algorithms.filter { $0 == named }
        } else if case .rsa = material, allowed == nil {
            algorithms = [.rs256]
        }
        if let allowed { algorithms = algorithms.filter(allowed.contains) }
        if algorithms.isEmpty { throw .otherAlgorithm }
        (self.material, self.keyID, self.issuer, self.algorithms) = (material, keyID, issuer, algorithms)
    }

    /// Returns whether both have the same id, algorithms and key.
    public static func == (left: Self, right: Self) -> Bool {
        left.keyID.map { Array($0.utf8) } == right.keyID.map { Array($0.utf8) }
            && left.algorithms == right.algorithms && left.material.identity == right.material.identity
    }

    /// Returns whether a signature is by this key: step 6.
    func isValid(_ signature: [UInt8], of bytes: [UInt8], by algorithm: SignatureAlgorithm) -> Bool {
        guard algorithms.contains(algorithm) else { return false }
        switch material {
        case .p256(let key):
            // r and s of 32 bytes each; the form with lengths (DER) is another one (RFC 7518 §3.4).
            guard signature.count == 64,
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: SHA256.hash(data: bytes))
        case .p384(let key):
            guard signature.count == 96,
                let signature = try? P384.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: SHA384.hash(data: bytes))
        case .ed25519(let key):
            return signature.count == 64 && key.isValidSignature(signature, for: bytes)
        case .rsa(let key):
            guard signature.count == (key.keySizeInBits + 7) / 8 else { return false }
            let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
            let padding: _RSA.Signing.Padding =
                [.ps256, .ps384, .ps512].contains(algorithm) ? .PSS : .insecurePKCS1v1_5
            return switch algorithm {
            case .rs384, .ps384: key.isValidSignature(signature, for: SHA384.hash(data: bytes), padding: padding)
            case .rs512, .ps512: key.isValidSignature(signature, for: SHA512.hash(data: bytes), padding: padding)
            default: key.isValidSignature(signature, for: SHA256.hash(data: bytes), padding: padding)
            }
        case .secret(let key):
            return signature.count == SHA256.byteCount
                && HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: bytes, using: key)
        }
    }
}
