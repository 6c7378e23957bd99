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
    /// The reason why the call fails without being made; `nil` for a call that is made.
    let failure: ToolFailure?
    let context: TurnContext
    /// The request's reservation; `nil` when there are no limits.
    let reservation: Reservation?
    let metrics: RunMetrics?

    /// Makes the call, and appends its steps to the run as they happen.
    ///
    /// Every failure of the tool is an outcome that explains itself, so the run then completes. When the task is cancelled, the tool is
    /// cancelled at once.
    func perform(_ run: LiveRun) async {
        run.append(.started(RunStart(run.identity)))
        let usage = WireUsage(inputTokens: 0, outputTokens: 0)
        do {
            let outcome = try await outcome(in: run)
            // Before readers see the end, because they may send the next request at once.
            reservation?.settle([])
            // A call that has its outcome completes, even when the run is to be stopped: the tool has already acted.
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
            run.append { $0.events(for: .toolStarted(outcome.call)) }
            return outcome
        }
        let outcome = try await tools.call(
            call.tool,
            arguments: call.arguments,
            metadata: context.metadata.mapValues(\.generatedContent),
            for: context.caller,
            owner: OutputOwner(owner: run.identity.owner)
        ) { step in
            // The call's end is appended with the run's end, because it must be there even when the run was stopped meanwhile.
            if case .toolFinished = step { return }
            run.append { $0.events(for: step) }
            try await run.waitForStore()
        }
        metrics?.recordToolCall(outcome.call.toolName, isError: outcome.isError, after: outcome.duration)
        return outcome
    }
}

extension LiveRun {
    /// Returns the events of a step that belongs to the run's end.
    fileprivate func events(for step: SessionEvent) -> [RunEvent] { state.withLock { $0.items.events(for: step) } }
}
