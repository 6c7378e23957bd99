import AgentWire
import Storage

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
