import AgentTools
import LanguageModels
public import Phrasebook
import Storage
import StreamingJSON

/// Runs sentences through a model, with the tools of their worlds, and scores the results.
public struct EvaluationRun: Sendable {
    private let model: PhrasebookLanguageModel
    private let worlds: EvaluationWorlds

    /// Makes a run of one model.
    public init(_ model: PhrasebookLanguageModel, _ worlds: EvaluationWorlds) {
        self.model = model
        self.worlds = worlds
    }

    /// Runs a sentence in a separate conversation, after its preceding messages.
    ///
    /// - Throws: ``EvaluationFault``, or any error of the session.
    @concurrent public func score(_ sentence: EvaluationSentence) async throws -> SentenceScore {
        let registry = try worlds.tools(of: sentence.world)
        let record = CallRecord()
        let owner = OutputOwner(owner: Owner(client: "evaluation"), conversation: sentence.id)
        let tools = registry.tools.map { tool in
            Self.recorded(registry.served(tool, for: owner), isHeld: registry.needsApproval(tool), record)
        }
        let time = WorkTime()
        let session = Self.session(model, tools, time)
        let metadata = worlds.metadata(language: sentence.language)
        for message in sentence.before { _ = try await session.respond(to: Prompt(message), metadata: metadata) }
        record.clear()
        time.clear()
        let answer = try await session.respond(to: Prompt(sentence.message), metadata: metadata).content
        let (calls, work) = (record.calls, time.figures)
        var agreed: [RecordedCall] = []
        if ReadAnswer(answer, calls).isProposal {
            record.clear()
            let yes = sentence.language == "ja" ? "はい" : "yes"
            _ = try await session.respond(to: Prompt(yes), metadata: metadata)
            agreed = record.calls
        }
        return SentenceScore(sentence, calls, answer, agreed: agreed, work, worlds)
    }

    private static func session(
        _ model: PhrasebookLanguageModel,
        _ tools: [any Tool],
        _ time: WorkTime
    ) -> LanguageModelSession {
        LanguageModelSession(model: TimedModel(base: model, time: time), tools: tools)
    }

    private static func recorded<Base: AgentTool>(_ tool: Base, isHeld: Bool, _ record: CallRecord) -> any Tool {
        RecordedTool(base: tool, isHeld: isHeld, record: record)
    }
}
