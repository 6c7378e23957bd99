import AgentWire
import StreamingJSON
import Synchronization

extension RunCoordinator {
    /// The run that has a conversation; `nil` when none has it.
    func holder(of place: ConversationQueue.Place) -> LiveRun? {
        state.withLock { state in state.queue.holder(of: place).flatMap { state.runs[$0] } }
    }

    /// Returns the problem of a request for a conversation that a run has.
    ///
    /// It names the run and, if the run waits for its client, the open calls.
    ///
    /// - Parameter advice: The remedy when the run executes.
    func busy(_ place: ConversationQueue.Place, advice: String) -> Problem {
        let run = holder(of: place)
        let actions = run?.openActions ?? []
        var problem: Problem
        if let run, !actions.isEmpty {
            let calls = actions.map(\.inWords).joined(separator: " and ")
            // No Retry-After: time alone does not help.
            problem = Problem(
                .conversationBusy,
                detail: "\(run.id) of this conversation waits for \(calls); "
                    + "answer at POST /v1/runs/\(run.id)/outputs, or cancel it at POST /v1/runs/\(run.id)/cancel"
            )
            problem.extensions["actions"] = .array(actions.map(\.jsonValue))
        } else {
            let name = run.map { " (\($0.id))" } ?? ""
            problem = Problem(
                .conversationBusy,
                detail: "another turn of this conversation is active\(name); \(advice)",
                retryAfterSeconds: 1
            )
        }
        problem.run = run?.id
        problem.conversation = run.map { _ in place.conversation }
        return problem
    }
}

extension LiveRun {
    /// The calls that the run waits for and that have no answer; empty when it does not wait.
    var openActions: [RequiredAction] {
        state.withLock { state in
            guard state.machine.isWaiting else { return [] }
            return state.actions.open.map(\.action).filter { state.actions.isOpen($0.call) }
        }
    }
}

extension RequiredAction {
    /// The action as the object of "waits for".
    fileprivate var inWords: String {
        switch kind {
        case .approval: "an approval of \(name.excerpt()) (call \(call.excerpt()))"
        case .clientTool: "the app's output of \(name.excerpt()) (call \(call.excerpt()))"
        }
    }
}
