import APIDescription
import Accounts
import AgentWire
import HTTPTypes
import Hummingbird
import StreamingJSON

/// The metadata of `/mcp` as a protected resource (RFC 9728): its address, and the authorization servers that issue tokens for it.
///
/// Without authorization servers there is no metadata, because clients refuse metadata that names none: they then send the token that
/// the operator gave them.
package struct ResourceMetadata: Sendable {
    /// The public address of the server; `nil` for the one that a request was sent to.
    let publicURL: String?
    /// The issuers of tokens that the settings name.
    private let namedServers: [String]
    /// Returns the issuers of the clients' rows for `/mcp`.
    private let issuers: @Sendable () -> [String]

    /// The issuers of tokens, each once.
    var authorizationServers: [String] { namedServers + issuers().filter { !namedServers.contains($0) } }

    /// Creates the metadata.
    ///
    /// - Parameters:
    ///   - publicURL: The public address of the server; `nil` for the one that a request was sent to.
    ///   - authorizationServers: The issuers of tokens that the settings name.
    ///   - issuers: Returns the issuers of the clients' rows for `/mcp`.
    package init(
        publicURL: String? = nil,
        authorizationServers: [String] = [],
        issuers: @escaping @Sendable () -> [String] = { [] }
    ) {
        (self.publicURL, namedServers, self.issuers) = (publicURL, authorizationServers, issuers)
    }

    /// The routes: the document has two addresses, because clients look for both.
    var routes: [Route] {
        [Endpoint.resourceMetadata, .resourceMetadataOfRoot].map { endpoint in
            Route(endpoint) { request, _ in
                let servers = authorizationServers
                guard !servers.isEmpty else {
                    throw Problem(
                        .notFound,
                        detail: "this server has no authorization server; ask its operator for a token"
                    )
                }
                return .json(document(for: request, servers))
            }
        }
    }

    private func document(for request: Request, _ servers: [String]) -> JSONValue {
        [
            "resource": .string(base(of: request) + "/mcp"),
            "authorization_servers": .array(servers.map(JSONValue.string)),
            "bearer_methods_supported": ["header"],
            "scopes_supported": .array(Scope.forClients.sorted().map { .string($0.description) }),
            "resource_name": "Torii",
        ]
    }

    private func base(of request: Request) -> String {
        if let publicURL { return publicURL.hasSuffix("/") ? String(publicURL.dropLast()) : publicURL }
        // The host was checked: it is a name of this server or an address.
        return "http://" + (request.head.authority ?? "localhost")
    }

    // MARK: - Challenges

    /// Adds the challenge to a response that refuses a token (RFC 6750 §3); at `/mcp` it names the metadata (RFC 9728 §5.1).
    ///
    /// - Parameters:
    ///   - form: The form of the errors of the route.
    ///   - scope: The scope that the token lacks; `nil` if the token itself was refused.
    func challenge(_ response: inout Response, to request: Request, in form: ErrorForm, lacking scope: String? = nil) {
        var parameters = ["realm=\"torii\""]
        if let scope {
            parameters += ["error=\"insufficient_scope\"", "scope=\"\(scope)\""]
        } else if response.status == .unauthorized {
            if Self.hasToken(request, form) { parameters.append("error=\"invalid_token\"") }
        } else {
            return
        }
        if form == .rpc, !authorizationServers.isEmpty {
            let address = base(of: request) + "/.well-known/oauth-protected-resource/mcp"
            parameters.append("resource_metadata=\"\(address)\"")
        }
        response.headers[.wwwAuthenticate] = "Bearer " + parameters.joined(separator: ", ")
    }

    /// Returns whether a request has a token, even a malformed one; the challenge of other requests has no error (RFC 6750 §3.1).
    private static func hasToken(_ request: Request, _ form: ErrorForm) -> Bool {
        if form == .anthropic, request.headers[.apiKey] != nil { return true }
        guard let field = request.headers[.authorization] else { return false }
        return BearerCredentials(field) != nil || BearerCredentials.haveForeignCharacters(field)
    }
}
