import LanguageModels
import StreamingJSON

/// Writes a round as the body of a Messages request.
struct AnthropicRequestEncoder {
    let model: String
    let dialect: AnthropicDialect

    /// The body.
    ///
    /// - Throws: `LanguageModelError` when the answer's schema is one that the interface cannot keep to, when the model cannot be made
    ///   to call a tool, or for an image that the interface does not accept.
    func encode(_ request: LanguageModelExecutorGenerationRequest) throws(LanguageModelError) -> JSONValue {
        let conversation = AnthropicConversation(try request.transcript.placingImages(by: .anthropic))
        var body: JSONObject = ["model": .string(model), "max_tokens": .integer(dialect.tokenLimit), "stream": true]
        if !conversation.system.isEmpty { body["system"] = .string(conversation.system) }
        body["messages"] = .array(conversation.messages)
        let mode = request.generationOptions.toolCallingMode?.kind ?? .allowed
        if !request.enabledToolDefinitions.isEmpty {
            body["tools"] = .array(request.enabledToolDefinitions.map(Self.tool))
            switch mode {
            case .allowed: break
            case .required:
                guard dialect.forcesCalls else {
                    throw .unsupportedCapability(
                        .init(capability: .toolCalling, debugDescription: "\(model) cannot be made to call a tool.")
                    )
                }
                body["tool_choice"] = ["type": "any"]
            case .disallowed: body["tool_choice"] = ["type": "none"]
            }
        }
        if let limit = request.generationOptions.maximumResponseTokens { body["max_tokens"] = .integer(limit) }
        var output: JSONObject = [:]
        if let schema = request.schema {
            output["format"] = ["type": "json_schema", "schema": try AnthropicSchema.answer(schema).schema]
        }
        // A forced call leaves no room for thoughts, and the interface refuses the two together.
        if let level = request.contextOptions.reasoningLevel, mode != .required {
            think(level, conversation, body: &body, output: &output)
        }
        if !output.isEmpty { body["output_config"] = .object(output) }
        // With thoughts only the default sampling is allowed.
        if body["thinking"] == nil { add(request.generationOptions, to: &body) }
        return .object(body)
    }

    private static func tool(_ definition: Transcript.ToolDefinition) -> JSONValue {
        [
            "name": .string(definition.name), "description": .string(definition.description),
            "input_schema": OpenAISchema.parameters(definition.parameters),
        ]
    }

    private func add(_ options: GenerationOptions, to body: inout JSONObject) {
        guard dialect.sampling != .none else { return }
        switch options.samplingMode?.kind {
        case nil: break
        case .greedy: body["temperature"] = 0
        // The interface knows no seed.
        case .randomProbabilityThreshold(let threshold, seed: _): body["top_p"] = .number(threshold)
        case .randomTopK(let count, seed: _): body["top_k"] = .integer(count)
        }
        if let temperature = options.temperature { body["temperature"] = .number(temperature) }
        if dialect.sampling == .one, body["temperature"] != nil { body["top_p"] = nil }
    }
}

// MARK: Thinking

extension AnthropicRequestEncoder {
    /// The least that the interface lets a model think.
    private static let smallestBudget = 1024

    private func think(
        _ level: ContextOptions.ReasoningLevel,
        _ conversation: AnthropicConversation,
        body: inout JSONObject,
        output: inout JSONObject
    ) {
        switch dialect.thinking {
        case .none: break
        case .effort:
            body["thinking"] = ["type": "adaptive", "display": "summarized"]
            output["effort"] = .string(Self.effort(level))
        case .budget:
            // Amid a turn, the calls so far must have come with thoughts of their own; those of another provider's have none.
            guard !conversation.hasCallsWithoutThoughts, let budget = Self.budget(level) else { return }
            // The budget is a part of the limit, which is meant for the answer.
            let limit = body["max_tokens"]?.intValue ?? dialect.tokenLimit
            body["max_tokens"] = .integer(limit + budget)
            body["thinking"] = ["type": "enabled", "budget_tokens": .integer(budget)]
        }
    }

    private static func effort(_ level: ContextOptions.ReasoningLevel) -> String {
        switch level {
        case .light: "low"
        case .moderate: "medium"
        case .deep: "high"
        case .custom(let word): word
        }
    }

    private static func budget(_ level: ContextOptions.ReasoningLevel) -> Int? {
        switch level {
        case .light: smallestBudget
        case .moderate: 4096
        case .deep: 16_384
        // Of words only a number is a budget.
        case .custom(let word): Int(word).map { max($0, smallestBudget) }
        }
    }
}
