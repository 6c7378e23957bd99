import AgentWire
import HTTPTypes
import Hummingbird
import StreamingJSON

/// Answers 405, with what is allowed, to the methods that a known path does not take.
struct MethodGuard {
    private static let methods: [HTTPRequest.Method] = [.get, .post, .put, .patch, .delete]

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
        let allow = allowed.map(\.rawValue).joined(separator: ", ")
        for method in methods where !allowed.contains(method) {
            router.on(path, method: method) { request, context in
                let problem = Problem(
                    .methodNotAllowed,
                    detail: "\(request.shownPath) takes \(allow), not \(request.method)"
                )
                var response = Response.problem(problem, requestID: context.id)
                response.headers[.allow] = allow
                return response
            }
        }
    }
}
