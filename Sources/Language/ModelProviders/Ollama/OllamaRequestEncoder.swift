import LanguageModels
import StreamingJSON

/// Writes a round as the body of a request to Ollama's chat interface.
struct OllamaRequestEncoder {
    let model: String
    let dialect: OllamaDialect

    /// Returns the body.
    ///
    /// - Parameter rung: The form of the answer's schema.
    /// - Throws: `LanguageModelError` for what the interface does not support: a required call, a schema beside tools, and images by URL.
    func encode(
        _ request: LanguageModelExecutorGenerationRequest,
        by rung: StructuredOutputRung = .strict
    ) throws(LanguageModelError) -> JSONValue {
        let parameters = GenerationParameters(request)
        try dialect.check(parameters)
        // Without `truncate` the server silently drops the start of a conversation that is too long.
        var body: JSONObject = ["model": .string(model), "stream": true, "truncate": false]
        var messages = messages(try request.transcript.placingImages(by: .ollama))
        // The interface cannot require a call, so it is asked for in words.
        if let words = parameters.wordsForRequiredCall(of: request.enabledToolDefinitions) {
            messages.append(["role": "user", "content": .string(words)])
        }
        body["messages"] = .array(messages)
        // The interface has no setting that forbids calls or names the allowed tools, but a tool that is not offered is not called.
        let tools = parameters.toolChoice.callable(of: request.enabledToolDefinitions)
        if !tools.isEmpty { body["tools"] = request.written(tools, as: .ollama, by: Self.tool) }
        if let schema = request.schema {
            guard tools.isEmpty else {
                // A model whose answer is held to a schema from the first token cannot write a call.
                throw .unsupportedCapability(
                    .init(
                        capability: .guidedGeneration,
                        debugDescription: "Ollama cannot hold an answer to a schema and offer tools."
                    )
                )
            }
            body["format"] = rung == .described ? OpenAISchema.described(schema) : OpenAISchema.parameters(schema)
        } else if request.generationOptions.details.wantsJSONObject, tools.isEmpty {
            body["format"] = "json"
        }
        if let level = parameters.reasoningLevel { body["think"] = dialect.think(level) }
        let options = options(parameters)
        if !options.isEmpty { body["options"] = .object(options) }
        return .object(body)
    }

    private static func tool(_ definition: Transcript.ToolDefinition) -> JSONObject {
        [
            "type": "function",
            "function": [
                "name": .string(definition.name), "description": .string(definition.description),
                "parameters": OpenAISchema.parameters(definition.parameters),
            ],
        ]
    }

    private func options(_ parameters: GenerationParameters) -> JSONObject {
        var result = JSONObject()
        if let length = dialect.contextLength { result["num_ctx"] = .integer(length) }
        if let limit = parameters.maximumOutputTokens { result["num_predict"] = .integer(limit) }
        if let temperature = parameters.temperature { result["temperature"] = .temperature(temperature) }
        if let topP = parameters.topP { result["top_p"] = .number(topP) }
        if let topK = parameters.topK { result["top_k"] = .integer(topK) }
        if let seed = parameters.seed { result["seed"] = .integer(seed) }
        if let penalty = parameters.presencePenalty { result["presence_penalty"] = .number(penalty) }
        if let penalty = parameters.frequencyPenalty { result["frequency_penalty"] = .number(penalty) }
        if !parameters.stop.isEmpty { result["stop"] = .array(parameters.stop.map(JSONValue.string)) }
        return result
    }
}

// MARK: Messages

extension OllamaRequestEncoder {
    private func messages(_ transcript: Transcript) -> [JSONValue] {
        var messages: [JSONObject] = []
        var thoughts: [String] = []
        for entry in transcript {
            switch entry {
            case .instructions(let entry):
                if !entry.segments.isEmpty { messages.append(message("system", entry.segments.text)) }
            case .prompt(let entry):
                messages.append(message("user", entry.segments))
                thoughts = []
            case .reasoning(let thought):
                // The thoughts before a call help a model that thinks to continue after it. Other models have no place for them.
                if dialect.thinking != nil, !thought.segments.isEmpty { thoughts.append(thought.segments.text) }
            case .response(let entry): append(message("assistant", entry.segments.text), &thoughts, to: &messages)
            case .toolCalls(let calls):
                // Calls that followed text in one round belong to the message of that text.
                if messages.last?["role"] != "assistant" || messages.last?["tool_calls"] != nil {
                    append(message("assistant", ""), &thoughts, to: &messages)
                }
                messages[messages.count - 1]["tool_calls"] = .array(calls.enumerated().map(Self.call))
            case .toolOutput(let output):
                var message = message("tool", output.segments)
                message["tool_name"] = .string(output.toolName)
                message["tool_call_id"] = .string(output.id)
                messages.append(message)
            }
        }
        return messages.map(JSONValue.object)
    }

    /// Returns a message with its images beside the text.
    private func message(_ role: String, _ segments: [Transcript.Segment]) -> JSONObject {
        var message = message(role, segments.captionedText)
        let images = segments.images.compactMap(\.base64)
        if !images.isEmpty { message["images"] = .array(images.map(JSONValue.string)) }
        return message
    }

    private func message(_ role: String, _ content: String) -> JSONObject {
        ["role": .string(role), "content": .string(content)]
    }

    private func append(_ message: JSONObject, _ thoughts: inout [String], to messages: inout [JSONObject]) {
        var message = message
        if !thoughts.isEmpty { message["thinking"] = .string(thoughts.joined(separator: "\n")) }
        thoughts = []
        messages.append(message)
    }

    private static func call(_ index: Int, _ call: Transcript.ToolCall) -> JSONValue {
        var arguments = call.arguments.jsonValue
        // Arguments that were not JSON are a text in the transcript, but the interface accepts objects only.
        if arguments.objectValue == nil { arguments = ["arguments": arguments] }
        return [
            "id": .string(call.id),
            "function": ["index": .integer(index), "name": .string(call.toolName), "arguments": arguments],
        ]
    }
}
