import AgentTools
import StreamingJSON

/// The metadata of an MCP server as a protected resource (RFC 9728).
struct ProtectedResource: Sendable, Hashable {
    /// The server's identifier, the value of the parameter `resource` (RFC 8707).
    let resource: String
    /// The issuers of tokens for the server; not empty.
    let authorizationServers: [OAuthAddress]
    /// The scopes for basic use.
    let scopes: OAuthScopes?

    /// The number of authorization servers that are read.
    private static let mostServers = 16

    /// Reads a document.
    ///
    /// - Parameter server: The address of the MCP server that the client uses.
    /// - Throws: ``OAuthFailure`` if the document is about another server or names no usable authorization server.
    init(_ document: JSONObject, of server: OAuthAddress) throws(OAuthFailure) {
        guard let text = document["resource"]?.stringValue, let identifier = OAuthAddress(text) else {
            throw OAuthFailure(
                .unusable,
                "The authorization metadata of \(server.host) has no valid 'resource'. Report this to the server's operator."
            )
        }
        guard identifier.covers(server) else {
            throw OAuthFailure(
                .mismatch,
                "The authorization metadata of \(server.host) is about another server, \(text.excerpt(upTo: 200)), so it was "
                    + "not used. Check the configured address."
            )
        }
        resource = text
        authorizationServers = (MetadataReading.texts(document["authorization_servers"]) ?? [])
            .prefix(Self.mostServers).compactMap { OAuthAddress($0) }
        scopes = MetadataReading.texts(document["scopes_supported"]).flatMap { OAuthScopes($0) }
        guard !authorizationServers.isEmpty else {
            throw OAuthFailure(
                .unusable,
                "The authorization metadata of \(server.host) names no authorization server. Report this to the server's operator."
            )
        }
    }

    /// Returns the addresses at which the metadata may be, the first one first.
    ///
    /// - Parameter announced: The address in the server's challenge, which is then the only one.
    static func addresses(of server: OAuthAddress, announced: String?) throws(OAuthFailure) -> [OAuthAddress] {
        if let announced {
            guard let address = OAuthAddress(announced) else {
                throw OAuthFailure(
                    .unusable,
                    "\(server.host) names an invalid address of its authorization metadata. Report this to the server's operator."
                )
            }
            return [address]
        }
        let name = "oauth-protected-resource"
        let texts = [server.wellKnown(name), "\(server.origin)/.well-known/\(name)"]
        return (texts[0] == texts[1] ? [texts[0]] : texts).compactMap { OAuthAddress($0) }
    }
}

extension OAuthAddress {
    /// Whether a server's address is this resource or below it: same origin, and the path is a prefix in whole segments.
    fileprivate func covers(_ server: OAuthAddress) -> Bool {
        guard origin == server.origin, query == nil || query == server.query else { return false }
        // A segment with dots could lead out of the prefix.
        guard !server.path.utf8.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) })
        else {
            return false
        }
        return server.barePath == barePath || server.barePath.hasPrefix(barePath + "/")
    }
}
