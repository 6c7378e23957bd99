import Hummingbird
import Synchronization

/// Counts HTTP requests by what the server knows them by: never by an address as it was sent.
final class RequestMeasures: Sendable {
    /// What requests are told apart by.
    struct Key: Hashable, Comparable {
        var method: String
        /// The route as it was added, such as `/v1/runs/:run`.
        var route: String
        var status: Int

        static func < (left: Key, right: Key) -> Bool {
            (left.route, left.method, left.status) < (right.route, right.method, right.status)
        }
    }

    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    private let state = Mutex<[Key: Int]>([:])

    /// A request was answered.
    func answered(_ method: String, route: String?, status: Int) {
        let key = Key(
            method: Self.methods.contains(method) ? method : "other",
            // For what there is no route for, the framework has a word.
            route: route.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "(none)",
            status: status
        )
        state.withLock { $0[key, default: 0] += 1 }
    }

    /// How many requests there were of each.
    var counts: [Key: Int] { state.withLock { $0 } }
}
