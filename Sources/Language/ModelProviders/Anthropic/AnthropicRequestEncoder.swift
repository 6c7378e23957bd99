import LanguageModels
import ModelTable
import StreamingJSON

/// Writes a round as the body of a Messages request.
struct AnthropicRequestEncoder {
    let model: String
    let dialect: AnthropicDialect

    /// Returns the body.
    ///
    /// - Throws: `LanguageModelError` for an answer's schema that the interface does not support, for an image that it does not accept, or
    ///   for a parameter that it refuses, such as a forced call for a model that refuses those.
    func encode(_ request: LanguageModelExecutorGenerationRequest) throws(LanguageModelError) -> JSONValue {
        let parameters = GenerationParameters(request)
        try dialect.check(parameters)
        var conversation = AnthropicConversation(try request.transcript.placingImages(by: .anthropic))
        if !dialect.forcesCalls, let words = parameters.wordsForRequiredCall(of: request.enabledToolDefinitions) {
            conversation.add(note: words)
        }
        let limit = parameters.maximumOutputTokens
        var body: JSONObject = [
            "model": .string(model), "max_tokens": .integer(limit ?? dialect.tokenLimit), "stream": true,
        ]
        if !conversation.system.isEmpty { body["system"] = .string(conversation.system) }
        body["messages"] = .array(conversation.messages)
        addTools(of: request, parameters, to: &body)
        var output: JSONObject = [:]
        if let schema = request.schema {
            output["format"] = ["type": "json_schema", "schema": try AnthropicSchema.answer(schema).schema]
        }
        switch dialect.thought(for: parameters) {
        case nil: break
        case .disabled: body["thinking"] = ["type": "disabled"]
        case .betweenTools:
            body["thinking"] = ["type": "between_tools"]
            output["effort"] = "low"
        case .adaptive(let effort):
            body["thinking"] = ["type": "adaptive", "display": "summarized"]
            output["effort"] = effort.map(JSONValue.string)
        // Within a turn, the interface requires that earlier calls follow a thought of its own. Calls of another provider's model have
        // none.
        case .budget where conversation.hasCallsWithoutThoughts: break
        case .budget(let budget, let effort):
            // `max_tokens` includes the budget. A limit of the caller stays as it is; the model's default limit is meant for the answer
            // alone.
            if limit == nil {
                let sum = dialect.tokenLimit + budget
                body["max_tokens"] = .integer(min(sum, dialect.facts.output ?? sum))
            }
            body["thinking"] = ["type": "enabled", "budget_tokens": .integer(budget)]
            output["effort"] = effort.map(JSONValue.string)
        }
        if !output.isEmpty { body["output_config"] = .object(output) }
        if let user = request.safetyIdentifier { body["metadata"] = ["user_id": user] }
        add(parameters, to: &body)
        if dialect.marksCaches {
            AnthropicCacheMarks(of: request, for: body, minimum: dialect.facts.cacheMinimum)
                .add(to: &body, inputs: conversation.inputs)
        }
        return .object(body)
    }

    private func addTools(
        of request: LanguageModelExecutorGenerationRequest,
        _ parameters: GenerationParameters,
        to body: inout JSONObject
    ) {
        let tools = request.enabledToolDefinitions
        var offered = tools
        var choice: JSONObject?
        switch parameters.toolChoice {
        case .allowed: break
        case let required where required.isRequired && !dialect.forcesCalls: offered = required.callable(of: tools)
        case .required: choice = ["type": "any"]
        case .disallowed: choice = ["type": "none"]
        case .named(let name): choice = ["type": "tool", "name": .string(name)]
        case .among(_, let isRequired):
            offered = parameters.toolChoice.callable(of: tools)
            if isRequired { choice = ["type": "any"] }
        }
        guard !offered.isEmpty else { return }
        body["tools"] = request.written(offered, as: .messages, by: Self.tool)
        if parameters.allowsParallelCalls == false, parameters.toolChoice != .disallowed {
            choice = choice ?? ["type": "auto"]
            choice?["disable_parallel_tool_use"] = true
        }
        body["tool_choice"] = choice.map(JSONValue.object)
    }

    private static func tool(_ definition: Transcript.ToolDefinition) -> JSONObject {
        [
            "name": .string(definition.name), "description": .string(definition.description),
            "input_schema": OpenAISchema.parameters(definition.parameters),
        ]
    }

    private func add(_ parameters: GenerationParameters, to body: inout JSONObject) {
        if let temperature = parameters.temperature, dialect.sends(.temperature, of: parameters) {
            body["temperature"] = .temperature(min(temperature, AnthropicDialect.highestTemperature))
        }
        if let topP = parameters.topP, dialect.sends(.topP, of: parameters) { body["top_p"] = .number(topP) }
        if let topK = parameters.topK, dialect.sends(.topK, of: parameters) { body["top_k"] = .integer(topK) }
        if !parameters.stop.isEmpty { body["stop_sequences"] = .array(parameters.stop.map(JSONValue.string)) }
    }
}
