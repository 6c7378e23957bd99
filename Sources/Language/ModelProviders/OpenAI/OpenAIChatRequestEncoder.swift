import LanguageModels
import StreamingJSON

/// Writes a round as the body of a chat completions request.
struct OpenAIChatRequestEncoder {
    let model: String
    let dialect: OpenAIChatDialect

    /// Returns the body.
    ///
    /// - Parameter rung: The form of the answer's schema.
    /// - Throws: `LanguageModelError` for an answer's schema that is not an object, which the interface does not support, for an image that
    ///   it does not accept, or for a parameter that it refuses.
    func encode(
        _ request: LanguageModelExecutorGenerationRequest,
        by rung: StructuredOutputRung = .strict
    ) throws(LanguageModelError) -> JSONValue {
        let parameters = GenerationParameters(request)
        try dialect.check(parameters)
        var body: JSONObject = ["model": .string(model), "stream": true]
        var streamOptions = JSONObject()
        if dialect.asksForUsage { streamOptions["include_usage"] = true }
        if dialect.declinesPadding { streamOptions["include_obfuscation"] = false }
        if !streamOptions.isEmpty { body["stream_options"] = .object(streamOptions) }
        if dialect.rules.hasCacheKeys { body["prompt_cache_key"] = OpenAICacheKey.key(of: request) }
        if dialect.rules.isAtOpenAI { body["safety_identifier"] = request.safetyIdentifier }
        body["messages"] = .array(messages(try request.transcript.placingImages(by: .openAI)))
        addTools(of: request, parameters, to: &body)
        if let schema = request.schema {
            try add(schema, by: rung, to: &body)
        } else if request.generationOptions.details.wantsJSONObject {
            addJSONMode(to: &body)
        }
        add(parameters, to: &body)
        return .object(body)
    }

    private func addTools(
        of request: LanguageModelExecutorGenerationRequest,
        _ parameters: GenerationParameters,
        to body: inout JSONObject
    ) {
        let tools = request.enabledToolDefinitions
        let choice = parameters.toolChoice
        let callable = choice == .disallowed ? tools : choice.callable(of: tools)
        // A server that does not support a choice by name reads it as "auto". It is therefore offered only the named tools.
        let offered = dialect.namesToolChoices ? tools : callable
        guard !offered.isEmpty else { return }
        body["tools"] = request.written(offered, as: .chat, by: Self.tool)
        switch choice {
        case .allowed: break
        case .required: body["tool_choice"] = "required"
        case .disallowed: body["tool_choice"] = "none"
        case .named where !dialect.namesToolChoices: body["tool_choice"] = "required"
        case .named(let name): body["tool_choice"] = Self.reference(name)
        case .among(_, let isRequired) where !dialect.namesToolChoices:
            if isRequired { body["tool_choice"] = "required" }
        case .among where callable.isEmpty: body["tool_choice"] = "none"
        case .among(_, let isRequired):
            body["tool_choice"] = [
                "type": "allowed_tools",
                "allowed_tools": [
                    "mode": isRequired ? "required" : "auto",
                    "tools": .array(callable.map { Self.reference($0.name) }),
                ],
            ]
        }
        if let allowsParallelCalls = parameters.allowsParallelCalls {
            body["parallel_tool_calls"] = .bool(allowsParallelCalls)
        }
    }

    private static func reference(_ tool: String) -> JSONValue {
        ["type": "function", "function": ["name": .string(tool)]]
    }

    private static func tool(_ definition: Transcript.ToolDefinition) -> JSONObject {
        [
            "type": "function",
            "function": [
                "name": .string(definition.name),
                "description": .string(definition.description),
                "parameters": OpenAISchema.parameters(definition.parameters),
            ],
        ]
    }

    private func add(
        _ schema: GenerationSchema,
        by rung: StructuredOutputRung,
        to body: inout JSONObject
    ) throws(LanguageModelError) {
        // A grammar accepts a schema as it is: optional properties need not become `null`.
        let plain = rung == .described ? OpenAISchema.described(schema) : OpenAISchema.parameters(schema)
        switch dialect.schemaForm {
        case .none: break
        case .responseFormat:
            let format = try OpenAISchema.answer(schema, by: rung)
            body["response_format"] = ["type": "json_schema", "json_schema": .object(format)]
        case .jsonObject: body["response_format"] = ["type": "json_object", "schema": plain]
        case .jsonSchema: body["json_schema"] = plain
        case .structuredOutputs: body["structured_outputs"] = ["json": plain]
        case .guidedJSON: body["guided_json"] = plain
        }
    }

    /// Requests an answer that is a JSON object of any shape, where the server can hold an answer to that.
    private func addJSONMode(to body: inout JSONObject) {
        guard dialect.schemaForm != .none, dialect.writesSchemasBesideTools || body["tools"] == nil else { return }
        body["response_format"] = ["type": "json_object"]
    }

    private func add(_ parameters: GenerationParameters, to body: inout JSONObject) {
        if let limit = parameters.maximumOutputTokens { body[dialect.tokenLimitName] = .integer(limit) }
        if let topK = parameters.topK, dialect.sends(.topK, of: parameters) { body["top_k"] = .integer(topK) }
        if let seed = parameters.seed { body[dialect.seedName] = .integer(seed) }
        if !parameters.stop.isEmpty { body["stop"] = .array(parameters.stop.map(JSONValue.string)) }
        if let level = parameters.reasoningLevel {
            if let word = dialect.rules.effort(level) { body["reasoning_effort"] = .string(word) }
        } else if body["tools"] != nil, let word = dialect.rules.effortBesideTools {
            body["reasoning_effort"] = .string(word)
        }
        guard dialect.rules.treatmentOfSampling(in: parameters) == .mapped else { return }
        if let temperature = parameters.temperature { body["temperature"] = .temperature(temperature) }
        if let topP = parameters.topP { body["top_p"] = .number(topP) }
        if let penalty = parameters.presencePenalty { body["presence_penalty"] = .number(penalty) }
        if let penalty = parameters.frequencyPenalty { body["frequency_penalty"] = .number(penalty) }
    }
}
