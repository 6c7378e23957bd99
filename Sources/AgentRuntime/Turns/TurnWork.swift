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
    let context: TurnContext

    /// Takes the turn; what happens is told to the run as it happens.
    ///
    /// When the task is cancelled, the upstream call and the running tools are cancelled at once. A turn that does not come to its
    /// answer leaves in the conversation what was done: if tools were called and answered, the message, the calls and their
    /// outputs; else nothing.
    func perform(_ run: LiveRun) async {
        let identity = run.identity
        var begun: (session: LanguageModelSession, count: Int)?
        do {
            try run.tell(
                .started(run: run.id, conversation: identity.conversation, model: model.reference.description)
            )
            let history = try await history(of: identity.conversation)
            let session = session(after: history)
            begun = (session, history.count)
            let turn = try await session.turn(Prompt(message), metadata: context.metadata) { event in
                if let told = RunEvent(event) { try run.tell(told) }
            }
            guard run.workEnded(hasAnswer: true) == .completed else { throw CancellationError() }
            let usage = WireUsage(turn.usage)
            let artifacts = turn.outcomes.flatMap(\.artifacts).map { WireArtifact($0) }
            let ending = LiveRun.Ending(
                status: .completed,
                events: [
                    .messageCompleted(
                        text: turn.response.segments.text,
                        artifacts: artifacts,
                        model: turn.response.metadata.modelName
                    ),
                    .completed(usage: usage),
                ],
                turn: commit(turn.entries, to: identity, after: history.count)
            )
            await coordinator.end(run, ending, usage: usage)
        } catch {
            let status = run.workEnded(hasAnswer: false)
            let usage = begun.map { WireUsage($0.session.usage) } ?? WireUsage(inputTokens: 0, outputTokens: 0)
            let turn = begun.map { commit(whatWasDone(in: $0.session, after: $0.count), to: identity, after: $0.count) }
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
    }

    private func history(of conversation: String) async throws -> [Transcript.Entry] {
        if isNew { return [] }
        return try await coordinator.store.entries(of: conversation).map { entry in
            try Transcript.Entry(jsonValue: JSONValue(parsing: entry.json))
        }
    }

    private func session(after history: [Transcript.Entry]) -> LanguageModelSession {
        // Instructions are made anew each turn, for they hold the day; only what was said is stored.
        let opening = LanguageModelSession.instructionsEntry(context.instructions, tools: tools.tools)
        let caller = context.caller
        return LanguageModelSession(
            model: model.model,
            tools: tools.tools,
            transcript: Transcript(entries: (opening.map { [$0] } ?? []) + history),
            configuration: .init(
                toolErrorPolicy: .explainToModel,
                transcriptErrorHandlingPolicy: .preserveTranscript,
                roundDeadline: coordinator.limits.roundDeadline,
                toolDeadline: coordinator.limits.toolDeadline,
                wordToolFault: { $0.text(for: caller) }
            )
        )
    }

    /// What a turn that failed has done: its tool calls with their outputs, if there are any.
    private func whatWasDone(in session: LanguageModelSession, after count: Int) -> [Transcript.Entry] {
        let said = session.transcript.drop { if case .instructions = $0 { true } else { false } }
        let added = said.dropFirst(count)
        let hasOutputs = added.contains { if case .toolOutput = $0 { true } else { false } }
        return hasOutputs ? Array(added) : []
    }

    private func commit(
        _ entries: [Transcript.Entry],
        to identity: LiveRun.Identity,
        after count: Int
    ) -> TurnCommit {
        let time = coordinator.now()
        return TurnCommit(
            // Of a conversation that is there already, only the time of its latest turn is set.
            conversation: ConversationRecord(
                id: identity.conversation,
                client: identity.client,
                createdAt: identity.createdAt,
                updatedAt: time
            ),
            entries: entries.enumerated().map { offset, entry in
                TranscriptEntryRecord(
                    id: entry.id,
                    position: count + offset,
                    kind: entry.kind,
                    json: entry.jsonValue.serialized()
                )
            },
            expectedCount: count
        )
    }
}
