import Crypto
import Foundation
import Secrets
import StreamingJSON
import Testing
import Transport

@testable import AgentTools
@testable import MCPClient

@Suite struct GrantTests {
    @Test func digestsAsTheSpecificationDoes() {
        // RFC 7636, appendix B.
        let proof = ProofKey(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(proof.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        #expect(ProofKey().challenge != ProofKey().challenge)
        #expect(ProofKey().verifier.withBytes { $0.count } == 43)
    }

    @Test func authenticatesAtTheTokenEndpoint() {
        var request = OAuthTokenRequest(
            grant: .refresh(SecretString("r&t")),
            resource: "https://h/mcp",
            client: OAuthClient(id: "a:b", secret: SecretString("s é")),
            method: .basic
        )
        func body() -> String { String(decoding: request.body, as: UTF8.self) }
        let refresh = "grant_type=refresh_token&refresh_token=r%26t&resource=https%3A%2F%2Fh%2Fmcp"
        #expect(body() == refresh)
        // The colon of the id is encoded, so that it does not end the id.
        let basic = SecretString(Data("a%3Ab:s%20%C3%A9".utf8).base64EncodedString())
        #expect(request.headers.fields.last?.value == .secret(basic, prefix: "Basic "))
        request.method = .post
        #expect(body() == refresh + "&client_id=a%3Ab&client_secret=s%20%C3%A9")
        #expect(!request.headers.contains("Authorization"))
        request.method = .none
        #expect(body() == refresh + "&client_id=a%3Ab")
        request.grant = .client(OAuthScopes(text: "x y"))
        #expect(body() == "grant_type=client_credentials&scope=x%20y&resource=https%3A%2F%2Fh%2Fmcp&client_id=a%3Ab")
        request.grant = .code(
            SecretString("c"),
            redirectURI: "http://127.0.0.1:1/callback",
            verifier: SecretString("v")
        )
        #expect(
            body().hasPrefix(
                "grant_type=authorization_code&code=c&redirect_uri=http%3A%2F%2F127.0.0.1%3A1%2Fcallback&code_verifier=v&resource="
            )
        )
    }

    @Test func signsStatements() throws {
        let key = P256.Signing.PrivateKey()
        let text = try ClientAssertion.text(
            client: "c",
            issuer: "https://as",
            key: SecretString(key.pemRepresentation),
            id: "1",
            at: Date(timeIntervalSince1970: 1000)
        )
        let parts = text.withBytes { String(decoding: $0, as: UTF8.self) }.split(separator: ".").map(String.init)
        try #require(parts.count == 3)
        func bytes(_ part: String) -> Data? {
            let text = part.replacing("-", with: "+").replacing("_", with: "/")
            return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
        }
        let claims = try JSONValue(parsing: Array(try #require(bytes(parts[1]))))
        #expect(
            claims == ["iss": "c", "sub": "c", "aud": "https://as", "jti": "1", "iat": 1000, "exp": 1300]
        )
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: try #require(bytes(parts[2])))
        #expect(key.publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
        #expect(throws: OAuthFailure.self) {
            try ClientAssertion.text(client: "c", issuer: "i", key: SecretString("no key"), at: Date())
        }
    }

    @Test func readsTokens() throws {
        let reply = try TokenReply(
            status: 200,
            ["access_token": "t", "token_type": "BEARER", "expires_in": 3600, "refresh_token": "r", "scope": "a b"],
            from: "as"
        )
        #expect(reply.accessToken == SecretString("t"))
        #expect(reply.refreshToken == SecretString("r"))
        #expect(reply.expiresIn == 3600)
        #expect(reply.scopes?.text == "a b")
    }

    @Test(
        arguments: [
            ["token_type": "Bearer"], ["access_token": "t"], ["access_token": "t", "token_type": "DPoP"],
            ["access_token": "", "token_type": "Bearer"], ["access_token": "a b", "token_type": "Bearer"],
            ["access_token": "a\r\nX: y", "token_type": "Bearer"],
            ["access_token": .string(String(repeating: "t", count: 20_000)), "token_type": "Bearer"],
        ] as [JSONObject]
    )
    func unusableTokensAreRefused(document: JSONObject) {
        #expect(throws: OAuthFailure.self) { try TokenReply(status: 200, document, from: "as") }
    }

    @Test(
        arguments: [
            (400, ["error": "invalid_grant"], "invalid_grant"), (200, ["error": "slow_down"], "slow_down"),
            (400, ["error": "<b>"], nil), (500, nil, nil),
        ]
            as [(Int, JSONObject?, String?)]
    )
    func errorsAreShortWords(status: Int, document: JSONObject?, code: String?) throws {
        let error = try #require(throws: OAuthFailure.self) { try TokenReply(status: status, document, from: "as") }
        #expect(error.serverCode == code)
        #expect(!error.message.contains("<"))
    }

    @Test(arguments: [-1.0, 0, 1e300, .infinity])
    func timesOfAnyLengthAreRead(seconds: Double) throws {
        let reply = try TokenReply(
            status: 200,
            ["access_token": "t", "token_type": "Bearer", "expires_in": .number(seconds)],
            from: "as"
        )
        let read = try #require(reply.expiresIn)
        #expect((0...315_360_000).contains(read))
    }
}
