public import KeyLeasing
import Synchronization

extension KeyVault {
    /// Lends a key of an upstream; nil when the upstream has none at all.
    ///
    /// Memory only: no call waits for the database. Only when no key may be used now, and a new one is just being checked, it waits for
    /// what comes of that.
    /// - Parameters:
    ///   - upstream: The upstream that is to be called.
    ///   - use: What the key is for.
    /// - Throws: ``KeyVaultError`` with ``KeyVaultError/Code/noUsableKey`` when there are keys but none may be used now, and with
    ///   ``KeyVaultError/Code/sealBroken`` when none of their records opens.
    public func lease(_ upstream: String, for use: KeyUse = .any) async throws -> KeyLease? {
        // Each wait ends with an outcome; who has seen three of them and still has no key will not get one by waiting.
        var waits = 0
        while true {
            let time = now()
            let decision = state.withLock { $0.lease(upstream, for: use, at: time, mayWait: waits < 3) }
            switch decision {
            case .none: return nil
            case .fail(let error): throw error
            case .lend(let id, let secret):
                return KeyLease(
                    keyID: id,
                    secret: secret,
                    onReport: { [self] outcome in report(outcome, of: id, in: upstream) },
                    onReturn: { [self] in takeBack(id, in: upstream) }
                )
            case .wait(let outcome):
                waits += 1
                for await _ in outcome {}
                try Task.checkCancellation()
            }
        }
    }

    private func report(_ outcome: KeyOutcome, of id: String, in upstream: String) {
        let time = now()
        if state.withLock({ $0.note(outcome, of: id, in: upstream, at: time) }) { wake.raise() }
    }

    private func takeBack(_ id: String, in upstream: String) {
        let isLast = state.withLock { state in
            state.pools.change(upstream) { $0.takeBack(id) } ?? false
        }
        if isLast { wake.raise() }
    }

    /// Lets the leases that wait for an upstream ask again.
    func releaseWaiters(of upstream: String? = nil) {
        let waiters = state.withLock { $0.waiters.take(upstream) }
        for waiter in waiters { waiter.finish() }
    }
}
