import AgentTools
public import AgentWire
import Foundation
import LLMCodable
import LanguageModels
import StreamingJSON

extension AgentRuntime {
    /// Begins a run that reads a value out of a text, and reads it from its first event.
    ///
    /// It is a run like a turn's, without tools and without a conversation: what was read is kept as long as the run is.
    ///
    /// - Throws: As ``start(_:client:idempotencyKey:)-(ChatRequest,_,_)``.
    public func start(
        _ request: ExtractRequest,
        client: String,
        idempotencyKey: String? = nil
    ) async throws -> RunReader {
        try await start(.extraction(request), client: client, idempotencyKey: idempotencyKey)
    }

    /// What is to be done for an extraction.
    ///
    /// - Throws: ``Problem`` when the schema cannot be asked for, or the model cannot answer by one.
    func work(for request: ExtractRequest, _ model: ModelCatalog.Entry) throws(Problem) -> TurnWork {
        let format = try Self.format(request.format, request.confidence, for: model)
        let context = context(locale: request.locale, timeZone: request.timeZone, message: request.text)
        let title = request.format.schema["title"]?.stringValue
        let prompt: DecodingPrompt
        do throws(LLMDecodingError) {
            prompt = try DecodingPrompt(text: request.text, valueName: title ?? "what the schema describes")
        } catch {
            throw Problem(
                .invalidRequest,
                detail: "there is nothing to read",
                faults: [.init(pointer: "#/text", detail: error.message)]
            )
        }
        return TurnWork(
            coordinator: runs,
            place: .apart,
            prompt: prompt.first,
            instructions: context.extractionInstructions(request.instructions),
            model: model,
            tools: self.tools.narrowed(to: []),
            clientTools: [],
            format: format,
            sampleCount: request.confidence == .agreement ? 3 : 1,
            context: context
        )
    }

    /// The shape that an answer must have, if one is asked for.
    ///
    /// - Throws: ``Problem`` when the schema cannot be asked for, or the model cannot answer by one.
    static func format(
        _ format: ResponseFormat?,
        _ confidence: WireConfidenceMethod?,
        for model: ModelCatalog.Entry
    ) throws(Problem) -> AnswerFormat? {
        guard let format else { return nil }
        let read = try AnswerFormat(format, isGraded: confidence == .selfReport)
        guard model.model.capabilities.contains(.guidedGeneration) else {
            throw Problem(
                .invalidRequest,
                detail: "the model '\(model.reference)' cannot answer by a schema; name another as 'model'",
                faults: [.init(pointer: format.pointer, detail: "not for the model '\(model.reference)'")]
            )
        }
        return read
    }
}

extension TurnContext {
    /// What the model is told before a text.
    ///
    /// - Parameter wishes: What the client adds.
    func extractionInstructions(_ wishes: String?) -> Instructions {
        Instructions {
            DecodingPrompt.instructions
            """
            The time is \(now.formatted(.iso8601)), the time zone \(timeZone.identifier). What you word yourself is in the \
            language of this locale: \(locale).
            """
            if let wishes { wishes }
        }
    }
}
