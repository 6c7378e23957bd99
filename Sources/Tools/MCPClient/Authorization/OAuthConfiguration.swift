package import AgentTools
package import KeyLeasing

/// The operator's settings for the OAuth authorization at one MCP server.
package struct OAuthConfiguration: Sendable {
    /// The way to a token.
    package enum Grant: String, Sendable, CaseIterable {
        /// The operator agrees on a page of the authorization server.
        case authorizationCode = "authorization_code"
        /// The client has its own permission.
        case clientCredentials = "client_credentials"
    }

    /// The proof that a client of the operator has.
    package enum ClientKey: Sendable {
        /// A secret, lent by the vault for each token request.
        case secret(KeySource)
        /// A private key of the curve P-256 as PEM, lent by the vault for each token request.
        case privateKey(KeySource)

        var source: KeySource {
            switch self {
            case .secret(let source), .privateKey(let source): source
            }
        }

        var isPrivateKey: Bool {
            if case .privateKey = self { true } else { false }
        }
    }

    /// The name of the server in its declaration.
    package var name: String
    /// The address of the server's endpoint.
    package var server: OAuthAddress
    /// The way to a token.
    package var grant: Grant
    /// The issuer to use; `nil` for the one that the server names.
    package var issuer: OAuthAddress?
    /// The id of the client that the operator registered; `nil` for none.
    package var clientID: String?
    /// The proof of that client; `nil` for a public client.
    package var clientKey: ClientKey?
    /// The address of a document about the client, which serves as its id; `nil` for none.
    package var clientDocument: String?
    /// Scopes to request in addition to those that the server names.
    package var scopes: OAuthScopes?

    /// Makes the settings.
    package init(
        name: String,
        server: OAuthAddress,
        grant: Grant = .authorizationCode,
        issuer: OAuthAddress? = nil,
        clientID: String? = nil,
        clientKey: ClientKey? = nil,
        clientDocument: String? = nil,
        scopes: OAuthScopes? = nil
    ) {
        (self.name, self.server, self.grant, self.issuer) = (name, server, grant, issuer)
        (self.clientID, self.clientKey, self.clientDocument, self.scopes) = (
            clientID, clientKey, clientDocument, scopes
        )
    }
}
