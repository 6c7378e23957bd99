import KeyLeasing
import KeyVault
import Secrets
import Synchronization

/// A pool that lends its keys in order, the next one after each report of a key's fault, and records the reports.
final class ReportedKeys: Sendable {
    private struct State {
        var keys: [String]
        var told: [String] = []
        var lent: [String] = []
    }

    private let state: Mutex<State>
    private let whenEmpty: (any Error)?

    /// - Parameter whenEmpty: The error that is thrown if no key is left; by default the last key is lent again.
    init(_ keys: [String], whenEmpty: (any Error)? = nil) {
        state = Mutex(State(keys: keys))
        self.whenEmpty = whenEmpty
    }

    /// The reports, as `key: outcome`.
    var told: [String] { state.withLock { $0.told } }
    /// The keys that were lent, in order.
    var lent: [String] { state.withLock { $0.lent } }

    var source: KeySource { { try self.lease() } }

    private func lease() throws -> KeyLease {
        let key = state.withLock { state -> String? in
            guard let key = state.keys.first else { return nil }
            state.lent.append(key)
            return key
        }
        guard let key else { throw whenEmpty ?? KeyVaultError(.noKey, "No key is left.") }
        return KeyLease(keyID: key, secret: SecretString(key), onReport: { self.report($0, of: key) })
    }

    private func report(_ outcome: KeyOutcome, of key: String) {
        state.withLock { state in
            state.told.append("\(key): \(outcome.word)")
            if outcome != .accepted, outcome != .upstreamFault, state.keys.first == key,
                state.keys.count > 1 || whenEmpty != nil
            {
                state.keys.removeFirst()
            }
        }
    }
}

extension KeyOutcome {
    /// The outcome in one or two words.
    var word: String {
        switch self {
        case .accepted: "accepted"
        case .refused: "refused"
        case .outOfCredit: "out of credit"
        case .limited(nil): "limited"
        case .limited(let wait?): "limited, \(wait.components.seconds) s"
        case .upstreamFault: "upstream fault"
        }
    }
}
