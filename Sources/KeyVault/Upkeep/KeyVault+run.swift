import FoundationEssentials
import KeyLeasing
import Storage
import Synchronization

extension KeyVault {
    /// Looks after the keys until the task is cancelled: a service to run beside the server.
    ///
    /// It carries on the rotations of a former process, ends drains and erases kept keys, checks refused keys and from time to time all
    /// others, undoes rotations whose new key is refused, warns before a key expires, and stores what is learnt of the keys' health,
    /// gathered for a second; a process that is killed loses that second, and learns it again by the next refused call.
    /// - Parameters:
    ///   - policy: How often it does so.
    ///   - clock: What it waits by.
    ///   - onNotice: Told what the operator should know.
    public func run(
        policy: KeyUpkeepPolicy = KeyUpkeepPolicy(),
        clock: any Clock<Duration> = ContinuousClock(),
        onNotice: @escaping @Sendable (KeyNotice) -> Void = { _ in }
    ) async {
        state.withLock { $0.isTended = true }
        do {
            try await resumeRotations()
        } catch is CancellationError {
        } catch {
            onNotice(KeyNotice(.failure, upstream: "", subject: "rotations", "Rotations were not resumed: \(error)"))
        }
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                let time = now()
                let (due, next, notices) = state.withLock { $0.beginUpkeep(policy: policy, at: time) }
                for notice in notices { onNotice(notice) }
                for task in due {
                    group.addTask { [self] in await perform(task, onNotice: onNotice) }
                }
                // The time may be set, and another process may have changed something: no wait is longer than a minute.
                let wait = min(next.map { $0.timeIntervalSince(time) } ?? 60, 60)
                await pause(for: .seconds(wait), by: clock)
            }
        }
        state.withLock { $0.isTended = false }
        releaseWaiters()
        // The task is cancelled, and the store would not write for it.
        await Task { try? await saveHealth() }.value
    }

    private func pause(for wait: Duration, by clock: any Clock<Duration>) async {
        await withTaskGroup { group in
            group.addTask { [wake] in await wake.wait() }
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
        // Somebody else was quicker; the task is not there any more.
        if (failure as? StoreError)?.code == .conflict { failure = nil }
        if (failure as? KeyVaultError)?.code == .conflict { failure = nil }
        if let failure {
            let sentence = "A task of the vault's own failed and is tried again: \(failure)"
            onNotice(KeyNotice(.failure, upstream: task.upstream ?? "", subject: task.subject, sentence))
        }
        let time = now()
        state.withLock { $0.schedule.end(task, hasFailed: failure != nil, at: time) }
        // Leases do not wait for a task that is put off.
        if failure != nil { releaseWaiters() }
        wake.raise()
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
            guard let expiry = state.withLock({ $0.noteWarning(of: key, in: upstream, at: time) }) else { return }
            onNotice(KeyNotice(expiryOf: key, upstream: upstream, at: expiry, now: time))
        case .saveHealth: try await saveHealth()
        }
    }
}

extension KeyVault {
    /// Asks the upstream about a key in the pool and notes the answer; nil when the key is not there or does not open.
    func checkNow(_ id: String, in upstream: String) async -> KeyCheck? {
        guard let secret = state.withLock({ $0.pools.pools[upstream]?.key(id)?.secret }) else { return nil }
        let check = await checker.check(secret, for: upstream)
        // Who is being stopped was told nothing by the upstream.
        if Task.isCancelled, case .unknown = check { return check }
        let time = now()
        let isWorkDue = state.withLock { $0.note(check, of: id, in: upstream, at: time) }
        releaseWaiters(of: upstream)
        if isWorkDue { wake.raise() }
        return check
    }

    /// Stores what was learnt of the health of keys since the last time.
    /// - Parameter trail: Rows that are stored with it.
    func saveHealth(with trail: AuditTrail? = nil) async throws {
        let (records, entries) = state.withLock { $0.takeUnsaved() }
        var trail = trail ?? self.trail(.torii)
        for entry in entries { trail.entries += self.trail(.torii, entry).entries }
        guard !records.isEmpty || !trail.entries.isEmpty else { return }
        do {
            try await store.saveKeyHealth(records, audit: trail)
        } catch {
            state.withLock { $0.putBackUnsaved(records, entries) }
            throw error
        }
    }
}
