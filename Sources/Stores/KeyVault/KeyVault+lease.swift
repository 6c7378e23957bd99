public import KeyLeasing
import Signals
import Storage
import Synchronization

extension KeyVault {
    /// Lends a key of an upstream; nil if the upstream has no keys.
    ///
    /// A lease reads memory only and never waits for the database. It waits only if no key can be used now but the result of a
    /// check is near: of a rotation's new key, of a refused key, or of a roll-back.
    ///
    /// The key of ``KeyPreference`` is lent if it may be used now.
    /// - Parameters:
    ///   - upstream: The upstream to call.
    ///   - use: The purpose of the call.
    ///   - destinations: The places that the key will be sent to; none if only the operator's settings define them.
    /// - Throws: ``KeyVaultError`` with ``KeyVaultError/Code/noUsableKey`` if there are keys but none can be used now, with
    ///   ``KeyVaultError/Code/unconfirmedDestination`` if none of them may be sent to the places, and with
    ///   ``KeyVaultError/Code/sealBroken`` if none of their records can be opened.
    public func lease(
        _ upstream: String,
        for use: KeyUse = .any,
        to destinations: [String] = []
    ) async throws -> KeyLease? {
        // Each wait ends with the result of a check. After three results without a usable key, waiting longer does not help.
        var waits = 0
        let preferred = KeyPreference.current
        while true {
            let time = now()
            let decision = state.withLock {
                $0.lease(upstream, for: use, to: destinations, preferring: preferred, at: time, mayWait: waits < 3)
            }
            switch decision {
            case .none: return nil
            case .fail(let error): throw error
            case .lend(let id, let secret, let concealed):
                return KeyLease(
                    keyID: id,
                    secret: secret,
                    onReport: { [self] outcome in report(outcome, of: id, in: upstream) },
                    onOthersOutcome: { [self] other, outcome in report(outcome, of: other, insteadOf: id, in: upstream)
                    },
                    forms: concealed.forms,
                    onEcho: { [self] place in recordEcho(of: concealed.key(at: place) ?? id, in: upstream) },
                    onReturn: { [self] in endLease(id, in: upstream) }
                )
            case .wait(let outcome):
                waits += 1
                for await _ in outcome {}
                try Task.checkCancellation()
            }
        }
    }

    /// Lends no key, for a call to a server that may need none, and remembers whether the server refuses such calls.
    public func keylessLease(_ upstream: String) -> KeyLease {
        KeyLease.keyless(remedy: "Add one with `torii keys add \(upstream)`.") { [self] outcome in
            state.withLock { state in
                switch outcome {
                case .refused: state.wantingKey.insert(upstream)
                case .accepted: state.wantingKey.remove(upstream)
                case .limited, .outOfCredit, .upstreamFault: break
                }
            }
        }
    }

    private func report(_ outcome: KeyOutcome, of id: String, in upstream: String) {
        let time = now()
        if state.withLock({ $0.record(outcome, of: id, in: upstream, at: time) }) { upkeepSignal.raise() }
    }

    /// Records that another key was accepted or refused for a call for which a key was refused.
    private func report(_ outcome: KeyOutcome, of other: String, insteadOf id: String, in upstream: String) {
        let time = now()
        let isWorkDue = state.withLock { state in
            state.pools.change(upstream) { pool in
                if outcome == .accepted { return pool.recordSuccess(of: other, insteadOf: id, at: time) }
                pool.recordRefusal(of: other, insteadOf: id, at: time)
                return false
            } ?? false
        }
        if isWorkDue { upkeepSignal.raise() }
        // A roll-back that leases waited for may not be due any more.
        if outcome == .refused { releaseWaiters(of: upstream) }
    }

    /// Records once that an answer contained a key; one that is not lent any more has no record.
    private func recordEcho(of id: String, in upstream: String) {
        let time = now()
        let isFirst = state.withLock { state in
            let isFirst = state.pools.change(upstream) { pool in
                pool.change(id) { key in
                    defer { key.exposedAt = key.exposedAt ?? time }
                    return key.exposedAt == nil
                } ?? false
            }
            guard isFirst == true else { return false }
            state.notices.append(KeyNotice(exposureOf: id, upstream: upstream))
            return true
        }
        guard isFirst else { return }
        upkeepSignal.raise()
        // Unstructured, because the answer is on its way and does not wait for the store.
        Task { try? await change(id, SealedSecretChange(exposedAt: time), by: .torii) }
    }

    private func endLease(_ id: String, in upstream: String) {
        let isLast = state.withLock { state in
            state.pools.change(upstream) { $0.endLease(id) } ?? false
        }
        if isLast { upkeepSignal.raise() }
    }

    /// Resumes the leases that wait for an upstream, or for any; they try again to get a key.
    func releaseWaiters(of upstream: String? = nil) {
        let waiters = state.withLock { $0.waiters.removeAll(of: upstream) }
        for waiter in waiters { waiter.finish() }
    }
}
