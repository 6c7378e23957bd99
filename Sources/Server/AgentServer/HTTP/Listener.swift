import APIDescription

/// A listener: one for all requests, or one for clients and one for administrators.
package enum Listener: Sendable {
    /// Clients and administrators.
    case shared
    /// Only clients.
    case clients
    /// Only administrators.
    case administrators

    /// Whether the listener has the routes for some users.
    func offers(_ side: Endpoint.Side) -> Bool {
        switch side {
        case .both: true
        case .clients: self != .administrators
        case .administrators: self != .clients
        }
    }

    /// Whether a route is `/healthz` or `/readyz`.
    ///
    /// - Parameter route: The route as it was registered, because a path can be written in several ways.
    static func isHealthCheck(_ route: String?) -> Bool { route == "/healthz" || route == "/readyz" }

    /// Whether a path is written like its route, with single slashes and no slash at its end.
    ///
    /// The router ignores additional slashes. A proxy that blocks `/metrics` would let `/metrics/` pass.
    static func isExact(_ path: String) -> Bool {
        let path = path.utf8
        let slash = UInt8(ascii: "/")
        if path.count > 1, path.last == slash { return false }
        return !zip(path, path.dropFirst()).contains { $0 == slash && $1 == slash }
    }

    /// Whether an address can be reached from this machine only.
    package static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
