import Accounts
import AgentTools
import AgentWire
import LanguageModels
import Storage
import Synchronization

/// The work of a run that is a direct call: one call of a tool, without a model.
struct CallWork: Sendable {
    let coordinator: RunCoordinator
    let tools: ToolRegistry
    let call: ToolCallRequest
    /// The reason why the call is not made but ends as failed; `nil` for a call that is made.
    let failure: ToolFailure?
    let context: TurnContext
    /// The request in the client's books; `nil` when nobody counts.
    let reservation: Reservation?
    let measures: RunMeasures?

    /// Makes the call, and tells the run its steps as they happen.
    ///
    /// Every failure of the tool is an outcome that explains itself, so the run then completes. When the task is cancelled, the tool is
    /// cancelled at once.
    func perform(_ run: LiveRun) async {
        run.tell(.started(RunStart(run.identity)))
        let usage = WireUsage(inputTokens: 0, outputTokens: 0)
        do {
            let outcome = try await outcome(in: run)
            // Before the end is shown: its reader may send the next request at once.
            reservation?.settle([])
            // A call that has its outcome completes, also when it is to be stopped: what the tool did is done.
            _ = run.workEnded(hasAnswer: true)
            let events = run.events(for: .toolFinished(outcome)) + [.completed(usage: usage)]
            await coordinator.end(run, LiveRun.Ending(status: .completed, events: events), usage: usage)
        } catch {
            reservation?.settle([])
            await coordinator.fail(run, with: error, usage: usage)
        }
    }

    private func outcome(in run: LiveRun) async throws -> ToolOutcome {
        if let failure {
            let outcome = tools.outcome(of: call.tool, arguments: call.arguments, failing: failure)
            run.tell { $0.events(for: .toolStarted(outcome.call)) }
            return outcome
        }
        let outcome = try await tools.call(
            call.tool,
            arguments: call.arguments,
            metadata: context.metadata.mapValues(\.generatedContent),
            for: context.caller,
            owner: OutputOwner(client: run.identity.client)
        ) { step in
            // The call's end is told with the run's: it must be there also when the run was stopped meanwhile.
            if case .toolFinished = step { return }
            run.tell { $0.events(for: step) }
            try await run.waitForStore()
        }
        measures?.toolEnded(outcome.call.toolName, isError: outcome.isError, after: outcome.duration)
        return outcome
    }
}

extension LiveRun {
    /// The events of a step that belongs to the run's end.
    fileprivate func events(for step: SessionEvent) -> [RunEvent] { state.withLock { $0.items.events(for: step) } }
}
