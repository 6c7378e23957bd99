import Synchronization

/// Makes sure that of requests under one key one makes a run and the others find it.
final class IdempotencyClaims: Sendable {
    /// A key of a client.
    struct Key: Hashable, Sendable {
        var client: String
        var key: String
    }

    /// What a request finds.
    enum Claim {
        /// A run that has not been stored to its end.
        case run(LiveRun)
        /// Nothing: it has to look in the store, and then to ``IdempotencyClaims/fulfil(_:with:)`` or
        /// ``IdempotencyClaims/release(_:)``.
        case yours
    }

    private enum Entry {
        case run(LiveRun)
        case claimed([CheckedContinuation<Void, Never>])
    }

    private let entries = Mutex<[Key: Entry]>([:])

    /// Looks for a key; waits while another request has claimed it.
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

    /// Whether a request has claimed the key, or its run is there.
    func isTaken(_ key: Key) -> Bool { entries.withLock { $0[key] != nil } }

    /// The run of a claimed key.
    func fulfil(_ key: Key, with run: LiveRun) { set(key, .run(run)) }

    /// The key is free: there is no run, or the store has it to its end.
    func release(_ key: Key) { set(key, nil) }

    private func set(_ key: Key, _ entry: Entry?) {
        let old = entries.withLock { entries in
            defer { entries[key] = entry }
            return entries[key]
        }
        if case .claimed(let waiters) = old { for waiter in waiters { waiter.resume() } }
    }
}
