import MCPClient
import KeyLeasing
import Secrets
import StreamingJSON
import Transport

extension Scenario {
    /// The address of a client's document, which the suite's authorization servers accept without reading it.
    private static let clientDocument = "https://conformance-test.local/client-metadata.json"

    /// Returns the authorizer for the scenario: the product's, with a browser that agrees at once.
    func authorizer(_ client: HTTPClient) throws -> any MCPAuthorizer {
        guard name.hasPrefix("auth/"), let server = OAuthAddress(url) else { return MCPNoAuthorization() }
        var configuration = OAuthConfiguration(name: "conformance", server: server, clientDocument: Self.clientDocument)
        configuration.clientID = context["client_id"]?.stringValue
        if let secret = context["client_secret"]?.stringValue {
            configuration.clientKey = .secret(KeyLease.source(of: SecretString(secret)))
        }
        if name.hasPrefix("auth/client-credentials") { configuration.grant = .clientCredentials }
        if let key = context["private_key_pem"]?.stringValue {
            configuration.clientKey = .privateKey(KeyLease.source(of: SecretString(key)))
        }
        return OAuthAuthorizer(
            configuration,
            client: client,
            store: MemoryOAuthStore(),
            browser: AgreeingBrowser(client: client)
        )
    }
}

/// A browser without a person: it opens the page and returns the address to which the page redirects.
private struct AgreeingBrowser: OAuthBrowser {
    let client: HTTPClient
    let redirectURI = "http://127.0.0.1:8912/callback"

    @concurrent func redirect(from url: String) async throws -> String {
        let response = try await client.send(HTTPRequest(.get, url))
        guard let location = response.headers["Location"] else { throw NoRedirect(status: response.status) }
        return location
    }
}

/// The error of a page that does not redirect.
private struct NoRedirect: Error, CustomStringConvertible {
    let status: Int
    var description: String { "The authorization page answered with HTTP \(status) and no redirect." }
}
