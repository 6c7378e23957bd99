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
    /// running tools are cancelled at once and the conversation stays as it was.
    ///
    /// - Throws: ``Problem`` after `run.failed` was told; what `onEvent` threw; `CancellationError`.
    @discardableResult
    public func perform(onEvent: (RunEvent) async throws -> Void) async throws -> ChatReply {
        try await onEvent(.started(run: id, conversation: conversation.id, model: model.reference.description))
        let reply: ChatReply
        do {
            reply = try await answer(onEvent: onEvent)
        } catch {
            try Task.checkCancellation()
            guard let problem = Problem(turnError: error) else { throw error }
            // The type, not the description: that may hold what a person or an upstream sent.
            runtime.logger.warning(
                "Run failed",
                metadata: ["run": "\(id)", "problem": "\(problem.kind.rawValue)", "error": "\(type(of: error))"]
            )
            try await onEvent(.failed(problem))
            throw problem
        }
        try await onEvent(.messageCompleted(text: reply.text, artifacts: reply.artifacts))
        try await onEvent(.completed(usage: reply.usage))
        return reply
    }

    /// Asks the model, tells what happens, and stores the turn; what is stored is durable on return.
    private func answer(onEvent: (RunEvent) async throws -> Void) async throws -> ChatReply {
        let session = session()
        var calls: [WireToolCall] = []
        let turn = try await session.turn(Prompt(message), metadata: context.metadata) { event in
            if case .toolFinished(let outcome) = event { calls.append(WireToolCall(outcome)) }
            guard let told = RunEvent(event) else { return }
            do {
                try await onEvent(told)
            } catch {
                throw ReaderGone(error: error)
            }
        }
        var record = conversation
        record.updatedAt = runtime.now()
        try await runtime.conversations.commitTurn(
            record,
            appending: turn.entries.enumerated().map { offset, entry in
                TranscriptEntryRecord(
                    id: entry.id,
                    position: history.count + offset,
                    kind: entry.kind,
                    json: entry.jsonValue.serialized()
                )
            },
            expectedCount: history.count
        )
        let order = turn.entries.flatMap { entry -> [String] in
            if case .toolCalls(let calls) = entry { calls.map(\.id) } else { [] }
        }
        return ChatReply(
            run: id,
            conversation: conversation.id,
            model: model.reference.description,
            text: turn.response.segments.text,
            toolCalls: order.compactMap { id in calls.first { $0.id == id } },
            usage: WireUsage(
                inputTokens: turn.usage.input.totalTokenCount,
                outputTokens: turn.usage.output.totalTokenCount
            )
        )
    }

    private func session() -> LanguageModelSession {
        // Instructions are made anew each turn, for they hold the day; only what was said is stored.
        let opening = LanguageModelSession.instructionsEntry(context.instructions, tools: tools.tools)
        return LanguageModelSession(
            model: model.model,
            tools: tools.tools,
            transcript: Transcript(entries: (opening.map { [$0] } ?? []) + history),
            configuration: .init(toolErrorPolicy: .explainToModel)
        )
    }
}

/// The reader of the events threw: not a fault of the turn, so it is never told as one.
struct ReaderGone: Error {
    let error: any Error
}
