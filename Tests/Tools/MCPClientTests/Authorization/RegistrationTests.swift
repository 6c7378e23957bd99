import Secrets
import StreamingJSON
import Testing

@testable import AgentTools
@testable import MCPClient

@Suite struct RegistrationTests {
    private static func server(_ members: JSONObject) throws -> AuthorizationServer {
        var document: JSONObject = ["issuer": "https://as", "token_endpoint": "https://as/token"]
        for (name, value) in members { document[name] = value }
        let (issuer, server) = (OAuthAddress("https://as"), OAuthAddress("https://h/mcp"))
        return try AuthorizationServer(document, issuer: try #require(issuer), for: try #require(server))
    }

    @Test func clientsAreChosenInTheOrderOfTheSpecification() throws {
        let (own, kept, document) = (
            OAuthClient(id: "own"), OAuthClient(id: "kept"), "https://torii.example/client.json"
        )
        let endpoint: JSONObject = ["registration_endpoint": "https://as/register"]
        var all = endpoint
        all["client_id_metadata_document_supported"] = true
        let (plain, registering, accepting) = (try Self.server([:]), try Self.server(endpoint), try Self.server(all))
        func choice(
            _ server: AuthorizationServer,
            _ own: OAuthClient?,
            _ kept: OAuthClient?,
            _ document: String?
        ) throws -> ClientRegistration {
            try ClientRegistration(at: server, preregistered: own, kept: kept, document: document)
        }
        #expect(try choice(accepting, own, kept, document) == .known(own))
        #expect(try choice(accepting, nil, kept, document) == .document(OAuthClient(id: document)))
        #expect(try choice(registering, nil, kept, document) == .known(kept))
        let address = try #require(OAuthAddress("https://as/register"))
        #expect(try choice(registering, nil, nil, document) == .dynamic(address))
        #expect(try choice(accepting, nil, nil, nil) == .dynamic(address))
        #expect(throws: OAuthFailure.self) { try choice(plain, nil, nil, document) }
    }

    @Test(
        arguments: [
            (nil, true, nil, .basic), (nil, true, ["client_secret_basic"], .basic),
            (nil, true, ["client_secret_post"], .post),
            (nil, true, ["none"], .none), (nil, true, ["client_secret_post", "client_secret_basic"], .basic),
            (nil, false, ["client_secret_basic"], .none),
            ("client_secret_post", true, nil, .post), ("client_secret_post", true, ["client_secret_basic"], .basic),
            ("client_secret_basic", false, nil, .none), ("none", true, ["none", "client_secret_basic"], .none),
            (nil, true, ["odd"], .basic),
        ] as [(String?, Bool, [String]?, TokenEndpointMethod)]
    )
    func methodsFollowTheRegistrationAndTheMetadata(
        registered: String?,
        hasSecret: Bool,
        supported: [String]?,
        method: TokenEndpointMethod
    ) {
        var client = OAuthClient(id: "c", secret: hasSecret ? SecretString("s") : nil)
        client.method = registered.flatMap { TokenEndpointMethod(rawValue: $0) }
        let found = TokenEndpointMethod.choice(
            for: client,
            hasPrivateKey: false,
            hasSecret: hasSecret,
            supported: supported
        )
        #expect(found == method)
        #expect(
            TokenEndpointMethod.choice(for: client, hasPrivateKey: true, hasSecret: false, supported: nil)
                == .privateKey
        )
    }

    @Test func readsRegistrations() throws {
        let client = try #require(
            OAuthClient(registration: [
                "client_id": "c", "client_secret": "s", "token_endpoint_auth_method": "client_secret_post",
                "client_secret_expires_at": 0,
            ])
        )
        #expect(client.secret == SecretString("s"))
        #expect(client.method == .post)
        #expect(client.secretExpiresAt == nil)
        for document: JSONObject in [
            [:], ["client_id": ""], ["client_id": 1], ["client_id": .string(String(repeating: "c", count: 5000))],
        ] {
            #expect(OAuthClient(registration: document) == nil)
        }
    }

    @Test func registersAsANativeClientWithRefreshTokens() {
        let request = ClientRegistration.request(
            redirectURI: "http://127.0.0.1:1/callback",
            scopes: OAuthScopes(text: "a b"),
            method: .registered(supported: ["client_secret_post", "client_secret_basic"])
        )
        #expect(request["application_type"] == "native")
        #expect(request["grant_types"] == ["authorization_code", "refresh_token"])
        #expect(request["token_endpoint_auth_method"] == "client_secret_basic")
        #expect(request["scope"] == "a b")
    }
}
