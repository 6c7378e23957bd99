package import Crypto
package import Foundation
package import StreamingJSON

/// An issuer with a P-256 key that signs any claims.
package struct SigningIssuer: Sendable {
    /// The id of the key.
    package let keyID: String
    package let key = P256.Signing.PrivateKey()
    /// The issuer and the audience of tokens that name no others.
    package static let issuer = "https://issuer.example"
    package static let audience = "https://torii.example"

    package init(keyID: String = "a") { self.keyID = keyID }

    private static func encoded(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The key as issuers publish it.
    package var jwk: JSONValue {
        let point = key.publicKey.rawRepresentation
        return [
            "kty": "EC", "crv": "P-256", "kid": .string(keyID), "x": .string(Self.encoded(point.prefix(32))),
            "y": .string(Self.encoded(point.suffix(32))),
        ]
    }

    /// Returns a token that is valid for ten minutes, unless the claims say otherwise; `null` removes a claim or a field of the header.
    package func token(_ more: JSONObject = [:], header: JSONObject = [:], at now: Date = Date()) throws -> String {
        let time = Int(now.timeIntervalSince1970)
        var claims: JSONObject = [
            "iss": .string(Self.issuer), "aud": .string(Self.audience), "sub": "alice", "iat": .integer(time),
            "exp": .integer(time + 600),
        ]
        for (name, value) in more { claims[name] = value.isNull ? JSONValue?.none : .some(value) }
        var head: JSONObject = ["alg": "ES256", "kid": .string(keyID)]
        for (name, value) in header { head[name] = value.isNull ? JSONValue?.none : .some(value) }
        let signed =
            Self.encoded(JSONValue.object(head).serialized().utf8) + "."
            + Self.encoded(JSONValue.object(claims).serialized().utf8)
        return signed + "." + Self.encoded(try key.signature(for: Data(signed.utf8)).rawRepresentation)
    }

    /// Returns a key set as issuers publish it.
    package static func document(_ keys: [JSONValue]) -> [UInt8] {
        Array(JSONValue.object(["keys": .array(keys)]).serialized().utf8)
    }
}
