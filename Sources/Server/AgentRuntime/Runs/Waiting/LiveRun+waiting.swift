import AgentWire
import Foundation
import Storage
import StreamingJSON
import Synchronization

extension LiveRun {
    /// Makes the run wait for calls that its client or a person must answer; false when it was stopped meanwhile.
    func startWaiting(
        for calls: [RunActions.Open],
        _ turn: (_ eventCount: Int) -> RunActions.SuspendedTurn,
        at time: Date
    ) -> Bool {
        let waits = state.withLock { state in
            guard state.machine.wait() else { return false }
            var calls = calls
            for index in calls.indices where calls[index].action.kind == .clientTool {
                let call = calls[index].modelCall
                if let emitted = state.items.streamedCall(call) {
                    calls[index].item = emitted.item
                    calls[index].action.call = emitted.id
                    calls[index].isEmitted = true
                } else {
                    calls[index].item = state.items.add(call: call)
                }
            }
            state.hasShownCalls = false
            state.actions.wait(for: calls, turn(state.log.end.sequence))
            state.timeline.waiting(
                for: state.actions.open.map { ($0.action.call, $0.action.name, .init($0.action.kind)) },
                at: .now
            )
            state.timeLeft = state.deadline.map { $0 - ContinuousClock.now }
            state.deadline = nil
            state.changedAt = time
            state.revision += 1
            state.work = nil
            return true
        }
        if waits { timelineChanged(self) }
        return waits
    }

    /// Appends the events about the calls that the run waits for, once the calls are stored.
    ///
    /// It skips those that an earlier process has appended.
    func announce() {
        let wakes = state.withLock { state in
            guard state.machine.isWaiting, let turn = state.actions.suspended else { return ReaderWakes() }
            for event in state.actions.events.dropFirst(state.log.end.sequence - turn.eventCount) {
                state.append(event)
            }
            return state.dequeueWakes()
        }
        wakes.wake()
    }

    /// Lets the deadlines of the calls count: the client and its devices know of them now.
    ///
    /// Otherwise, while a slow store is still writing the wait, a call could expire that no device was ever asked to make.
    func startDeadlines() { state.withLock { $0.hasShownCalls = true } }

    /// Accepts answers to the calls that the run waits for.
    ///
    /// The caller then calls ``finishAnswering()`` once the run has resumed or cannot resume yet.
    ///
    /// - Parameter keepsToolChoice: Whether the choice of tools holds again after the answers.
    /// - Returns: Whether all calls are answered now, so that the run can resume.
    /// - Throws: ``Problem`` when one of the answers is invalid; then none is accepted.
    func accept(
        _ answers: [RunAnswers.Answer],
        keepingToolChoice keepsToolChoice: Bool = false,
        at time: Date,
        faults: (_ tool: String, _ output: JSONValue) -> [WireError.Fault],
        wording: (_ answer: CallAnswer, _ tool: String, _ arguments: JSONValue) -> CallAnswer?,
        report: (_ answer: CallAnswer, _ call: DeviceCall) -> DeviceReport = { .init($0, to: $1) }
    ) throws(Problem) -> Bool {
        let result: Result<(canResume: Bool, isNew: Bool), Problem> = state.withLock { state in
            do throws(Problem) {
                let revision = state.revision
                if try state.actions.accept(answers, at: time, faults: faults, wording: wording, report: report) {
                    if keepsToolChoice { state.actions.suspended?.keepsToolChoice = true }
                    state.revision += 1
                    state.noteAnswers()
                }
                state.answererCount += 1
                return .success(
                    (state.machine.isWaiting && state.actions.isComplete, state.revision != revision)
                )
            } catch {
                return .failure(error)
            }
        }
        let (canResume, isNew) = try result.get()
        if isNew { timelineChanged(self) }
        return canResume
    }

    /// Records that a caller of `accept` does nothing more for the run.
    func finishAnswering() { state.withLock { $0.answererCount -= 1 } }

    /// Applies the deadlines that have passed to the unanswered calls.
    ///
    /// - Parameter next: Returns another place that can make a call on a device; `nil` if there is none.
    /// - Returns: The calls on devices before and after; `nil` if nothing has changed.
    @discardableResult
    func expire(
        at time: Date,
        next: (DeviceCall) -> DevicePlace? = { _ in nil }
    ) -> (former: [DeviceCall], current: [DeviceCall])? {
        let change: (former: [DeviceCall], current: [DeviceCall])? = state.withLock { state in
            guard state.hasShownCalls else { return nil }
            return state.settleCalls { $0.expire(at: time, next: next) }
        }
        if change != nil { timelineChanged(self) }
        return change
    }

