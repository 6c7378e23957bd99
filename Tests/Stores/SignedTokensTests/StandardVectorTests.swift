import Foundation
import StreamingJSON
import Testing

@testable import SignedTokens

/// The examples of RFC 7515 and RFC 8037.
@Suite struct StandardVectorTests {
    private static let claims =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

    /// RFC 7515 A.2 and A.3: key, header and signature.
    static let examples: [(key: JSONValue, header: String, signature: String)] = [
        (
            [
                "kty": "RSA", "e": "AQAB",
                "n": .string(
                    "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZ"
                        + "S-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEM"
                        + "a2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2"
                        + "PAcDTW9gb54h4FRWyuXpoQ"
                ),
            ],
            "eyJhbGciOiJSUzI1NiJ9",
            "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1d"
                + "nZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12j"
                + "zDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlU"
                + "PQGe77Rw"
        ),
        (
            [
                "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
                "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
            ],
            "eyJhbGciOiJFUzI1NiJ9",
            "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        ),
    ]

    @Test(arguments: examples.indices)
    func examplesOfSignedTokensAreAccepted(index: Int) throws {
        let example = Self.examples[index]
        var settings = ClaimRules.Settings(issuer: "joe")
        settings.isDedicated = true
        settings.user = [try ClaimPath("iss")]
        let (rules, keys) = (try ClaimRules(settings), try TokenMaker.keys([example.key]))
        let token = "\(example.header).\(Self.claims).\(example.signature)"
        let now = Date(timeIntervalSince1970: 1_300_819_000)
        let verdict = ClaimRules.verdict(on: token, rules: [rules], at: now) { _ in keys }
        #expect(verdict.token?.user == "joe")
        #expect(verdict.token?.notAfter == Date(timeIntervalSince1970: 1_300_819_410))
    }

    /// RFC 8037 A.4; its content is no JSON.
    @Test func theExampleOfEd25519IsVerified() throws {
        let set = try TokenMaker.keys([
            ["kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"]
        ])
        let key = try #require(set.keys.first)
        let text = "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
        let signature = try #require(Base64URL.bytes(of: text.utf8))
        let bytes = Array("eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc".utf8)
        #expect(key.isValid(signature, of: bytes, by: .edDSA))
        #expect(key.isValid(signature, of: bytes, by: .ed25519))
        #expect(!key.isValid(signature, of: bytes, by: .es256))
        #expect(!key.isValid(signature, of: bytes + [0], by: .edDSA))
        #expect(!key.isValid(Array(signature.dropLast()), of: bytes, by: .edDSA))
    }

    @Test func base64URLIsStrict() {
        func bytes(_ text: String) -> [UInt8]? { Base64URL.bytes(of: text.utf8) }
        #expect(bytes("") == [])
        #expect(bytes("AA") == [0])
        #expect(bytes("_-8") == [0xFF, 0xEF])
        #expect(bytes("AAAA") == [0, 0, 0])
        for text in ["A", "AAAAA", "AB", "AAB", "AA==", "AA+A", "AA/A", "AA A", "AA\n", "é"] {
            #expect(bytes(text) == nil)
        }
        for count in 0..<70 {
            let random = (0..<count).map { _ in UInt8.random(in: 0...255) }
            #expect(bytes(TokenMaker.encoded(random)) == random)
        }
    }
}
