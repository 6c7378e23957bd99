import Hummingbird
import Synchronization

/// The number of HTTP requests by route, method and status.
///
/// Unknown paths are not stored.
final class RequestMetrics: Sendable {
    /// The group of a request.
    struct Key: Hashable, Comparable {
        var method: String
        /// The route as it was registered, such as `/v1/runs/:run`.
        var route: String
        var status: Int

        static func < (left: Key, right: Key) -> Bool {
            (left.route, left.method, left.status) < (right.route, right.method, right.status)
        }
    }

    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    private let state = Mutex<[Key: Int]>([:])

    /// Counts a request with its response.
    func record(_ method: String, route: String?, status: Int) {
        let key = Key(
            method: Self.methods.contains(method) ? method : "other",
            // For a path without a route, the framework reports a text without a slash.
            route: route.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "(none)",
            status: status
        )
        state.withLock { $0[key, default: 0] += 1 }
    }

    /// The number of requests in each group.
    var counts: [Key: Int] { state.withLock { $0 } }
}
