import FoundationEssentials
import KeyLeasing
import Secrets
import Storage

/// The vault's whole state in memory, behind its one lock.
struct VaultState: Sendable {
    // One process: the health of keys and their leases are those of this process; the keys are read again by their revision.

    /// The result of a request for a lease.
    enum LeaseDecision: Sendable {
        case lend(id: String, secret: SecretString, concealing: PoolSecrets)
        case none
        case fail(KeyVaultError)
        case wait(AsyncStream<Void>)
    }

    /// The lease of the store.
    let lease: any StoreLease

    /// Returns whether an upstream has a live check; it must not call the vault.
    private let canCheck: @Sendable (_ upstream: String) -> Bool
    var pools = KeyPools()
    var waiters = LeaseWaiters()

    /// The upstreams that refused the last call without a key.
    var wantingKey: Set<String> = []
    var schedule = UpkeepSchedule()

    /// The rotations that this process performs, with their upstreams.
    var ownRotations: [String: String] = [:]

    /// The rotations whose new key is being checked, with their upstreams.
    var verifying: [String: String] = [:]

    /// The number of changes that this process has started to store, and of those that are in memory.
    var commits = (started: 0, ended: 0)

    /// Whether the store has a change of this process that could not be read afterwards, so that the history lacks it.
    var isChangeUnread = false

    /// Whether ``KeyVault/run(policy:clock:onNotice:)`` is running, which checks keys and rolls rotations back.
    var isUpkeepRunning = false

    /// Automatic key events not yet reported.
    var notices: [KeyNotice] = []

    /// Audit rows to be stored together with the health of keys.
    var unsavedEntries: [(action: String, object: String, outcome: String)] = []

    /// The changes of keys that are not stored yet.
    var history = KeyHistory()

    init(lease: any StoreLease, canCheck: @escaping @Sendable (_ upstream: String) -> Bool) {
        (self.lease, self.canCheck) = (lease, canCheck)
    }

    /// Whether it is known that no call uses a rotation's old key; the calls of other processes are not known.
    func isDrained(_ rotation: RotationRecord) -> Bool {
        lease.isExclusive && pools.leasesOut(of: rotation.oldKey, in: rotation.upstream) == 0
    }

    /// Lends a key, the preferred one if it may be used, or decides what to do without one.
    mutating func lease(
        _ upstream: String,
        for use: KeyUse,
        to destinations: [String] = [],
        preferring preferred: String? = nil,
        at time: Date,
        mayWait: Bool
    ) -> LeaseDecision {
        switch pools.pick(upstream, for: use, to: destinations, preferring: preferred, at: time) {
        case .key(let id, let secret):
            return .lend(id: id, secret: secret, concealing: pools.pools[upstream]?.secrets ?? PoolSecrets())
        case .none: return .none
        case .unusable(let keys):
            return mayWait && isUndecided(upstream) ? .wait(waiters.add(upstream)) : .fail(keys.error)
        }
    }

    /// Whether a result is near that may provide a usable key: a new or a refused key is being checked, or an old key is about to
    /// be restored.
    func isUndecided(_ upstream: String) -> Bool {
        if verifying.values.contains(upstream) { return true }
        guard isUpkeepRunning, let keys = pools.pools[upstream]?.keys else { return false }
        return keys.contains { key in
            if key.isCheckAwaited { return true }
            guard key.role == .member, let probation = key.probation, probation.isFailed else { return false }
            return !schedule.isPostponed(.rollBack(rotation: probation.rotation))
        }
    }

    /// Records the outcome of a call; true if upkeep must act.
    mutating func record(_ outcome: KeyOutcome, of id: String, in upstream: String, at time: Date) -> Bool {
        history.count(outcome, of: id, in: upstream, at: time)
        let effect = pools.change(upstream) { [isUpkeepRunning] in
            $0.record(outcome, of: id, at: time, isUpkeepRunning: isUpkeepRunning)
        }
        return effect.map { report($0, key: id, in: upstream, because: .init(outcome), at: time) } ?? false
    }

    /// Records the result of a live check; true if upkeep must act.
    mutating func record(_ check: KeyCheck, of id: String, in upstream: String, at time: Date) -> Bool {
        let effect = pools.change(upstream) { $0.record(check, of: id, at: time) }
        return effect.map { report($0, key: id, in: upstream, because: .checked, at: time) } ?? false
    }

    private mutating func report(
        _ effect: KeyPool.Effect,
        key: String,
        in upstream: String,
        because cause: KeyChangeRecord.Cause,
        at time: Date
    ) -> Bool {
        if let health = effect.health {
            // A doubt always comes from refused calls, also when a check brought it to light.
            let cause = if case .inDoubt = health.to { KeyChangeRecord.Cause.refused } else { cause }
            history.record(health.to, of: key, in: upstream, because: cause, at: time)
        }
        if let told = effect.announced,
            let notice = KeyNotice(
                from: told.from,
                to: told.to,
                key: key,
                upstream: upstream,
                advice: pools.pools[upstream]?.key(key)?.condition
                    .advice(
                        of: upstream,
                        undoing: pools.rotationToUndo(key),
                        restoring: canCheck(upstream) ? nil : key,
                        at: time
                    )
            )
        {
            notices.append(notice)
            if let entry = notice.auditEntry { unsavedEntries.append(entry) }
        }
        return effect.health != nil || effect.announced != nil || effect.isSilent || effect.isUrgent
    }
}

/// Leases that wait for a result which may provide a key: of a rotation's check, a refused key's check, or a roll-back.
struct LeaseWaiters: Sendable {
    // One process: waiting leases are woken by outcomes in this process.
    private var waiting: [String: [Int: AsyncStream<Void>.Continuation]] = [:]
    private var nextID = 0

    /// Adds a waiter; its stream ends with the result, or when the waiting task is cancelled.
    mutating func add(_ upstream: String) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        nextID += 1
        waiting[upstream, default: [:]][nextID] = continuation
        return stream
    }

    /// Returns the number of leases that wait for an upstream.
    func count(_ upstream: String) -> Int { waiting[upstream]?.count ?? 0 }

    /// Removes and returns the waiters of an upstream, or all; the caller must end them after releasing its lock.
    mutating func removeAll(of upstream: String? = nil) -> [AsyncStream<Void>.Continuation] {
        if let upstream { return waiting.removeValue(forKey: upstream).map { Array($0.values) } ?? [] }
        defer { waiting = [:] }
        return waiting.values.flatMap(\.values)
    }
}
