import HTTPTypes
import Hummingbird

/// The headers that allow web pages of the configured origins to call the clients' routes and the health checks.
///
/// It answers preflights and names the page's origin in each response, including problems. Administrators' routes are excluded, because a
/// page with an admin token is a risk without a benefit.
struct CORSMiddleware: RouterMiddleware {
    typealias Context = ToriiRequestContext

    let policy: CORSPolicy

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard Self.covers(context.endpointPath), Self.covers(request.uri.path) else { return response }
        // This field is also sent without an origin, so that no cache returns the response for one page to another.
        response.headers[.vary] = "Origin"
        guard let origin = request.headers[.origin], policy.allows(origin) else { return response }
        response.headers[.accessControlAllowOrigin] = origin
        if request.method == .options, request.headers[.accessControlRequestMethod] != nil {
            response.headers[.accessControlAllowMethods] = response.headers[.allow]
            response.headers[.accessControlAllowHeaders] = Self.requestFields
            response.headers[.accessControlMaxAge] = "600"
        } else {
            response.headers[.accessControlExposeHeaders] = Self.responseFields
        }
        return response
    }

    /// The request fields that pages may send in addition to those that browsers always allow.
    ///
    /// The star allows fields of client libraries, such as `X-Stainless-Lang`. It includes all fields except `Authorization` (WHATWG Fetch,
    /// "CORS-preflight fetch"). For browsers without support for it, the list names each field.
    private static let requestFields =
        "Authorization, Content-Type, Idempotency-Key, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, "
        + "Mcp-Session-Id, Prefer, Torii-Items, Torii-Time-Zone, anthropic-version, traceparent, tracestate, x-api-key, *"

    /// The response fields that pages may read in addition to those that browsers always expose.
    private static let responseFields =
        "Allow, Location, Mcp-Session-Id, Preference-Applied, RateLimit, RateLimit-Policy, Request-ID, Retry-After, Torii-Cost, Torii-Emulated, "
        + "Torii-Ignored, Torii-Lowered, Torii-Model-Replaced, Torii-Run, WWW-Authenticate, X-Request-ID, X-Should-Retry"

    /// Returns whether pages may call a route.
    ///
    /// - Parameter route: The route as it was registered, or the path of a request; `nil` if there is none.
    static func covers(_ route: String?) -> Bool {
        switch route?.split(separator: "/").first {
        case "admin", "metrics": false
        default: true
        }
    }
}
