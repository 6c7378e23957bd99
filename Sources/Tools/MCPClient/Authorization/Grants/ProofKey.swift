import Crypto
import Foundation
import Secrets

/// The secret of one authorization and its digest, by PKCE with S256 (RFC 7636).
struct ProofKey: Sendable {
    /// The secret, which only the token endpoint sees.
    let verifier: SecretString
    /// The digest, which the authorization page sees.
    let challenge: String

    /// Makes a key of 32 random bytes.
    init() { self.init(verifier: Base64URL.random(bytes: 32)) }

    init(verifier: String) {
        self.verifier = SecretString(verifier)
        challenge = Base64URL.encode(SHA256.hash(data: Data(verifier.utf8)))
    }
}

/// Base64 with the alphabet for addresses and without padding (RFC 4648 §5).
enum Base64URL {
    /// Returns the encoded bytes.
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Returns random bytes, encoded.
    static func random(bytes count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return encode((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
}
