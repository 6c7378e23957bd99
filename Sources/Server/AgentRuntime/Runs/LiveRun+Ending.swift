import AgentWire
import Foundation
import Storage
import Synchronization

extension LiveRun {
    /// The end of a run: its status, its last events, and the turn that it adds to its conversation.
    struct Ending: Sendable {
        let status: RunStatus
        let events: [RunEvent]
        /// The events in the form of the log and the store, encoded once for both.
        let lines: [UInt8]
        let turn: TurnCommit?
        /// What people see of the turn beside its entries; `nil` if the run has no conversation.
        var details: TurnDetails?

        init(status: RunStatus, events: [RunEvent], turn: TurnCommit? = nil) {
            self.status = status
            self.events = events
            self.turn = turn
            var lines: [UInt8] = []
            for event in events { RunEventLine.append(event, to: &lines) }
            self.lines = lines
        }
    }
}

extension LiveRun.Ending {
    /// Makes the ending of a run that was stopped.
    init(stopped reason: RunStateMachine.StopReason, usage: WireUsage, turn: TurnCommit? = nil) {
        let event: RunEvent =
            switch reason {
            case .requested: .cancelled(.requested, usage: usage)
            case .disconnected: .cancelled(.disconnected, usage: usage)
            case .replaced: .cancelled(.replaced, usage: usage)
            case .revoked: .cancelled(.revoked, usage: usage)
            case .deadline:
                .failed(Problem(.deadlineExceeded, detail: "the run exceeded this server's time limit for a run"))
            case .shutdown: .interrupted(.interrupted)
            }
        self.init(status: reason.status, events: [event], turn: turn)
    }
}

extension Problem {
    /// The problem of a run that was active when the server stopped or was killed.
    ///
    /// It is final: the request's idempotency key leads to this run as long as the run is kept.
    static var interrupted: Problem {
        Problem(
            .runInterrupted,
            detail: "the server stopped before this run was done, and the run does not continue; "
                + "send the request with a new Idempotency-Key to start a new run"
        )
    }
}

extension LiveRun {
    /// Returns the details of the run's turn; `nil` without a conversation.
    ///
    /// It is called apart from the lock, because it reads the events and folds the texts.
    func details(of ending: Ending, at time: Date) -> TurnDetails? {
        guard !identity.conversation.isEmpty else { return nil }
        var (record, outcome, lines) = state.withLock { state in
            let lines = ending.status == .completed ? [] : state.log.lines(from: state.log.start)
            return (self.record(state), state.outcome, lines)
        }
        for event in ending.events { outcome.apply(event) }
        (record.status, record.updatedAt) = (ending.status, time)
        let answer = RunEventLine.answer(in: lines)
        return TurnDetails(record, outcome, identity.question, turn: ending.turn, partialAnswer: answer)
    }
}

extension RunTimeline {
    /// Records the end of the run with its last events.
    mutating func ended(with ending: LiveRun.Ending, at time: ContinuousClock.Instant) {
        var problem: Problem.Kind?
        for event in ending.events {
            apply(event)
            if case .failed(let reason) = event { problem = reason.kind }
        }
        ended(at: time, problem: problem)
    }
}
