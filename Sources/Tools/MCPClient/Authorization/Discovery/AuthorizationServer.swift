import AgentTools
import StreamingJSON

/// The metadata of an authorization server (RFC 8414, OpenID Connect Discovery).
package struct AuthorizationServer: Sendable, Hashable {
    /// The issuer, equal to the requested one byte by byte.
    let issuer: OAuthAddress
    /// The page on which the operator agrees; `nil` if there is none.
    let authorizationEndpoint: OAuthAddress?
    /// The endpoint that issues tokens.
    let tokenEndpoint: OAuthAddress
    /// The endpoint that registers clients; `nil` if there is none.
    let registrationEndpoint: OAuthAddress?
    /// The methods of PKCE; `nil` if the document names none.
    let challengeMethods: [String]?
    /// The methods by which clients authenticate; `nil` if the document names none.
    let authenticationMethods: [String]?
    /// The scopes.
    let scopes: OAuthScopes?
    /// Whether the address of a document is accepted as a client's id.
    let acceptsClientDocuments: Bool
    /// Whether redirects have the parameter `iss` (RFC 9207).
    let sendsIssuer: Bool

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - issuer: The issuer whose document was requested.
    ///   - server: The MCP server; its own origin may be without TLS, as it is configured so.
    /// - Throws: ``OAuthFailure`` if the document is of another issuer, lacks an endpoint or has one without TLS.
    init(_ document: JSONObject, issuer: OAuthAddress, for server: OAuthAddress) throws(OAuthFailure) {
        let name = issuer.text.excerpt(upTo: 200)
        guard let written = document["issuer"]?.stringValue, written.utf8.elementsEqual(issuer.text.utf8) else {
            throw OAuthFailure(
                .mismatch,
                "The metadata of the authorization server \(name) names another issuer, so it was not used. Report this to its operator."
            )
        }
        func endpoint(_ member: String) throws(OAuthFailure) -> OAuthAddress? {
            guard let text = document[member]?.stringValue else { return nil }
            guard let address = OAuthAddress(text), address.isProtected(besides: server) else {
                throw OAuthFailure(
                    .insecure,
                    "The authorization server \(name) has an invalid '\(member)' or one without TLS. Report this to its operator."
                )
            }
            return address
        }
        guard let tokenEndpoint = try endpoint("token_endpoint") else {
            throw OAuthFailure(
                .unusable,
                "The metadata of the authorization server \(name) has no 'token_endpoint'. Report this to its operator."
            )
        }
        self.issuer = issuer
        self.tokenEndpoint = tokenEndpoint
        authorizationEndpoint = try endpoint("authorization_endpoint")
        registrationEndpoint = try endpoint("registration_endpoint")
        challengeMethods = MetadataReading.texts(document["code_challenge_methods_supported"])
        authenticationMethods = MetadataReading.texts(document["token_endpoint_auth_methods_supported"])
        scopes = MetadataReading.texts(document["scopes_supported"]).flatMap { OAuthScopes($0) }
        acceptsClientDocuments = document["client_id_metadata_document_supported"]?.boolValue ?? false
        sendsIssuer = document["authorization_response_iss_parameter_supported"]?.boolValue ?? false
    }

    /// Returns the addresses at which an issuer's metadata may be, the first one first.
    static func addresses(of issuer: OAuthAddress) -> [OAuthAddress] {
        let oauth = issuer.wellKnown("oauth-authorization-server")
        let connect = issuer.wellKnown("openid-configuration")
        let appended = "\(issuer.origin)\(issuer.barePath)/.well-known/openid-configuration"
        return (issuer.barePath.isEmpty ? [oauth, connect] : [oauth, connect, appended]).compactMap { OAuthAddress($0) }
    }
}

extension OAuthAddress {
    /// Whether secrets may be sent to the address: with TLS, to this machine, or to the server that the operator configured without TLS.
    func isProtected(besides server: OAuthAddress) -> Bool {
        scheme == "https" || isLoopback || origin == server.origin
    }
}
