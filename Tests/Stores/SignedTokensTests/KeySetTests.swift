import Crypto
import Foundation
import StreamingJSON
import Testing

@testable import SignedTokens

@Suite struct KeySetTests {
    private let maker = TokenMaker()

    /// Returns the reason to leave out a key that differs from a good one in some members.
    private func reason(_ more: JSONObject) throws -> LeftOutKey.Reason? {
        let set = try maker.keys(more)
        #expect(set.keys.isEmpty == (set.leftOut.count == 1))
        return set.leftOut.first?.reason
    }

    @Test func keysThatCannotBeUsedAreLeftOut() throws {
        #expect(try reason([:]) == nil)
        #expect(try reason(["use": "sig", "key_ops": ["verify"], "alg": "ES256", "x5c": ["MII"]]) == nil)
        #expect(try reason(["d": "AQ"]) == .privateKey)
        #expect(try reason(["k": "AQ"]) == .sharedSecret)
        #expect(try reason(["kty": "oct"]) == .sharedSecret)
        #expect(try reason(["use": "enc"]) == .notForSignatures)
        #expect(try reason(["use": 1]) == .notForSignatures)
        #expect(try reason(["key_ops": ["sign"]]) == .notForSignatures)
        #expect(try reason(["key_ops": "verify"]) == .malformed)
        #expect(try reason(["alg": "ES384"]) == .otherAlgorithm)
        #expect(try reason(["alg": "HS256"]) == .otherAlgorithm)
        #expect(try reason(["alg": "ECDH-ES"]) == .otherAlgorithm)
        #expect(try reason(["alg": 7]) == .malformed)
        #expect(try reason(["kid": 7]) == .malformed)
        #expect(try reason(["kid": .string(String(repeating: "k", count: 257))]) == .malformed)
        #expect(try reason(["kty": "AKP"]) == .unknownType)
        #expect(try reason(["kty": 7]) == .malformed)
        #expect(try reason(["crv": "P-521"]) == .unknownType)
        #expect(try reason(["crv": "P-384"]) == .malformed)
        #expect(try reason(["kty": "OKP", "crv": "X25519"]) == .unknownType)
        // Not a point of the curve, coordinates of another length, and padding.
        let one = String(repeating: "A", count: 42) + "E"
        #expect(try reason(["y": .string(one)]) == .malformed)
        #expect(try reason(["x": "AQ"]) == .malformed)
        #expect(try reason(["x": .string(one + "=")]) == .malformed)
        #expect(try TokenMaker.keys([7]).leftOut.map(\.reason) == [.malformed])
    }

    @Test func weakAndLargeRSAKeysAreLeftOut() throws {
        let attacks = try TokenAttacks()
        let good = try #require(attacks.jwks.first { $0["kid"] == "rs" }?.objectValue)
        func reason(_ more: JSONObject) throws -> LeftOutKey.Reason? {
            var key = good
            for (name, value) in more { key[name] = value }
            return try TokenMaker.keys([.object(key)]).leftOut.first?.reason
        }
        func number(_ bytes: [UInt8]) -> JSONValue { .string(TokenMaker.encoded(bytes)) }
        #expect(try reason([:]) == nil)
        #expect(try reason(["e": number([0, 1, 0, 1])]) == nil)
        #expect(try reason(["e": number([1])]) == .weak)
        #expect(try reason(["e": number([2])]) == .malformed)
        #expect(try reason(["e": number([])]) == .malformed)
        #expect(try reason(["e": number([0])]) == .malformed)
        #expect(try reason(["e": number([UInt8](repeating: 1, count: 5))]) == .malformed)
        #expect(try reason(["n": number([])]) == .malformed)
        #expect(try reason(["n": number([0xFF] + [UInt8](repeating: 0, count: 255))]) == .malformed)
        #expect(try reason(["n": number([0x7F] + [UInt8](repeating: 1, count: 255))]) == .weak)
        #expect(try reason(["n": number([0, 0] + [UInt8](repeating: 0xFF, count: 255))]) == .weak)
        #expect(try reason(["n": number([1] + [UInt8](repeating: 1, count: 512))]) == .tooLarge)
        #expect(try reason(["p": "AQ"]) == .privateKey)
        #expect(attacks.keys.leftOut.map(\.reason) == [.notForSignatures, .weak, .sharedSecret])
    }

