import APIDescription
import Accounts
import AgentTools
import AgentWire
import HTTPTypes
import Hummingbird
import StoredValues
import StreamingJSON

/// The routes, which it adds to a listener's router, behind the check of tokens and the limits.
struct RouteTable {
    let routes: [Route]
    let clients: Clients
    let tools: ToolCatalog
    let failures: FailedAuthentications
    let authentications: AuthenticationMetrics
    let admission: Admission?
    /// The permissions of responses that last long.
    let permits: ReadingPermits
    /// The sign-ins of browsers; `nil` if the pages are switched off.
    let sessions: BrowserSessions?
    /// The URL at which clients reach the server.
    let publicURL: String?

    /// Adds the routes of a listener.
    ///
    /// A path that the listener does not offer is unknown there, whatever the method.
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
                        data: endpoint.data,
                        tools: tools,
                        failures: failures,
                        authentications: authentications,
                        permits: permits,
                        acceptsKeyField: endpoint.acceptsKeyField,
                        cookies: cookies(for: endpoint.side)
                    )
                )
            }
            // Only clients have limits.
            if endpoint.side == .clients { group.add(middleware: RateLimitFieldsMiddleware(admission: admission)) }
            group.on(RouterPath(endpoint.path), method: endpoint.method, use: route.work)
        }
        for (path, routes) in Dictionary(grouping: offered, by: \.endpoint.path) {
            Self.guardMethods(of: path, besides: routes.map(\.endpoint.method), in: router)
        }
    }

    /// Returns the check of cookies: those of the chat page are for clients' routes only, those of the console for administrators'.
    private func cookies(for side: Endpoint.Side) -> CookieAuthentication? {
        guard let sessions else { return nil }
        return switch side {
        case .clients: CookieAuthentication(sessions: sessions, side: .client, publicURL: publicURL)
        case .administrators: CookieAuthentication(sessions: sessions, side: .admin, publicURL: publicURL)
        case .both: nil
        }
    }

    /// The methods that programs send.
    ///
    /// QUERY is defined by draft-ietf-httpbis-safe-method-w-body.
    private static let methods: [HTTPRequest.Method] =
        [.get, .head, .post, .put, .patch, .delete, .trace] + [HTTPRequest.Method("QUERY")].compactMap(\.self)

    /// Responds with 405 to unsupported methods of a path, and with 204 to `OPTIONS`, both with the supported ones (RFC 9110 §9.3.7,
    /// §15.5.6).
    private static func guardMethods(
        of path: String,
        besides allowed: [HTTPRequest.Method],
        in router: Router<ToriiRequestContext>
    ) {
        let named = allowed.map(\.rawValue).joined(separator: ", ")
        // The router responds to HEAD wherever there is a GET.
        let answered = allowed + (allowed.contains(.get) ? [.head] : [])
        let allow = (answered + [.options]).map(\.rawValue).joined(separator: ", ")
        for method in methods where !answered.contains(method) {
            router.on(RouterPath(path), method: method) { request, context in
                let problem = Problem(
                    .methodNotAllowed,
                    detail: "\(request.shownPath) does not support \(request.method); use \(named)"
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
