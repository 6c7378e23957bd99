import AgentWire
import Foundation
import HeldBytes
import Logging
import Storage
import Synchronization

extension RunCoordinator {
    /// Makes a run wait for its client.
    ///
    /// The wait is stored before it is shown, so that a crash between the two loses nothing that was shown.
    ///
    /// - Parameter resumption: The way to resume the run when all calls are answered.
    /// - Returns: False when the run was stopped meanwhile and its work has to end it.
    /// - Throws: ``Problem`` when too many runs wait; `StoreError` when the wait could not be stored. The run then continues, and its
    ///   work has to end it.
    func wait(
        _ run: LiveRun,
        for calls: [RunActions.Open],
        _ turn: (_ eventCount: Int) -> RunActions.SuspendedTurn,
        _ resumption: Resumption
    ) async throws -> Bool {
        try reserveWaitingPlace(for: run, bytes: run.identity.request.utf8.count + turn(0).bytes)
        guard run.startWaiting(for: calls, turn, at: now()) else { return false }
        releaseSlot(of: run.id)
        do {
            try await store(run)
        } catch {
            // If it was stopped meanwhile, the stopping task ends it.
            guard run.cancelWait(at: now()) else { return true }
            throw error
        }
        notifyObservers(of: run, .waiting, before: .running)
        announceWait(of: run, resumption)
        // A client that knows a call's id from elsewhere may have answered before the run could resume.
        if run.isAnswered { await resume(run) }
        return true
    }

    /// Announces a stored wait to the client, which may answer from now on.
    private func announceWait(of run: LiveRun, _ resumption: Resumption) {
        // A run that was stopped meanwhile must leave nothing here; a run that is stopped later removes its resumption itself.
        state.withLock { if $0.runs[run.id] != nil, run.isWaiting { $0.resumptions[run.id] = resumption } }
        run.announce()
        devices?.publish([], run.actions.deviceCalls, of: run.identity)
        run.startDeadlines()
        dismissReadersIfStopping(of: run)
        wakeDrained()
    }

    /// Dismisses the readers of a waiting run when the server stops; their clients can read again from the next process.
    func dismissReadersIfStopping(of run: LiveRun) {
        if state.withLock({ $0.isStopping && $0.isAtRest(run) }) { run.dismissReaders() }
    }

    /// Adds a run that an earlier process left waiting.
    func restore(_ run: LiveRun, _ resumption: Resumption) {
        run.restoreDeviceCalls(at: now())
        addWaiting(run)
        let bytes = run.identity.request.utf8.count + (run.actions.suspended?.bytes ?? 0)
        let hold = held.keep(bytes, for: run.identity.owner.text)
        state.withLock { $0.waiting.restore(run.id, of: run.identity.owner, hold) }
        if let key = run.identity.idempotencyKey {
            claims.fulfill(.init(owner: run.identity.owner, key: key), with: run)
        }
        announceWait(of: run, resumption)
    }

    /// Resumes a run whose calls are answered, as soon as its client's limits and the slots have room.
    ///
    /// Until then it waits as before, so the answers are not lost. While the server stops, the run keeps waiting, for the next process.
    /// A run whose last calls have expired and that has no reader does not resume; it is cancelled unless a reader arrives within its
    /// grace window.
    func resume(_ run: LiveRun) async {
        if !isStopping, run.isHeldBack() { return }
        let time = ContinuousClock.now
        let resumption: Resumption? = state.withLock { state in
            guard !state.isStopping, let resumption = state.resumptions[run.id] else { return nil }
            switch state.resumptionProgress[run.id] {
            case .reserving, .queued: return nil
            case .refused(let until) where until > time: return nil
            case .refused, nil: state.resumptionProgress[run.id] = .reserving
            }
            return resumption
        }
        guard let resumption else { return }
        let room = await resumption.reserveTokens(run)
        let hasSlot = state.withLock { state in
            guard state.resumptions[run.id] != nil, run.isWaiting, !state.isStopping else {
                state.resumptionProgress[run.id] = nil
                return false
            }
            if case .after(let delay) = room {
                state.resumptionProgress[run.id] = .refused(until: ContinuousClock.now + delay)
                return false
            }
            state.resumptionProgress[run.id] = .queued
            return state.slots.enterAgain(run.id, of: run.identity.owner)
        }
        if hasSlot, !resumeWithSlot(run) { releaseSlot(of: run.id) }
    }

