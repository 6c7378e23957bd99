import AgentTools

/// The choice of an authorization server among those that an MCP server names.
struct IssuerChoice {
    /// The issuer that the operator configured.
    var configured: OAuthAddress?
    /// The issuer of the stored credentials.
    var kept: String?
    /// Whether the operator registered the client by hand, so that it is valid at one issuer only.
    var isBound: Bool

    /// Returns the issuer.
    ///
    /// - Throws: ``OAuthFailure`` if the client is bound to an issuer that the MCP server does not name.
    func issuer(among named: [OAuthAddress], of server: String) throws(OAuthFailure) -> OAuthAddress {
        if let wanted = configured?.text ?? kept, let found = named.first(where: { $0.text == wanted }) { return found }
        guard configured == nil, !(isBound && kept != nil), let first = named.first else {
            throw OAuthFailure(
                .mismatch,
                "The MCP server '\(server)' now names another authorization server than the one of the configured client. Register the "
                    + "client there, and set 'issuer' and 'client_id' in the server's 'authorization'."
            )
        }
        return first
    }
}
