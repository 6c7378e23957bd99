import HTTPTypes
import Hummingbird

/// Lets web pages of the allowed origins call the clients' routes and the health checks: answers their preflights, and names their
/// origin in each answer, problems included.
///
/// Administrators' routes stay out of it: a page that has an admin token can do more harm than a page needs to do good.
struct CORSMiddleware: RouterMiddleware {
    typealias Context = ToriiRequestContext

    let policy: CORSPolicy

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard Self.covers(context.endpointPath) else { return response }
        // Also without an origin: a cache must not give one page's answer to another.
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

    /// The fields that pages may send beyond those that browsers always allow.
    ///
    /// The star allows those that client libraries add, such as `X-Stainless-Lang`; it covers all but `Authorization` (WHATWG Fetch,
    /// "CORS-preflight fetch"). Browsers that do not know it find the fields by name.
    private static let requestFields =
        "Authorization, Content-Type, Idempotency-Key, Last-Event-ID, Torii-Time-Zone, traceparent, tracestate, *"

    /// The fields that pages may read beyond those that browsers always show.
    private static let responseFields =
        "Allow, Location, RateLimit, RateLimit-Policy, Retry-After, Torii-Emulated, Torii-Ignored, Torii-Run, "
        + "X-Request-ID, X-Should-Retry"

    /// Returns whether pages may call a route.
    ///
    /// - Parameter route: The route as it was added; `nil` where there is none.
    static func covers(_ route: String?) -> Bool {
        switch route?.split(separator: "/").first {
        case "admin", "metrics": false
        default: true
        }
    }
}
