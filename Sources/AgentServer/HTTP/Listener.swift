import AgentWire
import Hummingbird
import StreamingJSON

/// Which requests are answered where: all in one place, or those of administrators at an address of their own.
package enum Listener: Sendable {
    /// Clients and administrators.
    case shared
    /// Clients alone.
    case clients
    /// Administrators alone.
    case administrators

    /// Whom a route is for.
    enum Side: String, Sendable {
        /// Clients.
        case clients
        /// Administrators.
        case administrators
        /// Both, and whoever watches the server.
        case both
    }

    /// Whether routes for a side are there.
    func offers(_ side: Side) -> Bool {
        switch side {
        case .both: true
        case .clients: self != .administrators
        case .administrators: self != .clients
        }
    }

    /// Whether a route is `/healthz` or `/readyz`.
    ///
    /// - Parameter route: The route as it was added; an address as it was sent could be written in many ways.
    static func isHealthCheck(_ route: String?) -> Bool { route == "/healthz" || route == "/readyz" }

    /// Whether a path is written as its route is, with single slashes and none at its end.
    ///
    /// The router ignores further slashes. A proxy that shuts off `/metrics` would let `/metrics/` through.
    static func isExact(_ path: String) -> Bool {
        let path = path.utf8
        let slash = UInt8(ascii: "/")
        if path.count > 1, path.last == slash { return false }
        return !zip(path, path.dropFirst()).contains { $0 == slash && $1 == slash }
    }

    /// Whether an address is reached from this machine only.
    package static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

/// Answers 404 to paths that are not written as their route is.
struct ExactPathMiddleware: RouterMiddleware {
    typealias Context = ToriiRequestContext

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        if context.endpointPath != nil, !Listener.isExact(request.uri.path) {
            throw Problem(.notFound, detail: "there is nothing at \(request.method) \(request.shownPath)")
        }
        return try await next(request, context)
    }
}
