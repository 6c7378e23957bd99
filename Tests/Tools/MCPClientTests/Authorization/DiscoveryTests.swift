import StreamingJSON
import Testing

@testable import AgentTools
@testable import MCPClient

@Suite struct DiscoveryTests {
    private static func address(_ text: String) throws -> OAuthAddress { try #require(OAuthAddress(text)) }

    @Test func theAnnouncedAddressIsTheOnlyOne() throws {
        let server = try Self.address("https://h/mcp")
        #expect(try ProtectedResource.addresses(of: server, announced: "https://h/m").map(\.text) == ["https://h/m"])
        #expect(throws: OAuthFailure.self) { try ProtectedResource.addresses(of: server, announced: "h/m") }
        let names = [
            "https://h/.well-known/oauth-protected-resource/mcp", "https://h/.well-known/oauth-protected-resource",
        ]
        #expect(try ProtectedResource.addresses(of: server, announced: nil).map(\.text) == names)
        let root = try Self.address("https://h")
        #expect(try ProtectedResource.addresses(of: root, announced: nil).map(\.text) == [names[1]])
    }

    @Test(arguments: [
        ("https://h/mcp", true), ("https://h", true), ("https://h/", true), ("https://H:443/mcp/", true),
        ("https://h/mc", false), ("https://h/mcp/deeper", false), ("https://evil.example/mcp", false),
        ("http://h/mcp", false), ("https://h:444/mcp", false), ("https://h/mcp?tenant=1", false),
        ("https://h/mcp#f", false), ("", false),
    ])
    func metadataMustBeAboutTheServer(resource: String, isUsed: Bool) throws {
        let server = try Self.address("https://h/mcp")
        let document: JSONObject = ["resource": .string(resource), "authorization_servers": ["https://as"]]
        let read = try? ProtectedResource(document, of: server)
        #expect(read?.resource == (isUsed ? resource : nil))
    }

    @Test func metadataMustNameAnAuthorizationServer() throws {
        let server = try Self.address("https://h/mcp")
        for servers: JSONValue in [[], nil, ["ftp://x"], "https://as", [1]] {
            let document: JSONObject = ["resource": "https://h/mcp", "authorization_servers": servers]
            #expect(throws: OAuthFailure.self) { try ProtectedResource(document, of: server) }
        }
        let document: JSONObject = [
            "resource": "https://h/mcp", "authorization_servers": ["https://a", "x", "https://b/t"],
            "scopes_supported": ["s", 1, "t"],
        ]
        let read = try ProtectedResource(document, of: server)
        #expect(read.authorizationServers.map(\.text) == ["https://a", "https://b/t"])
        #expect(read.scopes?.text == "s t")
    }

    @Test func metadataOfAnIssuerIsSearchedInOrder() throws {
        #expect(
            AuthorizationServer.addresses(of: try Self.address("https://as/t1")).map(\.text) == [
                "https://as/.well-known/oauth-authorization-server/t1",
                "https://as/.well-known/openid-configuration/t1",
                "https://as/t1/.well-known/openid-configuration",
            ]
        )
        #expect(
            AuthorizationServer.addresses(of: try Self.address("https://as/")).map(\.text) == [
                "https://as/.well-known/oauth-authorization-server", "https://as/.well-known/openid-configuration",
            ]
        )
    }

    private static let document: JSONObject = [
        "issuer": "https://as", "token_endpoint": "https://as/token", "authorization_endpoint": "https://as/authorize",
        "code_challenge_methods_supported": ["S256"],
    ]

    @Test(arguments: ["https://as/", "https://AS", "https://as:443", "https://evil.example", "https%3A//as", ""])
    func theIssuerMustBeEqualByteByByte(issuer: String) throws {
        var document = Self.document
        document["issuer"] = .string(issuer)
        let error = try #require(throws: OAuthFailure.self) {
            try AuthorizationServer(document, issuer: Self.address("https://as"), for: Self.address("https://h/mcp"))
        }
        #expect(error.code == .mismatch)
    }

    @Test(arguments: [
        ("token_endpoint", "http://as/token"), ("authorization_endpoint", "javascript:alert(1)"),
        ("registration_endpoint", "http://10.0.0.1/"),
        ("token_endpoint", "https://me@as/"),
    ])
    func endpointsMustBeSafe(member: String, text: String) throws {
        var document = Self.document
        document[member] = .string(text)
        let error = try #require(throws: OAuthFailure.self) {
            try AuthorizationServer(document, issuer: Self.address("https://as"), for: Self.address("https://h/mcp"))
        }
        #expect(error.code == .insecure)
    }

    @Test func readsTheMetadataOfAnIssuer() throws {
        let server = try AuthorizationServer(
            Self.document,
            issuer: Self.address("https://as"),
            for: Self.address("https://h/mcp")
        )
        #expect(server.tokenEndpoint.text == "https://as/token")
        #expect(server.registrationEndpoint == nil)
        #expect(server.challengeMethods == ["S256"])
        #expect(!server.sendsIssuer && !server.acceptsClientDocuments)
    }

    @Test(
        arguments: [
            (nil, nil, false, "https://a"), ("https://b", nil, false, "https://b"),
            (nil, "https://b", false, "https://b"),
            (nil, "https://b", true, "https://b"), (nil, "https://gone", false, "https://a"),
            (nil, "https://gone", true, nil),
            ("https://gone", nil, false, nil), ("https://a", "https://b", true, "https://a"),
        ] as [(String?, String?, Bool, String?)]
    )
    func clientsStayWithTheirIssuer(configured: String?, kept: String?, isBound: Bool, chosen: String?) throws {
        let choice = IssuerChoice(
            configured: configured.flatMap { OAuthAddress($0) },
            kept: kept,
            isBound: isBound
        )
        let named = [try Self.address("https://a"), try Self.address("https://b")]
        let issuer = try? choice.issuer(among: named, of: "files")
        #expect(issuer?.text == chosen)
    }
}