    /// Answers the calls that may not be made any more.
    ///
    /// - Parameter reason: Returns the reason for the model; `nil` for a call that may be made.
    /// - Returns: The calls on devices before and after; `nil` if nothing has changed.
    func refuseCalls(
        _ reason: (RunActions.Open) -> String?
    ) -> (former: [DeviceCall], current: [DeviceCall])? {
        let change = state.withLock { state in state.settleCalls { $0.refuse(reason) } }
        if change != nil { timelineChanged(self) }
        return change
    }

    /// Starts the waits for devices again after a restart.
    func restoreDeviceCalls(at time: Date) {
        state.withLock { state in
            guard !state.actions.isClosed else { return }
            for index in state.actions.open.indices where state.actions.open[index].action.kind == .clientTool {
                state.actions.open[index].changeDevice { $0.restore(at: time) }
            }
        }
    }

    /// Whether the run must wait for a reader before it resumes; then its grace window starts.
    func isHeldBack() -> Bool {
        let action = state.withLock { $0.machine.holdBack() }
        if case .beginGrace(let absence) = action { beginGrace(self, absence) }
        return action != nil
    }

    /// Resumes the run; `nil` when it does not wait.
    func resume(at time: Date) -> RunStateMachine.Action? {
        state.withLock { state in
            guard let action = state.machine.resume() else { return nil }
            state.actions.close()
            state.timeline.started(at: .now)
            state.items.usedIDs = state.actions.usedIDs
            state.deadline = state.timeLeft.map { ContinuousClock.now + $0 }
            state.changedAt = time
            state.revision += 1
            return action
        }
    }

    /// Resumes the run because its wait could not be stored; false when it was stopped meanwhile.
    func cancelWait(at time: Date) -> Bool { resume(at: time) != nil }

    /// The calls that the run waits for, and those that it has waited for.
    var actions: RunActions { state.withLock { $0.actions } }

    /// The artifacts of all tools so far, in the order of the calls.
    var artifacts: [WireArtifact] { state.withLock { $0.outcome.toolCalls.flatMap(\.artifacts) } }

    /// The place after the last event.
    var place: RunPlace {
        state.withLock { state in
            RunPlace(
                event: state.log.end.sequence,
                native: state.outcome.nativeCount,
                showsReasoning: state.outcome.showsReasoning
            )
        }
    }

    /// The number of changes beside the events.
    var revision: Int { state.withLock { $0.revision } }

    /// Whether the store has the state beside the events, as of a revision or later.
    func isRecordStored(to revision: Int) -> Bool {
        state.withLock { $0.isStored && $0.storedRevision >= revision }
    }

    /// Whether the run waits for its client and was not stopped.
    var isWaiting: Bool { state.withLock { $0.machine.isWaiting } }

    /// Whether all calls are answered and stored and no request handles the answers, so that the run must be resumed.
    var isAnswered: Bool {
        state.withLock { state in
            state.machine.isWaiting && state.actions.isComplete && state.answererCount == 0 && state.isStored
                && state.storedRevision == state.revision
        }
    }

    /// Whether the store has the whole run.
    var isWholeInStore: Bool {
        state.withLock { $0.isStored && $0.storedRevision == $0.revision && $0.log.stored == $0.log.end }
    }

    /// Whether the run waits for its client and the store has all of it.
    var isQuiet: Bool {
        state.withLock { state in
            state.machine.isWaiting && state.isStored && state.storedRevision == state.revision
                && state.log.stored == state.log.end
        }
    }

    /// Whether the run has passed its deadline and must be stopped.
    func hasMissedDeadline(at time: ContinuousClock.Instant) -> Bool {
        state.withLock { $0.deadline.map { $0 <= time } ?? false }
    }
}

extension LiveRun.State {
    /// Ends waits without an answer of the client; the run then resumes only if somebody reads it.
    fileprivate mutating func settleCalls(
        _ settle: (inout RunActions) -> Bool
    ) -> (former: [DeviceCall], current: [DeviceCall])? {
        guard machine.isWaiting else { return nil }
        let former = actions.deviceCalls
        guard settle(&actions) else { return nil }
        revision += 1
        noteAnswers()
        if actions.isComplete { machine.expire() }
        return (former, actions.deviceCalls)
    }

    /// Ends the waits for the calls that have an answer now.
    mutating func noteAnswers() {
        timeline.answered(at: .now) { [actions] in actions.isOpen($0) }
    }
}
