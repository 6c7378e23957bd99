import AgentTools
import StreamingJSON

/// The way in which a client gets its id at an authorization server, in the order of the specification.
enum ClientRegistration: Sendable, Equatable {
    /// The operator registered the client, or an earlier registration is kept.
    case known(OAuthClient)
    /// The id is the address of a document about the client.
    case document(OAuthClient)
    /// The client registers itself at an endpoint.
    case dynamic(OAuthAddress)

    /// Chooses the way.
    ///
    /// - Parameters:
    ///   - preregistered: The client that the operator configured.
    ///   - kept: The client of an earlier registration at this issuer.
    ///   - document: The address of the client's document.
    /// - Throws: ``OAuthFailure`` if there is no way without the operator.
    init(
        at server: AuthorizationServer,
        preregistered: OAuthClient?,
        kept: OAuthClient?,
        document: String?
    ) throws(OAuthFailure) {
        if let preregistered {
            self = .known(preregistered)
        } else if let document, server.acceptsClientDocuments {
            self = .document(OAuthClient(id: document))
        } else if let kept {
            self = .known(kept)
        } else if let endpoint = server.registrationEndpoint {
            self = .dynamic(endpoint)
        } else {
            throw OAuthFailure(
                .needsOperator,
                "The authorization server \(server.issuer.text.excerpt(upTo: 200)) registers no clients by itself. Register Torii there, "
                    + "and set 'client_id' in the server's 'authorization'."
            )
        }
    }

    /// Returns the body of a registration (RFC 7591 §2).
    static func request(
        redirectURI: String,
        scopes: OAuthScopes?,
        method: TokenEndpointMethod
    ) -> JSONObject {
        var request: JSONObject = [
            "client_name": "Torii",
            "redirect_uris": [.string(redirectURI)],
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
            "token_endpoint_auth_method": .string(method.rawValue),
            // The redirect leads to the operator's machine; without this OpenID servers expect a web site.
            "application_type": "native",
        ]
        if let scopes { request["scope"] = .string(scopes.text) }
        return request
    }
}
