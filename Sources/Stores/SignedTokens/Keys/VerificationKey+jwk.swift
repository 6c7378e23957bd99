import Crypto
import CryptoExtras
import StreamingJSON

extension VerificationKey {
    /// The members that only a private key has (RFC 7518 §6.2.2 and §6.3.2).
    private static let privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth"]

    /// Reads a key (RFC 7517 §4).
    init(jwk: JSONObject, allowed: [SignatureAlgorithm]?) throws(LeftOutKey.Reason) {
        guard let type = jwk["kty"]?.stringValue else { throw .malformed }
        if type.isExactly("oct") || jwk["k"] != nil { throw .sharedSecret }
        if Self.privateMembers.contains(where: { jwk[$0] != nil }) { throw .privateKey }
        if let use = jwk["use"], use != "sig" { throw .notForSignatures }
        if let operations = jwk["key_ops"] {
            guard let operations = operations.arrayValue else { throw .malformed }
            guard operations.contains("verify") else { throw .notForSignatures }
        }
        let keyID = try Self.text(jwk["kid"], upTo: TokenHeader.longestKeyID)
        let issuer = try Self.text(jwk["issuer"], upTo: ClaimRules.longestText)
        let name = try Self.text(jwk["alg"], upTo: 64)
        let named = name.flatMap(SignatureAlgorithm.init(named:))
        guard name == nil || named != nil else { throw .otherAlgorithm }
        let material: Material
        switch (type, jwk["crv"]?.stringValue) {
        case ("RSA", _): material = .rsa(try Self.rsa(jwk))
        case ("EC", "P-256"?): material = try Self.point(jwk, 32) { .p256(try .init(x963Representation: $0)) }
        case ("EC", "P-384"?): material = try Self.point(jwk, 48) { .p384(try .init(x963Representation: $0)) }
        case ("OKP", "Ed25519"?):
            guard let bytes = Self.bytes(jwk["x"]), bytes.count == 32,
                let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)
            else { throw .malformed }
            material = .ed25519(key)
        default: throw .unknownType
        }
        try self.init(material, keyID: keyID, issuer: issuer, named: named, allowed: allowed)
    }

    private static func text(_ value: JSONValue?, upTo limit: Int) throws(LeftOutKey.Reason) -> String? {
        guard let value else { return nil }
        guard let text = value.stringValue, text.utf8.count <= limit else { throw .malformed }
        return text
    }

    private static func bytes(_ value: JSONValue?) -> [UInt8]? {
        value?.stringValue.flatMap { Base64URL.bytes(of: $0.utf8) }
    }

    private static func point(
        _ jwk: JSONObject,
        _ length: Int,
        _ key: ([UInt8]) throws -> Material
    ) throws(LeftOutKey.Reason) -> Material {
        guard let x = bytes(jwk["x"]), let y = bytes(jwk["y"]), x.count == length, y.count == length,
            let material = try? key([0x04] + x + y)
        else { throw .malformed }
        return material
    }

    private static func rsa(_ jwk: JSONObject) throws(LeftOutKey.Reason) -> _RSA.Signing.PublicKey {
        guard let n = bytes(jwk["n"]), let e = bytes(jwk["e"]) else { throw .malformed }
        // Some issuers write a sign byte (RFC 7518 §6.3.1.1).
        let modulus = n.drop { $0 == 0 }
        guard let first = modulus.first, let last = modulus.last, last & 1 == 1 else { throw .malformed }
        let bits = modulus.count * 8 - first.leadingZeroBitCount
        if bits < smallestRSA { throw .weak }
        if bits > largestRSA { throw .tooLarge }
        let exponent = e.drop { $0 == 0 }
        // With 1 every text is its own signature. More than 32 bits only cost time.
        guard exponent.count <= 4, let lowest = exponent.last, lowest & 1 == 1 else { throw .malformed }
        if exponent.elementsEqual([1]) { throw .weak }
        guard let key = try? _RSA.Signing.PublicKey(n: Array(modulus), e: Array(exponent)) else { throw .malformed }
        return key
    }

    /// The bounds of an RSA key, in bits.
    static let (smallestRSA, largestRSA) = (2048, 4096)
}
