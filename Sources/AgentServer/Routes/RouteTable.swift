import Accounts
import AgentTools
import AgentWire
import HTTPTypes
import Hummingbird
import StreamingJSON

/// The routes; adds those of a listener to its router, behind the check of tokens and the limits.
struct RouteTable {
    let routes: [Route]
    let clients: Clients
    let tools: ToolRegistry
    let failures: FailedAuthentications
    let admission: Admission?

    /// Adds the routes that a listener has.
    ///
    /// A path that it does not have is unknown there, whichever method is used.
    func add(to router: Router<ToriiRequestContext>, of listener: Listener) {
        let offered = routes.filter { listener.offers($0.endpoint.side) }
        for route in offered {
            let endpoint = route.endpoint
            let group = router.group()
            if !endpoint.access.isOpen, !route.isOpened {
                group.add(
                    middleware: TokenMiddleware(
                        clients: clients,
                        access: endpoint.access,
                        tools: tools,
                        failures: failures
                    )
                )
            }
            // Limits are the clients'; administrators have none.
            if endpoint.side == .clients { group.add(middleware: RateLimitMiddleware(admission: admission)) }
            group.on(RouterPath(endpoint.path), method: endpoint.method, use: route.work)
        }
        for (path, routes) in Dictionary(grouping: offered, by: \.endpoint.path) {
            Self.guardMethods(of: path, besides: routes.map(\.endpoint.method), in: router)
        }
    }

    /// The methods that programs send; QUERY is draft-ietf-httpbis-safe-method-w-body's.
    private static let methods: [HTTPRequest.Method] =
        [.get, .head, .post, .put, .patch, .delete, .trace] + [HTTPRequest.Method("QUERY")].compactMap(\.self)

    /// Answers 405 to the methods that a path does not take, and 204 to `OPTIONS`, both with those that it takes (RFC 9110 §9.3.7, §15.5.6).
    private static func guardMethods(
        of path: String,
        besides allowed: [HTTPRequest.Method],
        in router: Router<ToriiRequestContext>
    ) {
        let named = allowed.map(\.rawValue).joined(separator: ", ")
        // The router answers HEAD wherever there is a GET.
        let answered = allowed + (allowed.contains(.get) ? [.head] : [])
        let allow = (answered + [.options]).map(\.rawValue).joined(separator: ", ")
        for method in methods where !answered.contains(method) {
            router.on(RouterPath(path), method: method) { request, context in
                let problem = Problem(
                    .methodNotAllowed,
                    detail: "\(request.shownPath) takes \(named), not \(request.method)"
                )
                var response = Response.problem(problem, requestID: context.id, as: context.errorForm)
                response.headers[.allow] = allow
                return response
            }
        }
        router.on(RouterPath(path), method: .options) { _, _ in
            Response(status: .noContent, headers: [.allow: allow])
        }
    }
}
