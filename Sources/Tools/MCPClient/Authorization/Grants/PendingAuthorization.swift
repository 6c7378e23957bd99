import AgentTools
import Foundation
import Secrets

/// An authorization that the operator has not finished: the page to open, and what the redirect must match.
package struct PendingAuthorization: Sendable {
    /// The page to open.
    package let url: String
    /// The text that identifies the authorization.
    package let state: String
    /// The address to which the authorization server redirects.
    package let redirectURI: String
    let server: AuthorizationServer
    let client: OAuthClient
    let resource: String
    let scopes: OAuthScopes?
    private let verifier: SecretString

    /// Makes an authorization.
    ///
    /// - Throws: ``OAuthFailure`` if the server has no authorization page or no PKCE with S256.
    init(
        at server: AuthorizationServer,
        client: OAuthClient,
        redirectURI: String,
        resource: String,
        scopes: OAuthScopes?,
        state: String = Base64URL.random(bytes: 24),
        proof: ProofKey = ProofKey()
    ) throws(OAuthFailure) {
        let name = server.issuer.text
        guard let endpoint = server.authorizationEndpoint else {
            throw OAuthFailure(
                .unusable,
                "The authorization server \(name) has no authorization page. Set 'grant: client_credentials' in "
                    + "the server's 'authorization'."
            )
        }
        guard server.challengeMethods?.contains("S256") ?? false else {
            throw OAuthFailure(
                .insecure,
                "The authorization server \(name) does not support PKCE with S256, which MCP requires. Report this to its operator."
            )
        }
        var fields = [
            ("response_type", "code"), ("client_id", client.id), ("redirect_uri", redirectURI),
            ("code_challenge", proof.challenge), ("code_challenge_method", "S256"), ("state", state),
            ("resource", resource),
        ]
        if let scopes { fields.append(("scope", scopes.text)) }
        url = endpoint.appending(query: fields)
        (self.server, self.client, self.redirectURI) = (server, client, redirectURI)
        (self.resource, self.scopes, self.state) = (resource, scopes, state)
        verifier = proof.verifier
    }

    /// Returns the grant for the code in a redirect.
    ///
    /// - Parameter redirect: The whole address to which the authorization server redirected, or its query.
    /// - Throws: ``OAuthFailure`` if the redirect belongs to another authorization or another issuer, or reports an error.
    func grant(from redirect: String) throws(OAuthFailure) -> OAuthTokenRequest.Grant {
        let text = redirect.utf8.prefix { $0 != UInt8(ascii: "#") }
        let query = text.firstIndex(of: UInt8(ascii: "?")).map { text[$0...].dropFirst() } ?? text
        guard query.count <= 16 << 10, let fields = FormBody.fields(Substring(query)) else {
            throw Self.invalid("The redirect cannot be read")
        }
        func value(_ name: String) throws(OAuthFailure) -> String? {
            let values = fields.filter { $0.name == name }.map(\.value)
            guard values.count <= 1 else { throw Self.invalid("The redirect has several values of '\(name)'") }
            return values.first
        }
        guard let found = try value("state"), found.utf8.elementsEqual(state.utf8) else {
            throw Self.invalid("The redirect belongs to another authorization")
        }
        // The issuer is compared before anything else is used, the error included (RFC 9207 §2.4).
        if let issuer = try value("iss") {
            guard issuer.utf8.elementsEqual(server.issuer.text.utf8) else {
                throw Self.invalid("The redirect comes from another authorization server than \(server.issuer.text)")
            }
        } else if server.sendsIssuer {
            throw Self.invalid("The redirect does not name its authorization server")
        }
        if let error = try value("error") {
            let code = TokenReply.errorCode(error)
            throw OAuthFailure(
                .refused,
                "\(server.issuer.host) did not authorize Torii" + (code.map { ": \($0)" } ?? "") + ".",
                serverCode: code
            )
        }
        guard let code = try value("code"), !code.isEmpty else { throw Self.invalid("The redirect has no code") }
        return .code(SecretString(code), redirectURI: redirectURI, verifier: verifier)
    }

    private static func invalid(_ event: String) -> OAuthFailure {
        OAuthFailure(.invalidRedirect, "\(event), so no token was requested. Start 'torii tools authorize' again.")
    }
}
