import AgentWire
import Foundation
import Logging
import Storage

extension RunCoordinator {
    /// Lets a run wait for its client: stores that first, so that a kill between the two leaves nothing that was shown and is not known.
    ///
    /// - Parameter work: How it goes on when all is answered.
    /// - Returns: False when the run was stopped meanwhile and its work has to end it.
    /// - Throws: `StoreError` when it could not be stored; the run then goes on and has to be ended.
    func wait(
        _ run: LiveRun,
        for calls: [RunActions.Open],
        _ turn: (_ eventCount: Int) -> RunActions.SuspendedTurn,
        work: @escaping Work
    ) async throws -> Bool {
        setResumption(work, of: run)
        guard run.beginWaiting(for: calls, turn, at: now()) else {
            setResumption(nil, of: run)
            return false
        }
        do {
            try await store(run)
        } catch {
            setResumption(nil, of: run)
            // Whoever has stopped it meanwhile ends it.
            guard run.takeBackWaiting(at: now()) else { return true }
            throw error
        }
        rest(run)
        return true
    }

    /// A run waits, and the store knows: its client is told.
    private func rest(_ run: LiveRun) {
        // Before its client knows, who may answer at once.
        tell(run, .waiting)
        run.announce()
        giveSlot(of: run)
        if isStopping { run.dismissReaders() }
        wakeDrained()
    }

    /// Takes in a run that an earlier process left waiting.
    func restore(_ run: LiveRun, work: @escaping Work) {
        takeIn(run)
        setResumption(work, of: run)
        if let key = run.identity.idempotencyKey {
            claims.fulfil(.init(client: run.identity.client, key: key), with: run)
        }
        rest(run)
        if run.actions.isComplete { resume(run) }
    }

    /// Goes on with a run whose calls are answered; while the server stops it goes on waiting, for the next start.
    func resume(_ run: LiveRun) {
        guard let work = takeResumption(of: run), let action = run.resume(at: now()) else { return }
        takeSlotAgain(run)
        tell(run, .running)
        // Unstructured, as at its beginning.
        run.take(Task { await work(run) })
        if case .beginGrace(let absence) = action { run.beginGrace(run, absence) }
    }

    /// Makes the store know all of a run.
    ///
    /// - Throws: `StoreError`.
    func store(_ run: LiveRun) async throws {
        if run.isRecordStored { return }
        await writer.flush()
        guard run.isRecordStored else {
            throw StoreError(
                .unavailable,
                "The store did not take what the run waits for. Check the disk, then send it again."
            )
        }
    }

    /// Gives up on what nobody has answered in time.
    func expireActions(of runs: [LiveRun]) {
        let time = now()
        for run in runs where run.expire(at: time) { resume(run) }
    }

    /// What a run that is stopped while it waits leaves in its conversation.
    func abandonedTurn(of run: LiveRun) -> (turn: TurnCommit?, usage: WireUsage) {
        guard let suspended = run.actions.suspended else { return (nil, WireUsage(inputTokens: 0, outputTokens: 0)) }
        let entries = run.actions.settledEntries
        return (run.identity.commit(entries, after: suspended.historyCount, at: now()), suspended.usage)
    }
}
