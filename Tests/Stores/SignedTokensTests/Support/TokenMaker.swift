import Crypto
import Foundation
import StreamingJSON
import Testing

@testable import SignedTokens

/// An issuer with one P-256 key, for tokens with any header and claims.
struct TokenMaker {
    let key = P256.Signing.PrivateKey()
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    static let issuer = "https://issuer.example"
    static let audience = "https://torii.example"

    static func encoded(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The key as issuers publish it, with other members.
    func jwk(_ more: JSONObject = ["kid": "es"]) -> JSONValue {
        let point = key.publicKey.rawRepresentation
        var jwk: JSONObject = [
            "kty": "EC", "crv": "P-256", "x": .string(Self.encoded(point.prefix(32))),
            "y": .string(Self.encoded(point.suffix(32))),
        ]
        for (name, value) in more { jwk[name] = value }
        return .object(jwk)
    }

    func keys(_ more: JSONObject = ["kid": "es"]) throws -> KeySet { try Self.keys([jwk(more)]) }

    static func keys(_ keys: [JSONValue], algorithms: [SignatureAlgorithm]? = nil) throws -> KeySet {
        try KeySet(parsing: Array(JSONValue.object(["keys": .array(keys)]).serialized().utf8), algorithms: algorithms)
    }

    static func claims(_ more: JSONObject = [:]) -> JSONObject {
        var claims: JSONObject = [
            "iss": .string(issuer), "aud": .string(audience), "sub": "alice", "iat": 1_799_999_940,
            "exp": 1_800_000_600,
        ]
        for (name, value) in more { claims[name] = value }
        return claims
    }

    func token(_ claims: JSONObject, header: JSONObject = ["alg": "ES256", "kid": "es"]) throws -> String {
        let signed =
            Self.encoded(JSONValue.object(header).serialized().utf8) + "."
            + Self.encoded(JSONValue.object(claims).serialized().utf8)
        let signature = try key.signature(for: Data(signed.utf8))
        return signed + "." + Self.encoded(signature.rawRepresentation)
    }

    /// Returns a row of the issuer, with some values changed.
    static func rules(_ change: (inout ClaimRules.Settings) -> Void = { _ in }) throws -> ClaimRules {
        var settings = ClaimRules.Settings(issuer: issuer)
        settings.audiences = [audience]
        change(&settings)
        return try ClaimRules(settings)
    }

    /// Returns the verdict on a token with these claims.
    func verdict(
        _ claims: JSONObject,
        header: JSONObject = ["alg": "ES256", "kid": "es"],
        rules: [ClaimRules]? = nil,
        provenKey: String? = nil,
        nonce: String? = nil
    ) throws -> TokenVerdict {
        let keys = try keys()
        return ClaimRules.verdict(
            on: try token(claims, header: header),
            rules: try rules ?? [Self.rules()],
            at: Self.now,
            provenKey: provenKey,
            nonce: nonce
        ) { _ in keys }
    }
}

extension TokenVerdict {
    var refusal: TokenRefusal? { if case .refused(let refusal) = self { refusal } else { nil } }
    var token: VerifiedToken? { if case .accepted(let token) = self { token } else { nil } }
}
