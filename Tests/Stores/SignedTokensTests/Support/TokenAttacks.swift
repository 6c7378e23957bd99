import Foundation
import StreamingJSON
import Testing

@testable import SignedTokens

/// The tokens of `Fixtures/token-attacks.json`, with their row and keys.
struct TokenAttacks {
    struct Case {
        let name: String
        let token: String
        let isAccepted: Bool
        let step: Int?
    }

    let cases: [Case]
    let rules: ClaimRules
    let keys: KeySet
    /// The members of the keys, by id.
    let jwks: [JSONValue]
    let now: Date

    init() throws {
        let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
        let file = try JSONValue(parsing: Data(contentsOf: folder.appendingPathComponent("token-attacks.json")))
        let row = try #require(file["row"])
        var settings = ClaimRules.Settings(issuer: try #require(row["issuer"]?.stringValue))
        settings.audiences = try #require(row["audiences"]?.arrayValue).compactMap(\.stringValue)
        settings.kind = try #require(row["token"]?.stringValue.flatMap(ClaimRules.Kind.init))
        let algorithms = row["algorithms"]?.arrayValue?.compactMap {
            $0.stringValue.flatMap(SignatureAlgorithm.init(named:))
        }
        settings.algorithms = algorithms
        settings.leeway = try #require(row["leeway"]?.intValue)
        settings.maximumLifetime = try #require(row["maximum_lifetime"]?.intValue)
        rules = try ClaimRules(settings)
        let set = try #require(file["jwks"])
        keys = try KeySet(parsing: Array(set.serialized().utf8), algorithms: algorithms)
        jwks = try #require(set["keys"]?.arrayValue)
        now = Date(timeIntervalSince1970: Double(try #require(file["now"]?.intValue)))
        cases = try #require(file["cases"]?.arrayValue).map { value in
            Case(
                name: try #require(value["name"]?.stringValue),
                token: try #require(value["token"]?.stringValue),
                isAccepted: value["accept"] == true,
                step: value["step"]?.intValue
            )
        }
    }

    func token(_ name: String) throws -> String { try #require(cases.first { $0.name == name }).token }

    func verdict(on token: String) -> TokenVerdict {
        ClaimRules.verdict(on: token, rules: [rules], at: now) { _ in keys }
    }

    /// The reason of each case that is refused.
    static let reasons: [String: TokenRefusal.Reason] = [
        "two parts": .notThreeParts, "four parts": .notThreeParts, "five parts (JWE)": .notThreeParts,
        "empty signature": .notThreeParts, "padding": .notBase64URL, "plus sign": .notBase64URL,
        "unused bits set": .notBase64URL, "line feed at the end": .notBase64URL, "9 KiB": .tooLong,
        "alg none": .notThreeParts, "alg none with a signature": .algorithmUnknown, "alg NonE": .algorithmUnknown,
        "alg absent": .algorithmUnknown, "alg a list": .algorithmUnknown,
        "HS256 with the public key as PEM": .algorithmUnknown, "HS256 with the modulus": .algorithmUnknown,
        "HS256 with an oct key of the set": .algorithmUnknown, "HS256 with an empty key": .algorithmUnknown,
        "crit": .criticalExtension, "crit with b64 false": .criticalExtension, "jwk in the header": .foreignKey,
        "jku": .foreignKey, "x5u": .foreignKey, "repeated alg": .headerRepeats, "zip": .compressed,
        "kid a number": .keyIDUnreadable, "kid of 300 bytes": .keyIDUnreadable, "kid a path": .keyUnknown,
        "kid with SQL": .keyUnknown, "header is a list": .headerUnreadable, "header not UTF-8": .headerUnreadable,
        "logout token": .otherKind, "DPoP proof as token": .otherKind, "payload not an object": .claimsUnreadable,
        "repeated sub": .claimsRepeat, "deep nesting": .claimsUnreadable, "other issuer": .issuerUnknown,
        "issuer with a slash": .issuerUnknown, "issuer in capitals": .issuerUnknown, "issuer absent": .issuerMissing,
        "issuer a list": .issuerMissing, "unknown kid": .keyUnknown,
        "no kid, several keys of the algorithm": .signature, "key for encryption": .keyLeftOut,
        "RSA of 1024 bits": .keyLeftOut, "key of another algorithm": .keyUnfit,
        "PS256 with the key without alg": .keyUnfit, "RS512 with the key without alg": .keyUnfit,
        "signed by another EC key": .signature, "signed by another RSA key": .signature, "DER signature": .signature,
        "zeros as signature": .signature, "r is zero": .signature, "payload changed": .signature,
        "signature of another header": .signature, "expired": .expired, "exp absent": .endMissing,
        "exp a text": .timeUnreadable, "exp null": .timeUnreadable, "exp 1e300": .timeUnreadable, "exp -1": .expired,
        "not valid yet": .notYetValid, "issued in the future": .notYetValid, "valid for ten days": .livesTooLong,
        "other audience": .otherAudience, "audience absent": .otherAudience, "audience empty list": .otherAudience,
        "audience a prefix": .otherAudience, "audience an object": .audienceUnreadable,
        "audience list with a number": .audienceUnreadable, "ID token as access token: nonce": .idToken,
        "ID token as access token: at_hash": .idToken, "token_use id": .idToken,
        "refresh token of Keycloak": .otherToken, "bound to a DPoP key, sent as bearer": .proofRequired,
        "bound to a certificate": .confirmationUnknown, "sub absent": .userMissing, "sub empty": .userUnusable,
        "sub a number": .userUnusable, "sub of 300 characters": .userUnusable, "sub with U+0000": .userUnusable,
    ]
}