    @Test func aKeyIsBoundToAlgorithmsWhenItIsRead() throws {
        let attacks = try TokenAttacks()
        func algorithms(_ allowed: [SignatureAlgorithm]?) throws -> [[SignatureAlgorithm]] {
            try TokenMaker.keys(attacks.jwks, algorithms: allowed).keys.map(\.algorithms)
        }
        #expect(try algorithms(nil) == [[.es256], [.rs256], [.edDSA], [.es384]])
        #expect(try algorithms([.rs256, .ps256]) == [[.rs256, .ps256]])
        #expect(try algorithms([.hs256]) == [])
        var key = try #require(attacks.jwks.first { $0["kid"] == "ed" }?.objectValue)
        key["alg"] = nil
        #expect(try TokenMaker.keys([.object(key)]).keys.first?.algorithms == [.edDSA, .ed25519])
    }

    @Test func aSetHasLimits() throws {
        let keys = (0..<101).map { maker.jwk(["kid": .string("\($0)")]) }
        #expect(try TokenMaker.keys(Array(keys.prefix(100))).keys.count == 100)
        func message(_ text: String) -> String {
            do {
                _ = try KeySet(parsing: Array(text.utf8))
                return "read"
            } catch {
                #expect(error.code == .keySet)
                return error.description
            }
        }
        #expect(message(JSONValue.object(["keys": .array(keys)]).serialized()).contains("more than 100 keys"))
        let padding = String(repeating: " ", count: 300 << 10)
        #expect(message("{\"keys\": []\(padding)}").contains("256 KiB"))
        #expect(message("<html>").contains("not JSON"))
        #expect(message("[]").contains("no list"))
        #expect(message("{}").contains("no list"))
        #expect(message("{\"keys\": {}}").contains("no list"))
        #expect(message("{\"keys\": [], \"keys\": []}").contains("repeats"))
        #expect(message("{\"keys\": [\(String(repeating: "[", count: 100_000))").contains("not JSON"))
        #expect(message("{\"keys\": []}") == "read")
    }

    @Test func aTokenWithoutAnIDNeedsOneFittingKey() throws {
        let (other, rules) = (TokenMaker(), try TokenMaker.rules())
        func refusal(_ header: JSONObject, _ keys: [JSONValue]) throws -> TokenRefusal.Reason? {
            let set = try TokenMaker.keys(keys)
            let token = try maker.token(TokenMaker.claims(), header: header)
            return ClaimRules.verdict(on: token, rules: [rules], at: TokenMaker.now) { _ in set }.refusal?.reason
        }
        let (named, unnamed): (JSONObject, JSONObject) = (["alg": "ES256", "kid": "es"], ["alg": "ES256"])
        #expect(try refusal(named, [maker.jwk(), other.jwk(["kid": "es2"])]) == nil)
        #expect(try refusal(unnamed, [maker.jwk()]) == nil)
        #expect(try refusal(unnamed, [maker.jwk(), other.jwk(["kid": "es2"])]) == .keyAmbiguous)
        #expect(try refusal(unnamed, []) == .keyUnknown)
        #expect(try refusal(named, [maker.jwk([:])]) == .keyUnknown)
        #expect(try refusal(unnamed, [maker.jwk([:])]) == nil)
        // The same id for two keys; the same key twice is one.
        #expect(try refusal(named, [maker.jwk(), other.jwk()]) == .keyAmbiguous)
        #expect(try TokenMaker.keys([maker.jwk(), other.jwk()]).repeatedKeyIDs == ["es"])
        #expect(try refusal(named, [maker.jwk(), maker.jwk()]) == nil)
        #expect(try TokenMaker.keys([maker.jwk(), maker.jwk()]).repeatedKeyIDs == [])
        // Ids compare by bytes: U+212A is K for Swift's strings.
        #expect(try refusal(["alg": "ES256", "kid": "\u{212A}"], [maker.jwk(["kid": "K"])]) == .keyUnknown)
    }

