import AgentWire
import Storage

extension LiveRun.Ending {
    /// The end of a run that was stopped.
    init(stopped reason: RunStateMachine.StopReason, usage: WireUsage, turn: TurnCommit? = nil) {
        let event: RunEvent =
            switch reason {
            case .requested: .cancelled(.requested, usage: usage)
            case .disconnected: .cancelled(.disconnected, usage: usage)
            case .replaced: .cancelled(.replaced, usage: usage)
            case .revoked: .cancelled(.revoked, usage: usage)
            case .deadline:
                .failed(Problem(.deadlineExceeded, detail: "the run took longer than this server lets a run take"))
            case .shutdown:
                .interrupted(
                    Problem(.shuttingDown, detail: "the server was stopped before this was done; send it again")
                )
            }
        self.init(status: reason.status, events: [event], turn: turn)
    }
}
