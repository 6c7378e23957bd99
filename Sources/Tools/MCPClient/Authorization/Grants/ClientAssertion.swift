import AgentTools
import Crypto
import Foundation
import Secrets
import StreamingJSON

/// A statement of a client about itself, signed with ES256, in place of a secret (RFC 7523).
struct ClientAssertion {
    /// The type that the token endpoint expects.
    static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

    /// Returns the signed statement.
    ///
    /// - Parameters:
    ///   - client: The client's id.
    ///   - issuer: The authorization server that it is for.
    ///   - key: A private key of the curve P-256 as PEM.
    ///   - id: A text that no other statement has.
    /// - Throws: ``OAuthFailure`` if the key cannot be read.
    static func text(
        client: String,
        issuer: String,
        key: SecretString,
        id: String = Base64URL.random(bytes: 16),
        at now: Date
    ) throws(OAuthFailure) -> SecretString {
        let time = Int(now.timeIntervalSince1970)
        let header: JSONValue = ["alg": "ES256", "typ": "JWT"]
        let claims: JSONValue = [
            "iss": .string(client), "sub": .string(client), "aud": .string(issuer), "jti": .string(id),
            "iat": .integer(time), "exp": .integer(time + 300),
        ]
        let signed = [header, claims].map { Base64URL.encode($0.serialized().utf8) }.joined(separator: ".")
        let pem = key.withBytes { String(decoding: $0, as: UTF8.self) }
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem),
            let signature = try? key.signature(for: Data(signed.utf8))
        else {
            throw OAuthFailure(
                .unusable,
                "The private key of the client is no PEM of the curve P-256. Replace it in the vault."
            )
        }
        return SecretString("\(signed).\(Base64URL.encode(signature.rawRepresentation))")
    }
}
