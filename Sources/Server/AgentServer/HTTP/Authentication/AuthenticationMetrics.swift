import Synchronization

/// The number of authentications by kind and outcome, except those of signed tokens, which their issuers count.
final class AuthenticationMetrics: Sendable {
    /// The credential of a request.
    enum Kind: String, Sendable {
        /// A token of a client or an administrator.
        case client
        /// The token of an app's backend that names a user.
        case backend
        /// The cookie of a browser.
        case cookie
    }

    /// A kind with an outcome: `accepted`, `blocked`, `expired`, `refused`, `revoked` or `unknown`.
    struct Key: Hashable {
        var kind: Kind
        var outcome: String
    }

    private let state = Mutex<[Key: Int]>([:])

    /// Counts an authentication.
    func record(_ kind: Kind, _ outcome: String) {
        state.withLock { $0[Key(kind: kind, outcome: outcome), default: 0] += 1 }
    }

    /// The numbers since the start.
    var counts: [Key: Int] { state.withLock { $0 } }
}
