import LanguageModels
import StreamingJSON

/// Writes a round as the body of a Responses request.
struct OpenAIResponsesRequestEncoder {
    let model: String
    var dialect = OpenAIResponsesDialect()

    /// The ids that OpenAI accepts for calls.
    private static let callIDs = CallIDRule.any(maximumLength: 64)

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
        // The provider stores nothing, so thoughts must be in the answer if a later call is to continue from them.
        var body: JSONObject = [
            "model": .string(model), "stream": true, "store": false, "include": ["reasoning.encrypted_content"],
        ]
        let transcript = try request.transcript.placingImages(by: .openAI)
        let instructions = transcript.compactMap { entry in
            if case .instructions(let entry) = entry, !entry.segments.isEmpty { entry.segments.text } else { nil }
        }
        if !instructions.isEmpty { body["instructions"] = .string(instructions.joined(separator: "\n\n")) }
        body["input"] = .array(transcript.flatMap(Self.items))
        addTools(of: request, parameters, to: &body)
        if let schema = request.schema {
            // The same members as in chat completions, but flat.
            var format = try OpenAISchema.answer(schema, by: rung)
            format["type"] = "json_schema"
            body["text"] = ["format": .object(format)]
        } else if request.generationOptions.details.wantsJSONObject {
            body["text"] = ["format": ["type": "json_object"]]
        }
        if let limit = parameters.maximumOutputTokens { body["max_output_tokens"] = .integer(limit) }
        if dialect.rules.treatmentOfSampling(in: parameters) == .mapped {
            if let temperature = parameters.temperature { body["temperature"] = .temperature(temperature) }
            if let topP = parameters.topP { body["top_p"] = .number(topP) }
        }
        if let word = parameters.reasoningLevel.flatMap(dialect.rules.effort) {
            body["reasoning"] = ["effort": .string(word), "summary": "auto"]
        } else if dialect.rules.thinksByDefault {
            body["reasoning"] = ["summary": "auto"]
        }
        if dialect.rules.hasCacheKeys { body["prompt_cache_key"] = OpenAICacheKey.key(of: request) }
        if dialect.rules.isAtOpenAI { body["safety_identifier"] = request.safetyIdentifier }
        return .object(body)
    }

    private static func tool(_ definition: Transcript.ToolDefinition) -> JSONObject {
        [
            "type": "function", "name": .string(definition.name), "description": .string(definition.description),
            "parameters": OpenAISchema.parameters(definition.parameters),
            // Strictness is the default here, but not every schema follows its rules.
            "strict": false,
        ]
    }

    private func addTools(
        of request: LanguageModelExecutorGenerationRequest,
        _ parameters: GenerationParameters,
        to body: inout JSONObject
    ) {
        let tools = request.enabledToolDefinitions
        guard !tools.isEmpty else { return }
        body["tools"] = request.written(tools, as: .responses, by: Self.tool)
        switch parameters.toolChoice {
        case .allowed: break
        case .required: body["tool_choice"] = "required"
        case .disallowed: body["tool_choice"] = "none"
        case .named(let name): body["tool_choice"] = Self.reference(name)
        case .among(_, let isRequired):
            let callable = parameters.toolChoice.callable(of: tools)
            body["tool_choice"] =
                callable.isEmpty
                ? "none"
                : [
                    "type": "allowed_tools", "mode": isRequired ? "required" : "auto",
                    "tools": .array(callable.map { Self.reference($0.name) }),
                ]
        }
        if let allowsParallelCalls = parameters.allowsParallelCalls {
            body["parallel_tool_calls"] = .bool(allowsParallelCalls)
        }
    }

    private static func reference(_ tool: String) -> JSONValue { ["type": "function", "name": .string(tool)] }

    /// Returns the items of an entry; none for instructions, which are sent elsewhere.
    private static func items(_ entry: Transcript.Entry) -> [JSONValue] {
        switch entry {
        case .instructions: []
        case .prompt(let entry): [["type": "message", "role": "user", "content": .array(input(of: entry.segments))]]
        case .response(let entry):
            entry.segments.text.isEmpty
                ? [] : [answer(entry.segments.text, phase: OpenAIResponsesItemMemory.phase(entry.metadata))]
        case .reasoning(let thought): OpenAIResponsesThought.item(of: thought).map { [$0] } ?? []
        case .toolCalls(let calls):
            calls.map { call in
                var item: JSONObject = [
                    "type": "function_call", "call_id": .string(callIDs.wireForm(of: call.id)),
                    "name": .string(call.toolName), "arguments": .string(call.arguments.jsonString),
                ]
                for (name, value) in OpenAIResponsesItemMemory.members(call.metadata) { item[name] = value }
                return .object(item)
            }
        case .toolOutput(let output):
            [
                [
                    "type": "function_call_output", "call_id": .string(callIDs.wireForm(of: output.id)),
                    "output": output.segments.haveImages
                        ? .array(input(of: output.segments)) : .string(output.segments.text),
                ]
            ]
        }
    }

    // OpenAI does not require the type of a message item. llama.cpp recognizes an assistant's message by it and refuses one without.
    private static func answer(_ text: String, phase: String?) -> JSONValue {
        var item: JSONObject = [
            "type": "message", "role": "assistant", "content": [["type": "output_text", "text": .string(text)]],
        ]
        if let phase { item["phase"] = .string(phase) }
        return .object(item)
    }

    /// Returns the parts of a message that the model reads; one empty part for a prompt without text.
    private static func input(of segments: [Transcript.Segment]) -> [JSONValue] {
        guard segments.haveImages else { return [text(segments.text)] }
        return segments.contentParts.map { part in
            switch part {
            case .text(let words): text(words)
            case .image(let image): ["type": "input_image", "detail": "auto", "image_url": .string(image.wireURL)]
            }
        }
    }

    private static func text(_ text: String) -> JSONValue { ["type": "input_text", "text": .string(text)] }
}
