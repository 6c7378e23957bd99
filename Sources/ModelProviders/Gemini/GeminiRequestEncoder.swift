import LanguageModels
import StreamingJSON

/// Writes a round as the body of a request to Gemini's interface.
struct GeminiRequestEncoder {
    let dialect: GeminiDialect

    /// The body.
    ///
    /// - Throws: `LanguageModelError` when tools are offered beside a schema to a model that knows only one of them at a time, or for
    ///   an image that the interface does not accept.
    func encode(_ request: LanguageModelExecutorGenerationRequest) throws(LanguageModelError) -> JSONValue {
        let conversation = GeminiConversation(
            try request.transcript.placingImages(by: .gemini),
            checksSignatures: dialect.checksSignatures
        )
        var body: JSONObject = [:]
        if !conversation.system.isEmpty {
            body["systemInstruction"] = ["parts": [["text": .string(conversation.system)]]]
        }
        body["contents"] = .array(conversation.contents)
        let mode = request.generationOptions.toolCallingMode?.kind ?? .allowed
        if !request.enabledToolDefinitions.isEmpty {
            body["tools"] = [["functionDeclarations": .array(request.enabledToolDefinitions.map(Self.declaration))]]
            switch mode {
            case .allowed: break
            case .required: body["toolConfig"] = ["functionCallingConfig": ["mode": "ANY"]]
            case .disallowed: body["toolConfig"] = ["functionCallingConfig": ["mode": "NONE"]]
            }
        }
        var generation = options(request.generationOptions)
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
        }
        if let thinking = thinking(request.contextOptions.reasoningLevel) { generation["thinkingConfig"] = thinking }
        if !generation.isEmpty { body["generationConfig"] = .object(generation) }
        return .object(body)
    }

    private static func declaration(_ definition: Transcript.ToolDefinition) -> JSONValue {
        var declaration: JSONObject = [
            "name": .string(definition.name), "description": .string(definition.description),
        ]
        // An object without properties is not taken; a tool without arguments has no schema at all.
        let schema = GeminiSchema.rewrite(definition.parameters)
        if schema["properties"]?.objectValue?.isEmpty == false || schema["$ref"] != nil || schema["anyOf"] != nil {
            declaration["parametersJsonSchema"] = schema
        }
        return .object(declaration)
    }

    private func options(_ options: GenerationOptions) -> JSONObject {
        var result = JSONObject()
        if let limit = options.maximumResponseTokens { result["maxOutputTokens"] = .integer(limit) }
        var seed: UInt64?
        switch options.samplingMode?.kind {
        case nil: break
        case .greedy: result["temperature"] = 0
        case .randomProbabilityThreshold(let threshold, let given):
            result["topP"] = .number(threshold)
            seed = given
        case .randomTopK(let count, let given):
            result["topK"] = .integer(count)
            seed = given
        }
        // The interface's seed has 32 bits.
        if let seed { result["seed"] = .integer(Int(Int32(truncatingIfNeeded: seed))) }
        if let temperature = options.temperature { result["temperature"] = .number(temperature) }
        return result
    }
}

// MARK: Thinking

extension GeminiRequestEncoder {
    /// A model that can think does so by itself; what it thinks is sent only when it is asked for.
    private func thinking(_ level: ContextOptions.ReasoningLevel?) -> JSONValue? {
        switch dialect.thinking {
        case .none: return nil
        case .budget(let largest):
            var config: JSONObject = ["includeThoughts": true]
            if let budget = level.flatMap({ Self.budget($0, largest) }) { config["thinkingBudget"] = .integer(budget) }
            return .object(config)
        case .level(let knowsMedium):
            var config: JSONObject = ["includeThoughts": true]
            if let level { config["thinkingLevel"] = .string(Self.word(level, knowsMedium)) }
            return .object(config)
        }
    }

    private static func budget(_ level: ContextOptions.ReasoningLevel, _ largest: Int) -> Int? {
        switch level {
        case .light: 1024
        case .moderate: 8192
        case .deep: largest
        // Of words only a number is a budget.
        case .custom(let word): Int(word).map { min($0, largest) }
        }
    }

    private static func word(_ level: ContextOptions.ReasoningLevel, _ knowsMedium: Bool) -> String {
        switch level {
        case .light: "low"
        case .moderate: knowsMedium ? "medium" : "high"
        case .deep: "high"
        case .custom(let word): word
        }
    }
}
