import AgentWire
import HTTPTypes
import Hummingbird
import StreamingJSON

/// Answers for a known path: 405 to the methods that it does not take, and 204 to `OPTIONS`, both with those that it takes.
struct MethodGuard {
    private static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete]

    /// Guards one path.
    static func add(to router: Router<ToriiRequestContext>, _ path: RouterPath, allowing allowed: HTTPRequest.Method...)
    {
        add(to: router, path, allowing: allowed)
    }

    /// Guards one path.
    static func add(
        to router: Router<ToriiRequestContext>,
        _ path: RouterPath,
        allowing allowed: [HTTPRequest.Method]
    ) {
        let named = allowed.map(\.rawValue).joined(separator: ", ")
        // The router answers HEAD wherever there is a GET.
        let answered = allowed + (allowed.contains(.get) ? [.head] : [])
        let allow = (answered + [.options]).map(\.rawValue).joined(separator: ", ")
        for method in methods where !answered.contains(method) {
            router.on(path, method: method) { request, context in
                let problem = Problem(
                    .methodNotAllowed,
                    detail: "\(request.shownPath) takes \(named), not \(request.method)"
                )
                var response = Response.problem(problem, requestID: context.id)
                response.headers[.allow] = allow
                return response
            }
        }
        router.on(path, method: .options) { _, _ in Response(status: .noContent, headers: [.allow: allow]) }
    }
}
