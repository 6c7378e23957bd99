import Secrets
import StreamingJSON
import Testing

@testable import AgentTools
@testable import MCPClient

@Suite struct PendingAuthorizationTests {
    private static let redirectURI = "http://127.0.0.1:8912/callback"

    private static func pending(_ members: JSONObject = [:], scopes: String = "a b") throws -> PendingAuthorization {
        var document: JSONObject = [
            "issuer": "https://as", "token_endpoint": "https://as/token",
            "authorization_endpoint": "https://as/authorize?tenant=1",
            "code_challenge_methods_supported": ["plain", "S256"],
        ]
        for (name, value) in members { document[name] = value }
        let (issuer, server) = (try #require(OAuthAddress("https://as")), try #require(OAuthAddress("https://h/mcp")))
        return try PendingAuthorization(
            at: try AuthorizationServer(document, issuer: issuer, for: server),
            client: OAuthClient(id: "c"),
            redirectURI: redirectURI,
            resource: "https://h/mcp",
            scopes: OAuthScopes(text: scopes),
            state: "st",
            proof: ProofKey(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        )
    }

    @Test func thePageHasEverythingThatTheServerNeeds() throws {
        #expect(
            try Self.pending().url == "https://as/authorize?tenant=1&response_type=code&client_id=c"
                + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A8912%2Fcallback&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
                + "&code_challenge_method=S256&state=st&resource=https%3A%2F%2Fh%2Fmcp&scope=a%20b"
        )
        let plain = try Self.pending(scopes: "")
        #expect(!plain.url.contains("scope"))
    }

    @Test(arguments: [nil, [], ["plain"], "S256"] as [JSONValue?])
    func withoutPKCEThereIsNoAuthorization(methods: JSONValue?) throws {
        let error = try #require(throws: OAuthFailure.self) {
            try Self.pending(["code_challenge_methods_supported": methods ?? nil])
        }
        #expect(error.code == .insecure)
    }

    // The table of RFC 9207 §2.4 as the Model Context Protocol profiles it.
    @Test(
        arguments: [
            (true, "https%3A%2F%2Fas", true), (true, nil, false), (false, "https%3A%2F%2Fas", true), (false, nil, true),
            (true, "https%3A%2F%2Fas%2F", false), (true, "https%3A%2F%2FAS", false),
            (true, "https%3A%2F%2Fas%3A443", false),
            (true, "https%3A%2F%2Fevil.example", false), (false, "https%3A%2F%2Fevil.example", false),
            (true, "", false),
            (true, "https%253A%252F%252Fas", false),
        ] as [(Bool, String?, Bool)]
    )
    func theIssuerIsCompared(isAnnounced: Bool, issuer: String?, isAccepted: Bool) throws {
        let pending = try Self.pending(["authorization_response_iss_parameter_supported": .bool(isAnnounced)])
        let redirect = "\(Self.redirectURI)?code=xyz&state=st" + (issuer.map { "&iss=\($0)" } ?? "")
        let grant = try? pending.grant(from: redirect)
        #expect((grant != nil) == isAccepted)
    }

    @Test(arguments: [
        "code=xyz", "code=xyz&state=", "code=xyz&state=st2", "code=xyz&state=st&state=st", "code=a&code=b&state=st",
        "state=st",
        "code=&state=st", "code=%FF&state=st", "", "error=access_denied&state=other",
    ])
    func otherRedirectsAreRefused(query: String) throws {
        let error = try #require(throws: OAuthFailure.self) {
            try Self.pending().grant(from: "\(Self.redirectURI)?\(query)")
        }
        #expect(error.code == .invalidRedirect)
    }

    @Test func errorsCountOnlyFromTheRightIssuer() throws {
        let pending = try Self.pending()
        let refusal = try #require(throws: OAuthFailure.self) {
            try pending.grant(from: "?error=access_denied&state=st")
        }
        #expect(refusal.serverCode == "access_denied")
        let forged = try #require(throws: OAuthFailure.self) {
            try pending.grant(from: "?error=access_denied&state=st&iss=https://evil.example")
        }
        #expect(forged.serverCode == nil)
    }

    @Test func theCodeIsReadFromAnAddressOrItsQuery() throws {
        for redirect in ["\(Self.redirectURI)?state=st&code=a%2Fb#x", "?code=a%2Fb&state=st", "code=a%2Fb&state=st"] {
            guard case .code(let code, Self.redirectURI, _) = try Self.pending().grant(from: redirect) else {
                Issue.record("no code")
                continue
            }
            #expect(code == SecretString("a/b"))
        }
    }
}
