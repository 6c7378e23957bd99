import Accounts
import AgentTools
import AgentWire
import Foundation
import LLMCodable
import LanguageModels
import StreamingJSON
import Telemetry
import Transport

extension AgentRuntime {
    /// Returns the work of an extraction.
    ///
    /// - Throws: ``Problem`` when the schema is not supported, or the model cannot answer by a schema.
    func work(
        for request: ExtractRequest,
        _ model: ModelCatalog.Entry,
        _ requester: TurnRequester
    ) throws(Problem) -> TurnWork {
        let format = try Self.format(request.format, request.confidence, for: model)
        let context = context(request.locale, request.timeZone, message: request.text, for: requester.client)
        let title = request.format.schema["title"]?.stringValue
        let prompt: DecodingPrompt
        do throws(LLMDecodingError) {
            prompt = try DecodingPrompt(text: request.text, valueName: title ?? "what the schema describes")
        } catch {
            throw Problem(
                .invalidRequest,
                detail: "the text is empty",
                faults: [.init(pointer: "#/text", detail: error.message)]
            )
        }
        let sampleCount = request.confidence == .agreement ? 3 : 1
        return TurnWork(
            coordinator: runs,
            request: TurnWork.Request(
                place: .apart,
                input: TurnInput(
                    options: GenerationOptions(),
                    contextOptions: ContextOptions(),
                    instructions: "",
                    history: [],
                    beginning: .prompt(prompt.first),
                    ignored: []
                ),
                note: context.extractionNote(wordedIn: request.locale),
                context: context,
                format: format,
                sampleCount: sampleCount
            ),
            model: TurnWork.Model(
                entry: model,
                instructions: TurnContext.extractionInstructions(request.instructions),
                tools: self.tools.narrowed(to: []),
                clientTools: [],
                clientAnswers: ClientToolAnswers(
                    tools: tools.narrowed(to: []),
                    clientTools: [],
                    caller: context.caller
                )
            ),
            policies: TurnWork.Policies(
                meter: meter(of: model, for: requester, sampleCount: sampleCount, hasShape: true),
                trace: TraceContext.current,
                times: requester.times,
                reserveTokens: { [self] in await reserveTokens(for: $0, of: $1) }
            )
        )
    }

    /// Returns the schema that an answer must fit; `nil` when the request has none.
    ///
    /// - Throws: ``Problem`` when the schema is not supported, or the model cannot answer by a schema.
    static func format(
        _ format: ResponseFormat?,
        _ confidence: WireConfidenceMethod?,
        for model: ModelCatalog.Entry
    ) throws(Problem) -> AnswerFormat? {
        guard let format else { return nil }
        let read = try AnswerFormat(format, isGraded: confidence == .selfReport)
        try checkWritesJSON(model, at: format.pointer)
        return read
    }

    /// Refuses a model that writes no JSON.
    ///
    /// - Parameter pointer: The place in the request that requires JSON, as a JSON pointer.
    static func checkWritesJSON(
        _ model: ModelCatalog.Entry,
        at pointer: String = "#/response_format"
    ) throws(Problem) {
        guard !model.model.capabilities.contains(.guidedGeneration) else { return }
        throw Problem(
            .invalidRequest,
            detail:
                "the model '\(model.reference)' cannot answer by a schema; name another one as 'model', or have the operator add a "
                + "provider's key",
            faults: [.init(pointer: pointer, detail: "not for the model '\(model.reference)'")]
        )
    }
}

extension TurnContext {
    /// Returns the model's instructions for reading a text.
    ///
    /// - Parameter wishes: The instructions of the client.
    static func extractionInstructions(_ wishes: String?) -> Instructions {
        Instructions {
            DecodingPrompt.instructions
            if let wishes { wishes }
        }
    }

    /// Returns the note beside a text to read.
    ///
    /// - Parameter locale: The locale that the request names for what the model words itself; `nil` for the language of the text.
    func extractionNote(wordedIn locale: String?) -> String {
        """
        [The app's note, which is no part of the text: the time is \(now.formatted(.iso8601)), the time zone \
        \(timeZone.identifier). What you word yourself is in the language of \
        \(locale.map { "this locale: \($0)" } ?? "the text").]
        """
    }
}
