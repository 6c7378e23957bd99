import AgentWire
import Foundation
import Logging
import Storage
import Synchronization

extension RunCoordinator {
    /// Stops a run, unless it is over or has its answer.
    func stop(_ run: LiveRun, _ reason: RunStateMachine.StopReason) {
        guard run.stop(reason) else { return }
        // Unstructured, because the caller does not wait until the end of a run without active work is stored; `drained()` does.
        Task { await endWithoutWork(run) }
    }

    /// Writes the end of a run that was stopped while it had no active work.
    func endWithoutWork(_ run: LiveRun) async {
        if run.status == .queued { run.append(.started(RunStart(run.identity))) }
        let (turn, usage) = abandonedTurn(of: run)
        await end(run, LiveRun.Ending(stopped: run.stopReason ?? .requested, usage: usage, turn: turn), usage: usage)
    }

    /// Stores a run's end, starts the next run of the conversation, and shows the end to the readers.
    func end(_ run: LiveRun, _ ending: LiveRun.Ending, usage: WireUsage) async {
        if run.identity.isDirectCall { return endDirectCall(run, ending, usage: usage) }
        var ending = ending
        let time = now()
        // The end withdraws them, so they are read before it.
        let deviceCalls = run.actions.deviceCalls.filter(\.isOffered)
        ending.details = run.details(of: ending, at: time)
        var outcome = await writer.end(run, ending, at: time)
        if case .doesNotFit = outcome {
            let problem = Problem(
                .conversationBusy,
                detail: "another turn was added to this conversation meanwhile; send this turn again"
            )
            ending = LiveRun.Ending(status: .failed, events: [.failed(problem)])
            outcome = await writer.end(run, ending, at: time)
            // Another process performs the run now, and its end counts.
            if case .doesNotFit = outcome {
                ending = LiveRun.Ending(status: .interrupted, events: [.interrupted(.interrupted)])
            }
        }
        var isStored = true
        if case .failed(let error) = outcome {
            isStored = false
            if ending.status == .completed {
                let problem = Self.problem(ofUnstored: run, error)
                ending = LiveRun.Ending(status: .failed, events: [.failed(problem)])
            }
            writer.owe(run.final(ending, at: time))
        }
        // Before readers see the end, because they may send the next turn at once.
        release(run.identity.place, by: run.id)
        run.end(ending, at: time, isStored: isStored)
        notifyObservers(of: run, ending.status, usage: usage)
        forget([run])
        withdraw(deviceCalls, of: run)
    }

    /// Returns the problem of a run whose answer could not be stored.
    private static func problem(ofUnstored run: LiveRun, _ error: any Error) -> Problem {
        let detail = "the answer could not be stored; the server's log has the reason"
        // The same key would find this end again, so waiting does not help.
        if run.identity.idempotencyKey != nil {
            return Problem(.internalError, detail: "\(detail); send the request again with a new Idempotency-Key")
        }
        return Problem(temporary: error) ?? Problem(.internalError, detail: detail)
    }

    /// Removes runs that are over from memory, and resumes the tasks that wait for that.
    func forget(_ runs: [LiveRun]) {
        guard !runs.isEmpty else { return }
        let waiters = state.withLock { state in
            for run in runs {
                state.runs[run.id] = nil
                state.resumptions[run.id] = nil
                state.resumptionProgress[run.id] = nil
                state.endedCalls.remove(run.id)
                state.waiting.leave(run.id, at: .now)
            }
            return state.dequeueDrainWaiters()
        }
        // After the removal: a caller that sets the run of a key afterwards finds the run gone and releases the key.
        for run in runs {
            if let key = run.identity.idempotencyKey { claims.release(.init(owner: run.identity.owner, key: key)) }
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Stops accepting runs.
    ///
    /// The readers of waiting runs are dismissed: their clients can read again from the next process.
    public func stopAccepting() {
        let runs = state.withLock { state in
            state.isStopping = true
            return state.runs.values.filter { state.isAtRest($0) }
        }
        for run in runs { run.dismissReaders() }
        devices?.finish()
        // The ends of direct calls are stored now, because the server's stop waits for them.
        writer.requestFlush()
    }

    /// Stops all runs because the server stops.
    public func interruptAll() {
        stopAccepting()
        for run in liveRuns { stop(run, .shutdown) }
    }

    /// Returns when all runs have ended or wait for their clients, even if the task is cancelled.
    public func drained() async {
        await withCheckedContinuation { waiter in
            let isDrained = state.withLock { state in
                if !state.isDrained { state.drainWaiters.append(waiter) }
                return state.isDrained
            }
            if isDrained { waiter.resume() }
        }
    }
}
