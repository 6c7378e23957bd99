import Accounts
import AgentWire
import HTTPTypes
import Hummingbird
import StreamingJSON

/// The metadata of `/mcp` as a protected resource (RFC 9728): where it is, and how a token is sent.
///
/// The server issues its own tokens, which the operator hands out, so no authorization server is named.
struct ResourceMetadata {
    /// The routes: the document has two addresses, because clients look for both.
    static var routes: [Route] {
        [Endpoint.resourceMetadata, .resourceMetadataOfRoot].map { endpoint in
            Route(endpoint) { request, _ in
                .json(document(for: request))
            }
        }
    }

    private static func document(for request: Request) -> JSONValue {
        [
            "resource": .string(base(of: request) + "/mcp"),
            "bearer_methods_supported": ["header"],
            "scopes_supported": .array(Scope.forClients.sorted().map { .string($0.description) }),
            "resource_name": "Torii",
        ]
    }

    /// Returns the address of the document.
    static func address(for request: Request) -> String {
        base(of: request) + "/.well-known/oauth-protected-resource/mcp"
    }

    /// Returns the address that the request was sent to.
    ///
    /// A proxy that ends TLS names the scheme in `X-Forwarded-Proto`.
    private static func base(of request: Request) -> String {
        // The host was checked: it is a name of this server or an address.
        let scheme = request.headers[.forwardedProtocol] == "https" ? "https" : "http"
        return "\(scheme)://" + (request.head.authority ?? "localhost")
    }
}
