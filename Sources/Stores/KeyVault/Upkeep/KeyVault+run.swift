import Cancellation
import FoundationEssentials
import KeyLeasing
import Signals
import Storage
import Synchronization

/// The intervals of the vault's automatic key maintenance.
public struct KeyUpkeepPolicy: Sendable, Equatable {
    /// The time between live checks of a key in use; nil for no checks.
    public var checkInterval: Duration?

    /// The time before its expiry from which a key is warned of, once a day.
    public var expiryWarning: Duration

    /// Makes a policy; the defaults are one check a day and warnings from two weeks before the expiry.
    public init(checkInterval: Duration? = .seconds(86_400), expiryWarning: Duration = .seconds(14 * 86_400)) {
        self.checkInterval = checkInterval
        self.expiryWarning = expiryWarning
    }
}

extension KeyVault {
    /// Maintains the keys until the task is cancelled: a service to run beside the server.
    ///
    /// It continues the rotations of an earlier process, ends drains and erases kept keys, checks refused keys and periodically all
    /// others, rolls back rotations whose new key is refused, and warns before a key expires. It stores changes of health once a
    /// second; a killed process loses those of the last second and learns them again from the next refused call.
    /// - Parameters:
    ///   - policy: The intervals of the maintenance.
    ///   - clock: The clock to wait with.
    ///   - onNotice: Called with each event that the operator should know.
    public func run(
        policy: KeyUpkeepPolicy = KeyUpkeepPolicy(),
        clock: any Clock<Duration> = ContinuousClock(),
        onNotice: @escaping @Sendable (KeyNotice) -> Void = { _ in }
    ) async {
        state.withLock { $0.isUpkeepRunning = true }
        do {
            try await resumeRotations()
        } catch is CancellationError {
        } catch {
            onNotice(KeyNotice(.failure, upstream: "", subject: "rotations", "Rotations were not resumed: \(error)"))
        }
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                let time = now()
                let (due, next, notices) = state.withLock { $0.startUpkeep(policy: policy, at: time) }
                for notice in notices { onNotice(notice) }
                for task in due {
                    group.addTask { [self] in await perform(task, onNotice: onNotice) }
                }
                // The system time may change, and another process may have changed the store, so no wait is longer than a minute.
                let wait = min(next.map { $0.timeIntervalSince(time) } ?? 60, 60)
                await pause(for: .seconds(wait), by: clock)
            }
        }
        state.withLock { $0.isUpkeepRunning = false }
        releaseWaiters()
        await uncancelled { [self] in
            try? await saveHealth()
            try? await saveHistory()
        }
    }

    private func pause(for wait: Duration, by clock: any Clock<Duration>) async {
        await withTaskGroup { group in
            group.addTask { [upkeepSignal] in await upkeepSignal.wait() }
            group.addTask { try? await clock.sleep(for: wait) }
            await group.next()
            group.cancelAll()
        }
    }

    private func perform(_ task: UpkeepTask, onNotice: @Sendable (KeyNotice) -> Void) async {
        var failure: (any Error)?
        do {
            try await attempt(task, onNotice: onNotice)
        } catch is CancellationError {
        } catch {
            failure = error
        }
        // Another caller has already made this change.
        if (failure as? StoreError)?.code == .conflict { failure = nil }
        if (failure as? KeyVaultError)?.code == .conflict { failure = nil }
        if let failure {
            let sentence = "A maintenance task of the vault failed and is tried again: \(failure)"
            onNotice(KeyNotice(.failure, upstream: task.upstream ?? "", subject: task.subject, sentence))
        }
        let time = now()
        state.withLock { $0.schedule.end(task, hasFailed: failure != nil, at: time) }
        // Leases do not wait for a postponed task.
        if failure != nil { releaseWaiters() }
        upkeepSignal.raise()
    }

    private func attempt(_ task: UpkeepTask, onNotice: @Sendable (KeyNotice) -> Void) async throws {
        switch task {
        case .interrupt(let id): _ = try await interrupt(requireRotation(id))
        case .advance(let id), .erase(let id): _ = try await advance(requireRotation(id))
        case .rollBack(let id):
            let undone = try await rollBackRefused(id)
            let record = try await requireRotation(id)
            onNotice(KeyNotice(rollBackOf: record, isDone: undone != nil))
        case .check(let key, let upstream):
            _ = await checkNow(key, in: upstream)
        case .warn(let key, let upstream):
            let time = now()
            guard let expiry = state.withLock({ $0.recordWarning(of: key, in: upstream, at: time) }) else { return }
            onNotice(KeyNotice(expiryOf: key, upstream: upstream, at: expiry, now: time))
        case .saveHealth: try await saveHealth()
        case .saveHistory: try await saveHistory()
        }
    }
}

extension KeyVault {
    /// Checks a pooled key with its upstream and records the answer; nil if the key is missing or cannot be opened.
    func checkNow(_ id: String, in upstream: String) async -> KeyCheck? {
        let known = state.withLock { $0.pools.pools[upstream]?.key(id) }
        guard let known, let secret = known.secret else { return nil }
        let check = await checker.check(secret, for: upstream, within: Array(known.destinations))
        // A cancelled check has learned nothing from the upstream.
        if Task.isCancelled, case .unknown = check { return check }
        let time = now()
        let isWorkDue = state.withLock { $0.record(check, of: id, in: upstream, at: time) }
        releaseWaiters(of: upstream)
        if isWorkDue { upkeepSignal.raise() }
        return check
    }

    /// Stores the changes of health since the last call.
    /// - Parameter trail: Audit rows that are stored in the same transaction.
    func saveHealth(with trail: AuditTrail? = nil) async throws {
        let (records, entries) = state.withLock { $0.removeUnsaved() }
        var trail = trail ?? self.trail(.torii)
        for entry in entries { trail.entries += self.trail(.torii, entry).entries }
        guard !records.isEmpty || !trail.entries.isEmpty else { return }
        do {
            try await store.saveKeyHealth(records, audit: trail)
        } catch {
            state.withLock { $0.restoreUnsaved(records, entries) }
            throw error
        }
    }
}
