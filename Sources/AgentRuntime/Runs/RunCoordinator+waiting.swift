import AgentWire
import Foundation
import Logging
import Storage
import Synchronization

extension RunCoordinator {
    /// Lets a run wait for its client: stores that first, so that a kill between the two leaves nothing that was shown and is not known.
    ///
    /// - Parameter resumption: How it goes on when all is answered.
    /// - Returns: False when the run was stopped meanwhile and its work has to end it.
    /// - Throws: ``Problem`` when there is no place for another run that waits; `StoreError` when it could not be stored. The run then
    ///   goes on and has to be ended.
    func wait(
        _ run: LiveRun,
        for calls: [RunActions.Open],
        _ turn: (_ eventCount: Int) -> RunActions.SuspendedTurn,
        _ resumption: Resumption
    ) async throws -> Bool {
        try takeWaitingPlace(for: run)
        guard run.beginWaiting(for: calls, turn, at: now()) else { return false }
        giveSlot(of: run.id)
        do {
            try await store(run)
        } catch {
            // Whoever has stopped it meanwhile ends it.
            guard run.takeBackWaiting(at: now()) else { return true }
            throw error
        }
        tell(run, .waiting, before: .running)
        rest(run, resumption)
        // Whoever knows a call's id from elsewhere may have answered before the run could go on.
        if run.isAnswered { await resume(run) }
        return true
    }

    /// A run waits, and the store knows: its client is told, who may answer from now on.
    private func rest(_ run: LiveRun, _ resumption: Resumption) {
        // A run that was stopped meanwhile must leave nothing behind; one that is stopped later clears up after itself.
        state.withLock { if $0.runs[run.id] != nil, run.isWaiting { $0.resumptions[run.id] = resumption } }
        run.announce()
        dismissReadersIfStopping(of: run)
        wakeDrained()
    }

    /// Sends away who reads a run that waits, when the server stops: its client comes back after the next start.
    func dismissReadersIfStopping(of run: LiveRun) {
        if state.withLock({ $0.isStopping && $0.isAtRest(run) }) { run.dismissReaders() }
    }

    /// Takes in a run that an earlier process left waiting.
    func restore(_ run: LiveRun, _ resumption: Resumption) {
        takeIn(run)
        state.withLock { $0.waiting.restore(run.id, of: run.identity.client) }
        if let key = run.identity.idempotencyKey {
            claims.fulfil(.init(client: run.identity.client, key: key), with: run)
        }
        rest(run, resumption)
    }

    /// Goes on with a run whose calls are answered, as soon as there is room.
    ///
    /// It waits for that as it waited before, so nothing of the answers is lost. While the server stops it goes on waiting, for the next start.
    /// A run whose last calls have expired and that nobody reads does not go on; it is cancelled unless a reader comes within its grace.
    func resume(_ run: LiveRun) async {
        if !isStopping, run.isHeldBack() { return }
        let time = ContinuousClock.now
        let resumption: Resumption? = state.withLock { state in
            guard !state.isStopping, let resumption = state.resumptions[run.id] else { return nil }
            switch state.returns[run.id] {
            case .beginning, .inLine: return nil
            case .refused(let until) where until > time: return nil
            case .refused, nil: state.returns[run.id] = .beginning
            }
            return resumption
        }
        guard let resumption else { return }
        let room = await resumption.makeRoom(run)
        let hasSlot = state.withLock { state in
            guard state.resumptions[run.id] != nil, run.isWaiting, !state.isStopping else {
                state.returns[run.id] = nil
                return false
            }
            if case .after(let delay) = room {
                state.returns[run.id] = .refused(until: ContinuousClock.now + delay)
                return false
            }
            state.returns[run.id] = .inLine
            return state.slots.comeBack(run.id, of: run.identity.client)
        }
        if hasSlot, !goOn(run) { giveSlot(of: run.id) }
    }

    /// A run that has waited for its client has its slot again; false when it has no use for it: it was stopped, or the server stops.
    func goOn(_ run: LiveRun) -> Bool {
        let resumption: Resumption? = state.withLock { state in
            guard !state.isStopping else { return nil }
            state.returns[run.id] = nil
            return state.resumptions.removeValue(forKey: run.id)
        }
        guard let resumption, let action = run.resume(at: now()) else { return false }
        state.withLock { $0.waiting.leave(run.id, at: .now) }
        tell(run, .running, before: .waiting)
        perform(run) { await resumption.work(run) }
        if case .beginGrace(let absence) = action { run.beginGrace(run, absence) }
        return true
    }

    /// Goes on with the runs whose calls are all answered or given up on: those that had no room at first, and those of which the store
    /// has taken the last answer only now.
    func resumeAnswered(of runs: [LiveRun]) async {
        for run in runs where run.isAnswered { await resume(run) }
    }

    /// Makes the store know all of a run, as it is now: what changes meanwhile is stored in its own time.
    ///
    /// - Throws: `StoreError`.
    func store(_ run: LiveRun) async throws {
        let revision = run.revision
        if run.isRecordStored(to: revision) { return }
        await writer.flush()
        guard run.isRecordStored(to: revision) else {
            throw StoreError(
                .unavailable,
                "The store did not take what the run waits for. Check the disk, then send it again."
            )
        }
    }

    /// Gives up on what nobody has answered in time; once that is stored, the runs go on.
    func expireActions(of runs: [LiveRun]) {
        let time = now()
        for run in runs { run.expire(at: time) }
    }

    /// What a run that is stopped while it waits leaves in its conversation.
    func abandonedTurn(of run: LiveRun) -> (turn: TurnCommit?, usage: WireUsage) {
        guard let suspended = run.actions.suspended else { return (nil, WireUsage(inputTokens: 0, outputTokens: 0)) }
        let entries = run.actions.settledEntries
        return (run.identity.commit(entries, after: suspended.historyCount, at: now()), suspended.usage)
    }
}
