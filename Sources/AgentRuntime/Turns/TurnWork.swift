import AgentTools
import AgentWire
import Foundation
import LanguageModels
import Logging
import Storage
import StreamingJSON

/// The work of one run: a turn through the model and the tools, to its end in the conversation.
struct TurnWork: Sendable {
    let coordinator: RunCoordinator
    /// Whether the run is the first of its conversation.
    let isNew: Bool
    let message: String
    let model: ModelCatalog.Entry
    let tools: ToolRegistry
    /// The tools that the client runs.
    let clientTools: [ExternalTool]
    let context: TurnContext

    /// Takes the turn, or goes on with it when its run has waited; what happens is told to the run as it happens.
    ///
    /// When the task is cancelled, the upstream call and the running tools are cancelled at once. A turn that does not come to its
    /// answer leaves in the conversation what was done: if tools were called and answered, the message, the calls and their
    /// outputs; else nothing.
    func perform(_ run: LiveRun) async {
        let actions = run.actions
        var spent = actions.suspended?.usage ?? WireUsage(inputTokens: 0, outputTokens: 0)
        var begun: (session: LanguageModelSession, count: Int)?
        do {
            if actions.suspended == nil {
                try run.tell(
                    .started(run: run.id, conversation: run.identity.conversation, model: model.reference.description)
                )
            } else {
                // Before a call that was approved is made: after a kill nobody makes it again.
                try await coordinator.store(run)
            }
            let history = try await history(of: run.identity.conversation)
            let session = try session(for: run.identity, after: history, actions.suspended)
            begun = (session, history.count)
            let turn = try await take(actions, in: session) { event in
                if let told = RunEvent(event) { try run.tell(told) }
            }
            spent = spent + WireUsage(session.usage)
            if turn.isSuspended {
                begun = nil
                let suspended = added(to: session, after: history.count)
                if try await wait(run, for: turn.pendingCalls, suspended, history.count, spent) { return }
                throw CancellationError()
            }
            guard run.workEnded(hasAnswer: true) == .completed else { throw CancellationError() }
            let ending = LiveRun.Ending(
                status: .completed,
                events: [
                    .messageCompleted(
                        text: turn.response.segments.text,
                        artifacts: actions.suspended == nil
                            ? turn.outcomes.flatMap(\.artifacts).map { WireArtifact($0) } : run.artifacts,
                        model: turn.response.metadata.modelName
                    ),
                    .completed(usage: spent),
                ],
                turn: commit(added(to: session, after: history.count), of: run, after: history.count)
            )
            await coordinator.end(run, ending, usage: spent)
        } catch {
            if let begun { spent = spent + WireUsage(begun.session.usage) }
            let turn =
                begun.map { commit(whatWasDone(in: $0.session, after: $0.count), of: run, after: $0.count) }
                ?? coordinator.abandonedTurn(of: run).turn
            await fail(run, with: error, usage: spent, turn)
        }
    }

    /// Ends a run that has not come to its answer.
    private func fail(_ run: LiveRun, with error: any Error, usage: WireUsage, _ turn: TurnCommit?) async {
        let status = run.workEnded(hasAnswer: false)
        if let reason = run.stopReason, reason.status == status {
            let ending = LiveRun.Ending(stopped: reason, usage: usage, turn: turn)
            return await coordinator.end(run, ending, usage: usage)
        }
        let problem = Problem(turnError: error)
        // The type, not the description: that may hold what a person or an upstream sent.
        coordinator.logger.warning(
            "Run failed",
            metadata: ["run": "\(run.id)", "problem": "\(problem.kind.rawValue)", "error": "\(type(of: error))"]
        )
        let ending = LiveRun.Ending(status: .failed, events: [.failed(problem)], turn: turn)
        await coordinator.end(run, ending, usage: usage)
    }

    private func take(
        _ actions: RunActions,
        in session: LanguageModelSession,
        onEvent: (SessionEvent) async throws -> Void
    ) async throws -> LanguageModelSession.Turn {
        guard actions.suspended != nil else {
            return try await session.turn(Prompt(message), metadata: context.metadata, onEvent: onEvent)
        }
        return try await session.turn(
            resuming: actions.resolutions(for: context.caller),
            metadata: context.metadata,
            onEvent: onEvent
        )
    }

    /// Lets the run wait; false when it was stopped meanwhile.
    private func wait(
        _ run: LiveRun,
        for calls: [PendingToolCall],
        _ entries: [Transcript.Entry],
        _ historyCount: Int,
        _ usage: WireUsage
    ) async throws -> Bool {
        let deadline = coordinator.now() + coordinator.limits.actionDeadline / .seconds(1)
        return try await coordinator.wait(
            run,
            for: calls.map { action(for: $0, deadline: deadline) },
            { eventCount in
                RunActions.SuspendedTurn(
                    entries: entries.map(\.jsonValue),
                    historyCount: historyCount,
                    usage: usage,
                    eventCount: eventCount
                )
            },
            work: perform
        )
    }

    private func history(of conversation: String) async throws -> [Transcript.Entry] {
        if isNew { return [] }
        return try await coordinator.store.entries(of: conversation).map { entry in
            try Transcript.Entry(jsonValue: JSONValue(parsing: entry.json))
        }
    }

    private func session(
        for run: LiveRun.Identity,
        after history: [Transcript.Entry],
        _ suspended: RunActions.SuspendedTurn?
    ) throws -> LanguageModelSession {
        let tools = sessionTools(for: run)
        // Instructions are made anew each turn, for they hold the day; only what was said is stored.
        let opening = LanguageModelSession.instructionsEntry(context.instructions, tools: tools)
        let begun = try (suspended?.entries ?? []).map { try Transcript.Entry(jsonValue: $0) }
        let caller = context.caller
        return LanguageModelSession(
            model: model.model,
            tools: tools,
            transcript: Transcript(entries: (opening.map { [$0] } ?? []) + history + begun),
            configuration: .init(
                toolErrorPolicy: .explainToModel,
                transcriptErrorHandlingPolicy: .preserveTranscript,
                roundDeadline: coordinator.limits.roundDeadline,
                toolDeadline: coordinator.limits.toolDeadline,
                wordToolFault: { $0.text(for: caller) }
            )
        )
    }

    /// What the turn has added to the conversation.
    private func added(to session: LanguageModelSession, after count: Int) -> [Transcript.Entry] {
        let said = session.transcript.drop { if case .instructions = $0 { true } else { false } }
        return Array(said.dropFirst(count))
    }

    /// What a turn that failed has done: its tool calls with their outputs, if there are any.
    private func whatWasDone(in session: LanguageModelSession, after count: Int) -> [Transcript.Entry] {
        let added = added(to: session, after: count)
        guard added.contains(where: { if case .toolOutput = $0 { true } else { false } }) else { return [] }
        var transcript = Transcript(entries: added)
        transcript.settle { _ in RunActions.unsettledText }
        return Array(transcript)
    }

    private func commit(_ entries: [Transcript.Entry], of run: LiveRun, after count: Int) -> TurnCommit {
        run.identity.commit(entries, after: count, at: coordinator.now())
    }
}
