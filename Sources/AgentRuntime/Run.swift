import AgentTools
public import AgentWire
import Foundation
import LanguageModels
import Logging
import Storage
import StreamingJSON

/// One turn on its way through the model and the tools.
public final class Run: Sendable {
    /// The run's id.
    public let id = Identifier.make("run")

    private let runtime: AgentRuntime
    private let pass: ConversationGate.Pass
    private let conversation: ConversationRecord
    private let history: [Transcript.Entry]
    private let message: String
    private let model: ModelCatalog.Entry
    private let tools: ToolRegistry
    private let context: TurnContext

    init(
        runtime: AgentRuntime,
        pass: ConversationGate.Pass,
        conversation: ConversationRecord,
        history: [Transcript.Entry],
        message: String,
        model: ModelCatalog.Entry,
        tools: ToolRegistry,
        context: TurnContext
    ) {
        self.runtime = runtime
        self.pass = pass
        self.conversation = conversation
        self.history = history
        self.message = message
        self.model = model
        self.tools = tools
        self.context = context
    }

    /// Takes the turn; each event is told as it happens, the last of them terminal.
    ///
    /// The next step waits until `onEvent` returns. When `onEvent` throws or the task is cancelled, the upstream call and the
    /// running tools are cancelled at once. A turn that does not come to its answer leaves in the conversation what was done:
    /// if tools were called and answered, the message, the calls and their outputs; else nothing.
    ///
    /// - Throws: ``Problem`` after `run.failed` was told; what `onEvent` threw; `CancellationError`.
    @discardableResult
    public func perform(onEvent: (RunEvent) async throws -> Void) async throws -> ChatReply {
        try await onEvent(.started(run: id, conversation: conversation.id, model: model.reference.description))
        let session = session()
        let reply: ChatReply
        do {
            let turn = try await turn(of: session, onEvent: onEvent)
            try await store(turn.entries)
            reply = self.reply(turn)
        } catch {
            await keepWhatWasDone(in: session)
            pass.giveBack()
            if let gone = error as? ReaderGone { throw gone.error }
            try Task.checkCancellation()
            let problem = Problem(turnError: error)
            // The type, not the description: that may hold what a person or an upstream sent.
            runtime.logger.warning(
                "Run failed",
                metadata: ["run": "\(id)", "problem": "\(problem.kind.rawValue)", "error": "\(type(of: error))"]
            )
            try await onEvent(.failed(problem))
            throw problem
        }
        // Before the last events are told: whoever reads them may send the next turn at once.
        pass.giveBack()
        try await onEvent(.messageCompleted(text: reply.text, artifacts: reply.artifacts))
        try await onEvent(.completed(usage: reply.usage))
        return reply
    }

    private func turn(
        of session: LanguageModelSession,
        onEvent: (RunEvent) async throws -> Void
    ) async throws -> LanguageModelSession.Turn {
        try await session.turn(Prompt(message), metadata: context.metadata) { event in
            guard let told = RunEvent(event) else { return }
            do {
                try await onEvent(told)
            } catch {
                throw ReaderGone(error: error)
            }
        }
    }

    private func reply(_ turn: LanguageModelSession.Turn) -> ChatReply {
        ChatReply(
            run: id,
            conversation: conversation.id,
            model: turn.response.metadata.modelName ?? model.reference.description,
            text: turn.response.segments.text,
            toolCalls: turn.outcomes.map { WireToolCall($0) },
            usage: WireUsage(
                inputTokens: turn.usage.input.totalTokenCount,
                outputTokens: turn.usage.output.totalTokenCount
            )
        )
    }

    private func session() -> LanguageModelSession {
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
                wordToolFault: { $0.text(for: caller) }
            )
        )
    }

    /// Stores the end of the conversation; durable on return.
    private func store(_ entries: [Transcript.Entry]) async throws {
        var record = conversation
        record.updatedAt = runtime.now()
        try await runtime.conversations.commitTurn(
            record,
            appending: entries.enumerated().map { offset, entry in
                TranscriptEntryRecord(
                    id: entry.id,
                    position: history.count + offset,
                    kind: entry.kind,
                    json: entry.jsonValue.serialized()
                )
            },
            expectedCount: history.count
        )
    }

    /// Stores what a turn that failed has done: its tool calls with their outputs, and that there is such a conversation.
    private func keepWhatWasDone(in session: LanguageModelSession) async {
        let added = session.transcript.drop { if case .instructions = $0 { true } else { false } }.dropFirst(
            history.count
        )
        let hasOutputs = added.contains { if case .toolOutput = $0 { true } else { false } }
        let entries = hasOutputs ? Array(added) : []
        // A task of its own, because this one may be cancelled, and a store does not write for a cancelled task.
        let result = await Task { try await self.store(entries) }.result
        if case .failure(let error) = result {
            runtime.logger.error(
                "What a failed run had done could not be stored",
                metadata: ["run": "\(id)", "error": "\(type(of: error))"]
            )
        }
    }
}

/// The reader of the events threw: not a fault of the turn, so it is never told as one.
struct ReaderGone: Error {
    let error: any Error
}
