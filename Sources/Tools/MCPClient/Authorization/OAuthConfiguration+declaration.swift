package import AgentTools
package import KeyLeasing
package import StreamingJSON

extension OAuthConfiguration {
    /// Reads the member `authorization` of a server's declaration.
    ///
    /// ```yaml
    /// authorization:
    ///   grant: client_credentials        # or authorization_code, the default
    ///   issuer: https://login.example    # default: the one that the server names
    ///   client_id: torii                 # default: Torii registers itself
    ///   client_key: secret               # or private_key or none, the default; the vault's key of this server
    ///   client_document: https://torii.example/client.json
    ///   scopes: [files:read]
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the server.
    ///   - url: The address of the server's endpoint.
    ///   - key: Lends the vault's key of the server.
    /// - Throws: ``OAuthFailure`` that names the member and what to write.
    package init(
        name: String,
        url: String,
        authorization: JSONObject,
        key: @escaping KeySource
    ) throws(OAuthFailure) {
        func fault(_ text: String) -> OAuthFailure {
            OAuthFailure(.unusable, "The declaration of \(name) cannot be used: \(text).")
        }
        func text(_ member: String) throws(OAuthFailure) -> String? {
            guard let value = authorization[member], !value.isNull else { return nil }
            guard let text = value.stringValue, !text.isEmpty else {
                throw fault("authorization.\(member) must be a text")
            }
            return text
        }
        let known = ["grant", "issuer", "client_id", "client_key", "client_document", "scopes"]
        if let other = authorization.keys.first(where: { !known.contains($0) }) {
            throw fault("authorization has no member '\(other.excerpt())'; write \(known.joined(separator: ", "))")
        }
        guard let server = OAuthAddress(url) else { throw fault("its url is no http or https address") }
        self.init(name: name, server: server)
        if let text = try text("grant") {
            guard let grant = Grant(rawValue: text) else {
                throw fault("authorization.grant must be authorization_code or client_credentials")
            }
            self.grant = grant
        }
        if let text = try text("issuer") {
            guard let address = OAuthAddress(text), address.isProtected(besides: server) else {
                throw fault("authorization.issuer must be an https address")
            }
            issuer = address
        }
        clientID = try text("client_id")
        switch try text("client_key") ?? "none" {
        case "none": break
        case "secret": clientKey = .secret(key)
        case "private_key": clientKey = .privateKey(key)
        default: throw fault("authorization.client_key must be secret, private_key or none")
        }
        if let text = try text("client_document") {
            guard let address = OAuthAddress(text), address.scheme == "https", !address.barePath.isEmpty else {
                throw fault("authorization.client_document must be an https address with a path")
            }
            clientDocument = text
        }
        if let value = authorization["scopes"], !value.isNull {
            guard let names = value.arrayValue?.compactMap(\.stringValue), names.count == value.arrayValue?.count else {
                throw fault("authorization.scopes must be a list of texts")
            }
            scopes = OAuthScopes(names)
        }
        guard clientKey == nil || clientID != nil, grant == .authorizationCode || clientID != nil else {
            throw fault("client_key and the grant client_credentials need authorization.client_id")
        }
    }
}