    /// Resumes a run that has its slot again; false when it needs none because the run was stopped or the server stops.
    func resumeWithSlot(_ run: LiveRun) -> Bool {
        let resumption: Resumption? = state.withLock { state in
            guard !state.isStopping else { return nil }
            state.resumptionProgress[run.id] = nil
            return state.resumptions.removeValue(forKey: run.id)
        }
        guard let resumption, let action = run.resume(at: now()) else { return false }
        let hold = turnBytes.keep(run.identity.request.utf8.count, for: run.identity.owner.text)
        state.withLock { state in
            state.waiting.leave(run.id, at: .now)
            state.turnHolds[run.id] = hold
        }
        notifyObservers(of: run, .running, before: .waiting)
        perform(run) { await resumption.work(run) }
        if case .beginGrace(let absence) = action { run.beginGrace(run, absence) }
        return true
    }

    /// Resumes the runs whose calls are all answered or expired: those that had no room before, and those whose last answer the store
    /// has persisted only now.
    func resumeAnswered(of runs: [LiveRun]) async {
        for run in runs where run.isAnswered { await resume(run) }
    }

    /// Stores the current state of a run; later changes are stored in their own time.
    ///
    /// - Throws: `StoreError`.
    func store(_ run: LiveRun) async throws {
        let revision = run.revision
        if run.isRecordStored(to: revision) { return }
        await writer.flush()
        guard run.isRecordStored(to: revision) else {
            throw StoreError(
                .unavailable,
                "The store could not store the calls that the run waits for. Check the disk, then send the request again."
            )
        }
    }

    /// Marks calls as expired whose deadline has passed; once that is stored, devices learn of it and the runs resume.
    func expireActions(of runs: [LiveRun]) async {
        let time = now()
        await publishChanges(of: runs) { [devices] run in
            run.expire(at: time) { devices?.place(after: $0, owner: run.identity.owner) }
        }
    }

    /// Ends the waits for calls that may not be made any more; once that is stored, devices learn of it and the runs resume.
    ///
    /// - Parameter reason: Returns the reason for the model; `nil` for a call that may be made.
    func refuseCalls(of runs: [LiveRun], _ reason: (LiveRun, RunActions.Open) -> String?) async {
        await publishChanges(of: runs) { run in run.refuseCalls { reason(run, $0) } }
        await resumeAnswered(of: runs)
    }

    /// Changes calls of runs; once that is stored, the devices learn of it.
    private func publishChanges(
        of runs: [LiveRun],
        _ change: (LiveRun) -> (former: [DeviceCall], current: [DeviceCall])?
    ) async {
        let changed = runs.compactMap { run in change(run).map { (run, $0) } }
        guard !changed.isEmpty else { return }
        await writer.flush()
        for (run, calls) in changed { devices?.publish(calls.former, calls.current, of: run.identity) }
    }

    /// Withdraws calls on devices, because their run has ended.
    func withdraw(_ calls: [DeviceCall], of run: LiveRun) {
        let withdrawn = calls.map { call in
            var call = call
            call.cancel()
            return call
        }
        devices?.publish(calls, withdrawn, of: run.identity)
    }

    /// Returns the turn that a run leaves in its conversation when it is stopped while it waits.
    func abandonedTurn(of run: LiveRun) -> (turn: TurnCommit?, usage: WireUsage) {
        guard let suspended = run.actions.suspended else { return (nil, WireUsage(inputTokens: 0, outputTokens: 0)) }
        let entries = run.actions.settledEntries
        return (run.identity.commit(entries, after: suspended.historyCount, at: now()), suspended.usage)
    }
}

/// The way in which a run resumes that waits for its client.
struct Resumption: Sendable {
    /// Reserves tokens at the client's limits.
    ///
    /// The reservation lasts as long as the resumption or its work does.
    let reserveTokens: @Sendable (LiveRun) async -> TokenRoom
    /// The work of the resumed run.
    let work: RunCoordinator.Work
}

/// Whether a turn that has waited can resume.
enum TokenRoom: Equatable {
    /// It can.
    ///
    /// A refusal for longer than a minute is thrown when its model would be called.
    case free
    /// Not yet: it should try again after this time.
    case after(Duration)
}
