import KeyVault
import Secrets
import StreamingJSON
import Testing

@testable import AgentTools
@testable import MCPClient

@Suite struct OAuthConfigurationTests {
    private static func read(_ authorization: JSONObject, url: String = "https://h/mcp") throws -> OAuthConfiguration {
        try OAuthConfiguration(name: "files", url: url, authorization: authorization, key: KeyLease.source(of: nil))
    }

    @Test func readsEveryMember() throws {
        let settings = try Self.read([
            "grant": "client_credentials", "issuer": "https://as", "client_id": "c", "client_key": "private_key",
            "client_document": "https://torii.example/client.json", "scopes": ["a", "b"],
        ])
        #expect(settings.grant == .clientCredentials)
        #expect(settings.issuer?.text == "https://as")
        #expect(settings.clientID == "c")
        #expect(settings.clientKey?.isPrivateKey == true)
        #expect(settings.clientDocument == "https://torii.example/client.json")
        #expect(settings.scopes?.text == "a b")
    }

    @Test func nothingIsRequired() throws {
        let settings = try Self.read([:])
        #expect(settings.grant == .authorizationCode)
        #expect(settings.clientKey == nil && settings.clientID == nil && settings.scopes == nil)
    }

    @Test(
        arguments: [
            ["grant": "password"], ["grant": 1], ["issuer": "http://as"], ["issuer": "as"], ["client_key": "secret"],
            ["client_key": "shared", "client_id": "c"], ["grant": "client_credentials"], ["scopes": "a"],
            ["scopes": ["a", 1]],
            ["client_document": "http://h/c"], ["client_document": "https://h/"], ["client_id": ""],
            ["client_secret": "s"],
        ] as [JSONObject]
    )
    func faultsNameTheMember(authorization: JSONObject) throws {
        let error = try #require(throws: OAuthFailure.self) { try Self.read(authorization) }
        #expect(
            error.message.contains(authorization.keys.contains("client_secret") ? "client_secret" : "authorization")
        )
    }

    @Test func theAddressMustBeOne() {
        #expect(throws: OAuthFailure.self) { try Self.read([:], url: "h/mcp") }
    }
}
