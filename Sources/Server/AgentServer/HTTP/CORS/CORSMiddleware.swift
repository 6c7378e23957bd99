import HTTPTypes
import Hummingbird
import Logging
import StreamingJSON
import Synchronization

/// The origins that the log has named lately: ten an hour, each once, because anybody can send any.
final class UnlistedOrigins: Sendable {
    private static let most = 10
    private static let window = Duration.seconds(3600)

    private struct State {
        var start: ContinuousClock.Instant?
        var named: Set<String> = []
    }

    private let state = Mutex(State())

    /// Whether an origin is to be named now.
    func isToBeNamed(_ origin: String, at now: ContinuousClock.Instant) -> Bool {
        state.withLock { state in
            if state.start.map({ now - $0 >= Self.window }) ?? true { state = State(start: now) }
            guard state.named.count < Self.most else { return false }
            return state.named.insert(origin).inserted
        }
    }
}

/// The headers that allow web pages of the configured origins to call the clients' routes and the health checks.
///
/// It answers preflights and names the page's origin in each response, including problems. Administrators' routes are excluded, because a
/// page with an admin token is a risk without a benefit.
struct CORSMiddleware: RouterMiddleware {
    typealias Context = ToriiRequestContext

    let policy: CORSPolicy
    private let unlisted = UnlistedOrigins()

    init(policy: CORSPolicy) { self.policy = policy }

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard Self.covers(context.endpointPath), Self.covers(request.uri.path) else { return response }
        hint(at: request, response, context)
        guard !policy.isEmpty else { return response }
        // This field is also sent without an origin, so that no cache returns the response for one page to another.
        response.headers[.vary] = "Origin"
        guard let origin = request.headers[.origin], policy.allows(origin) else { return response }
        response.headers[.accessControlAllowOrigin] = origin
        if request.method == .options, request.headers[.accessControlRequestMethod] != nil {
            response.headers[.accessControlAllowMethods] = response.headers[.allow]
            let requested = request.headers[.accessControlRequestHeaders] ?? ""
            response.headers[.accessControlAllowHeaders] =
                Self.requestFields + (UserFields.areNamed(in: requested) ? "" : ", *")
            response.headers[.accessControlMaxAge] = "600"
        } else {
            response.headers[.accessControlExposeHeaders] = Self.responseFields
        }
        return response
    }

    /// Reports to the operator that a page wanted to call and may not, because the browser shows the operator nothing of it.
    private func hint(at request: Request, _ response: Response, _ context: Context) {
        guard request.method == .options, request.headers[.accessControlRequestMethod] != nil,
            response.status == .noContent,
            let origin = request.headers[.origin], !policy.allows(origin), unlisted.isToBeNamed(origin, at: .now)
        else { return }
        context.logger.notice(
            "A web page of an origin that is not listed wanted to call this server; if the page is yours, add its origin to TORII_WEB_ORIGINS",
            metadata: ["origin": "\(origin.excerpt())"]
        )
    }

    /// The request fields that pages may send in addition to those that browsers always allow.
    ///
    /// The star allows fields of client libraries, such as `X-Stainless-Lang`. It includes all fields except `Authorization` (WHATWG Fetch,
    /// "CORS-preflight fetch"). For browsers without support for it, the list names each field. A page that wants to choose the user gets
    /// no star, because a token that may act for users must never be in a browser.
    private static let requestFields =
        "Authorization, Content-Type, Idempotency-Key, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, "
        + "Mcp-Session-Id, Prefer, Torii-Items, Torii-Time-Zone, anthropic-version, traceparent, tracestate, x-api-key"

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
