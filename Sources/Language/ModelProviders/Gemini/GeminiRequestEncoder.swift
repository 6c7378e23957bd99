import LanguageModels
import ModelTable
import StreamingJSON

/// Writes a round as the body of a request to Gemini's interface.
struct GeminiRequestEncoder {
    let dialect: GeminiDialect

    /// Returns the body.
    ///
    /// - Throws: `LanguageModelError` for tools beside a schema with a model that supports only one of them at a time, for an image that
    ///   the interface does not accept, or for a parameter that it refuses.
    func encode(_ request: LanguageModelExecutorGenerationRequest) throws(LanguageModelError) -> JSONValue {
        let parameters = GenerationParameters(request)
        try dialect.check(parameters)
        let conversation = GeminiConversation(
            try request.transcript.placingImages(by: .gemini),
            checksSignatures: dialect.checksSignatures
        )
        var body: JSONObject = [:]
        if !conversation.system.isEmpty {
            body["systemInstruction"] = ["parts": [["text": .string(conversation.system)]]]
        }
        body["contents"] = .array(conversation.contents)
        addTools(of: request, parameters, to: &body)
        var generation = options(parameters)
        if let schema = request.schema {
            guard request.enabledToolDefinitions.isEmpty || dialect.writesSchemasBesideTools else {
                throw .unsupportedCapability(
                    .init(
                        capability: .guidedGeneration,
                        debugDescription: "This Gemini model cannot hold an answer to a schema and offer tools."
                    )
                )
            }
            generation["responseMimeType"] = "application/json"
            generation["responseJsonSchema"] = GeminiSchema.rewrite(schema)
        } else if request.generationOptions.details.wantsJSONObject,
            request.enabledToolDefinitions.isEmpty || dialect.writesSchemasBesideTools
        {
            generation["responseMimeType"] = "application/json"
        }
        if let thinking = thinking(parameters.reasoningLevel) { generation["thinkingConfig"] = thinking }
        if !generation.isEmpty { body["generationConfig"] = .object(generation) }
        return .object(body)
    }

    private func addTools(
        of request: LanguageModelExecutorGenerationRequest,
        _ parameters: GenerationParameters,
        to body: inout JSONObject
    ) {
        let tools = request.enabledToolDefinitions
        let callable = parameters.toolChoice.callable(of: tools)
        var calling: JSONObject?
        switch parameters.toolChoice {
        case .allowed: break
        case .required: calling = ["mode": "ANY"]
        case .disallowed: calling = ["mode": "NONE"]
        case .named, .among(_, isRequired: true):
            calling = ["mode": "ANY", "allowedFunctionNames": .array(callable.map { .string($0.name) })]
        // No name would allow all.
        case .among where callable.isEmpty: calling = ["mode": "NONE"]
        case .among: calling = ["mode": "VALIDATED", "allowedFunctionNames": .array(callable.map { .string($0.name) })]
        }
        guard !tools.isEmpty else { return }
        body["tools"] = [["functionDeclarations": request.written(tools, as: .gemini, by: Self.declaration)]]
        if let calling { body["toolConfig"] = ["functionCallingConfig": .object(calling)] }
    }

    private static func declaration(_ definition: Transcript.ToolDefinition) -> JSONObject {
        var declaration: JSONObject = [
            "name": .string(definition.name), "description": .string(definition.description),
        ]
        // The interface refuses an object without properties, so a tool without arguments has no schema.
        let schema = GeminiSchema.rewrite(definition.parameters)
        if schema["properties"]?.objectValue?.isEmpty == false || schema["$ref"] != nil || schema["anyOf"] != nil {
            declaration["parametersJsonSchema"] = schema
        }
        return declaration
    }

    private func options(_ parameters: GenerationParameters) -> JSONObject {
        var result = JSONObject()
        if let limit = parameters.maximumOutputTokens { result["maxOutputTokens"] = .integer(limit) }
        if let temperature = parameters.temperature, dialect.sends(.temperature, of: parameters) {
            result["temperature"] = .temperature(temperature)
        }
        if let topP = parameters.topP, dialect.sends(.topP, of: parameters) { result["topP"] = .number(topP) }
        if let topK = parameters.topK, dialect.sends(.topK, of: parameters) { result["topK"] = .integer(topK) }
        // The interface's seed has 32 bits.
        if let seed = parameters.seed { result["seed"] = .integer(Int(Int32(truncatingIfNeeded: seed))) }
        if !parameters.stop.isEmpty { result["stopSequences"] = .array(parameters.stop.map(JSONValue.string)) }
        return result
    }

    /// Returns the settings for thinking.
    ///
    /// A model that can think does so by default; its thoughts are sent only on request.
    private func thinking(_ level: ContextOptions.ReasoningLevel?) -> JSONValue? {
        guard let thinking = dialect.thinking else { return nil }
        var config: JSONObject = ["includeThoughts": .bool(level?.isNone != true)]
        switch thinking {
        case .budget: config["thinkingBudget"] = level.flatMap(dialect.budget(for:)).map(JSONValue.integer)
        case .level:
            let word = level.flatMap { dialect.facts.effort(nearestTo: $0.word) }
            config["thinkingLevel"] = word.map(JSONValue.string)
        }
        return .object(config)
    }
}
