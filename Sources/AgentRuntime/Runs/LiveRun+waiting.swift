import AgentWire
import Foundation
import Storage
import StreamingJSON
import Synchronization

extension LiveRun {
    /// The turn has come to calls that others carry out; false when the run was stopped meanwhile.
    func beginWaiting(
        for calls: [RunActions.Open],
        _ turn: (_ eventCount: Int) -> RunActions.SuspendedTurn,
        at time: Date
    ) -> Bool {
        state.withLock { state in
            guard state.machine.wait() else { return false }
            var calls = calls
            for index in calls.indices where calls[index].action.kind == .clientTool {
                let call = calls[index].modelCall
                if let told = state.items.streamedCall(call) {
                    calls[index].item = told.item
                    calls[index].action.call = told.id
                    calls[index].isTold = true
                } else {
                    calls[index].item = state.items.add(call: call)
                }
            }
            state.actions.wait(for: calls, turn(state.log.end.sequence))
            state.timeLeft = state.deadline.map { $0 - ContinuousClock.now }
            state.deadline = nil
            state.changedAt = time
            state.revision += 1
            state.work = nil
            return true
        }
    }

    /// Tells the readers what the run waits for, once that is stored; as much of it as an earlier process has not told.
    func announce() {
        let wakes = state.withLock { state in
            guard state.machine.isWaiting, let turn = state.actions.suspended else { return ReaderWakes() }
            for event in state.actions.events.dropFirst(state.log.end.sequence - turn.eventCount) {
                state.append(event)
            }
            return state.takeWakes()
        }
        wakes.wake()
    }

    /// Takes answers to what the run waits for; whoever gave them calls ``answererLeft()`` when the run has gone on, or cannot yet.
    ///
    /// - Returns: Whether all is answered now, so that the run can go on.
    /// - Throws: ``Problem`` when one of them cannot be taken; then none is.
    func take(
        _ answers: [RunAnswers.Answer],
        at time: Date,
        faults: (_ tool: String, _ output: JSONValue) -> [WireError.Fault],
        wording: (_ answer: CallAnswer, _ tool: String, _ arguments: JSONValue) -> CallAnswer?
    ) throws(Problem) -> Bool {
        let result: Result<Bool, Problem> = state.withLock { state in
            do throws(Problem) {
                if try state.actions.take(answers, at: time, faults: faults, wording: wording) { state.revision += 1 }
                state.answererCount += 1
                return .success(state.machine.isWaiting && state.actions.isComplete)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Whoever gave answers does nothing more for the run.
    func answererLeft() { state.withLock { $0.answererCount -= 1 } }

    /// Gives up on calls whose time is over.
    func expire(at time: Date) {
        state.withLock { state in
            guard state.machine.isWaiting, state.actions.expire(at: time) else { return }
            state.revision += 1
            if state.actions.isComplete { state.machine.expire() }
        }
    }

    /// Whether the run has to wait for a reader before it goes on; then its grace begins.
    func isHeldBack() -> Bool {
        let action = state.withLock { $0.machine.holdBack() }
        if case .beginGrace(let absence) = action { beginGrace(self, absence) }
        return action != nil
    }

    /// The run goes on; `nil` when it does not wait.
    func resume(at time: Date) -> RunStateMachine.Action? {
        state.withLock { state in
            guard let action = state.machine.resume() else { return nil }
            state.actions.close()
            state.items.usedIDs = state.actions.usedIDs
            state.deadline = state.timeLeft.map { ContinuousClock.now + $0 }
            state.changedAt = time
            state.revision += 1
            return action
        }
    }

    /// The run could not begin to wait, for that could not be stored; false when it was stopped meanwhile.
    func takeBackWaiting(at time: Date) -> Bool { resume(at: time) != nil }

    /// What the run waits for, and what it has waited for.
    var actions: RunActions { state.withLock { $0.actions } }

    /// The data of all tools so far, in the order in which they were called.
    var artifacts: [WireArtifact] { state.withLock { $0.outcome.toolCalls.flatMap(\.artifacts) } }

    /// The place after the last event.
    var place: RunPlace { state.withLock { RunPlace(event: $0.log.end.sequence, native: $0.outcome.nativeCount) } }

    /// How often what is beside the events has changed.
    var revision: Int { state.withLock { $0.revision } }

    /// Whether the store has what is beside the events as it was at a revision, or later.
    func isRecordStored(to revision: Int) -> Bool {
        state.withLock { $0.isStored && $0.storedRevision >= revision }
    }

    /// Whether it waits for its client, and nothing has ended that.
    var isWaiting: Bool { state.withLock { $0.machine.isWaiting } }

    /// Whether it waits for nothing more, and the store knows that, so that it can go on, and nobody sees to it.
    var isAnswered: Bool {
        state.withLock { state in
            state.machine.isWaiting && state.actions.isComplete && state.answererCount == 0 && state.isStored
                && state.storedRevision == state.revision
        }
    }

    /// Whether the store has all of it.
    var isWholeInStore: Bool {
        state.withLock { $0.isStored && $0.storedRevision == $0.revision && $0.log.stored == $0.log.end }
    }

    /// Whether nothing of it is to be stored as long as nobody answers.
    var isQuiet: Bool {
        state.withLock { state in
            state.machine.isWaiting && state.isStored && state.storedRevision == state.revision
                && state.log.stored == state.log.end
        }
    }

    /// Whether it has to be stopped because it takes too long.
    func hasMissedDeadline(at time: ContinuousClock.Instant) -> Bool {
        state.withLock { $0.deadline.map { $0 <= time } ?? false }
    }
}
