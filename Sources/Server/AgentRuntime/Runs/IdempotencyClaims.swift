import Storage
import Synchronization

/// Makes sure that only one of several requests with the same key makes a run, and that the others find it.
final class IdempotencyClaims: Sendable {
    // One process: two requests with one key at once find each other in memory; later ones find the stored run of any node.

    /// A key of a client.
    struct Key: Hashable, Sendable {
        var owner: Owner
        var key: String
    }

    /// The result of a claim.
    enum Claim {
        /// A run whose end is not stored yet.
        case run(LiveRun)
        /// No run: the caller must look in the store, and then call ``IdempotencyClaims/fulfill(_:with:)`` or
        /// ``IdempotencyClaims/release(_:)``.
        case yours
    }

    private enum Entry {
        case run(LiveRun)
        case claimed([CheckedContinuation<Void, Never>])
    }

    private let entries = Mutex<[Key: Entry]>([:])

    /// Claims a key; waits while another request has claimed it.
    func claim(_ key: Key) async -> Claim {
        while true {
            let claim: Claim? = entries.withLock { entries in
                switch entries[key] {
                case .run(let run): return .run(run)
                case .claimed: return nil
                case nil:
                    entries[key] = .claimed([])
                    return .yours
                }
            }
            if let claim { return claim }
            await withCheckedContinuation { waiter in
                let isFree = entries.withLock { entries in
                    guard case .claimed(let waiters) = entries[key] else { return true }
                    entries[key] = .claimed(waiters + [waiter])
                    return false
                }
                if isFree { waiter.resume() }
            }
        }
    }

    /// Whether a request has claimed the key, or its run is in memory.
    func isTaken(_ key: Key) -> Bool { entries.withLock { $0[key] != nil } }

    /// Sets the run of a claimed key.
    func fulfill(_ key: Key, with run: LiveRun) { set(key, .run(run)) }

    /// Releases a key, because there is no run or the store has its end.
    func release(_ key: Key) { set(key, nil) }

    private func set(_ key: Key, _ entry: Entry?) {
        let old = entries.withLock { entries in
            defer { entries[key] = entry }
            return entries[key]
        }
        if case .claimed(let waiters) = old { for waiter in waiters { waiter.resume() } }
    }
}
