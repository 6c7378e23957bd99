import AgentTools

/// The choice of the scopes to request.
struct ScopeChoice {
    /// The scopes that the operator configured.
    var configured: OAuthScopes?
    /// The scopes that were requested before from the same authorization server.
    var requested: OAuthScopes?
    /// The scopes of the server's challenge.
    var challenged: OAuthScopes?
    /// The scopes in the server's metadata.
    var supportedByResource: OAuthScopes?
    /// The scopes in the authorization server's metadata.
    var supportedByIssuer: OAuthScopes?
    /// Whether a refresh token is useful.
    var wantsRefresh: Bool

    /// The scopes to request; `nil` to omit the parameter.
    ///
    /// The challenge counts more than the metadata, and scopes that were requested before are kept.
    var scopes: OAuthScopes? {
        let needed = challenged ?? (requested == nil && configured == nil ? supportedByResource : nil)
        let known = OAuthScopes.union(OAuthScopes.union(configured, requested), needed)
        let isSupported = supportedByIssuer?.names.contains(OAuthScopes.offlineAccess) ?? false
        let names = (known?.names ?? []).filter { isSupported || $0 != OAuthScopes.offlineAccess }
        return OAuthScopes(names + (isSupported && wantsRefresh ? [OAuthScopes.offlineAccess] : []))
    }
}