    @Test func aKeyThatIsGoneIsNoticed() throws {
        let (other, set) = (TokenMaker(), try maker.keys())
        let both = try TokenMaker.keys([maker.jwk(), other.jwk(["kid": "es2"])])
        #expect(!both.lacksKey(of: set))
        #expect(set.lacksKey(of: both))
        #expect(try TokenMaker.keys([other.jwk()]).lacksKey(of: set))
        #expect(try set == maker.keys())
        #expect(set != both)
    }

    @Test func keysOfABackendAreReadFromPEMAndJWK() throws {
        let rules = try TokenMaker.rules { $0.keySource = .publicKeys }
        let claims = TokenMaker.claims()
        let pem = maker.key.publicKey.pemRepresentation
        for text in [pem, pem.replacing("\n", with: "\r\n"), maker.jwk([:]).serialized()] {
            let keys = try KeySet(publicKeys: [("es", text), ("new", TokenMaker().key.publicKey.pemRepresentation)])
            let verdict = ClaimRules.verdict(on: try maker.token(claims), rules: [rules], at: TokenMaker.now) { _ in
                keys
            }
            #expect(verdict.token?.user == "alice")
        }
        func code(_ text: String) -> SignedTokensError? {
            do {
                _ = try KeySet(publicKeys: [(nil, text)])
                return nil
            } catch {
                return error
            }
        }
        let shown = [
            maker.key.pemRepresentation, maker.jwk(["d": "AQ"]).serialized(), "-----BEGIN RSA PRIVATE KEY-----",
        ]
        for text in shown {
            #expect(code(text)?.code == .privateKey)
            #expect(code(text)?.description.contains("This key has been shown; make a new pair") == true)
        }
        #expect(code(maker.jwk(["kty": "oct"]).serialized())?.code == .privateKey)
        let ed25519 = try #require(
            Data(base64Encoded: "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")
        ).base64EncodedString()
        #expect(code("-----BEGIN PUBLIC KEY-----\n\(ed25519)\n-----END PUBLIC KEY-----") == nil)
        for text in ["", "x", "-----END PUBLIC KEY----------BEGIN PUBLIC KEY-----", "[]", String(pem.dropLast(60))] {
            #expect(code(text)?.code == .key)
        }
        for end in pem.utf8.indices where code(String(pem.utf8[..<end]) ?? "") == nil {
            #expect(pem.utf8[end...].allSatisfy { $0 == UInt8(ascii: "\n") })
        }
    }

    @Test func aSharedSecretSignsOnlyForItsRow() throws {
        let secret = [UInt8](repeating: 7, count: 32)
        let keys = try KeySet(secret: secret)
        let rules = try TokenMaker.rules { $0.keySource = .secret }
        func token(_ header: String) -> String {
            let signed =
                TokenMaker.encoded(header.utf8) + "."
                + TokenMaker.encoded(JSONValue.object(TokenMaker.claims()).serialized().utf8)
            let code = HMAC<SHA256>.authenticationCode(for: Data(signed.utf8), using: SymmetricKey(data: secret))
            return signed + "." + TokenMaker.encoded(code)
        }
        func verdict(_ header: String, _ rules: ClaimRules) -> TokenVerdict {
            ClaimRules.verdict(on: token(header), rules: [rules], at: TokenMaker.now) { _ in keys }
        }
        #expect(verdict("{\"alg\":\"HS256\"}", rules).token?.user == "alice")
        #expect(verdict("{\"alg\":\"RS256\"}", rules).refusal?.step == .key)
        #expect(verdict("{\"alg\":\"HS256\"}", try TokenMaker.rules()).refusal?.reason == .algorithmUnknown)
        #expect(throws: SignedTokensError.self) { try KeySet(secret: [UInt8](repeating: 7, count: 31)) }
    }
}
