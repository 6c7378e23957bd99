import LanguageModels
import StreamingJSON

/// Writes a round as the body of a Responses request.
struct OpenAIResponsesRequestEncoder {
    let model: String

    /// The body.
    ///
    /// - Parameter rung: The form of the answer's schema.
    /// - Throws: `LanguageModelError` when the answer's schema is not one of an object, which the interface does not take.
    func encode(
        _ request: LanguageModelExecutorGenerationRequest,
        by rung: StructuredOutputRung = .strict
    ) throws(LanguageModelError) -> JSONValue {
        // Nothing is stored, so thoughts must come back with the answer if they are to be gone on from.
        var body: JSONObject = [
            "model": .string(model), "stream": true, "store": false, "include": ["reasoning.encrypted_content"],
        ]
        let instructions = request.transcript.compactMap { entry in
            if case .instructions(let entry) = entry, !entry.segments.isEmpty { entry.segments.text } else { nil }
        }
        if !instructions.isEmpty { body["instructions"] = .string(instructions.joined(separator: "\n\n")) }
        body["input"] = .array(request.transcript.flatMap(Self.items))
        if !request.enabledToolDefinitions.isEmpty {
            body["tools"] = .array(request.enabledToolDefinitions.map(Self.tool))
            switch request.generationOptions.toolCallingMode?.kind ?? .allowed {
            case .allowed: break
            case .required: body["tool_choice"] = "required"
            case .disallowed: body["tool_choice"] = "none"
            }
        }
        if let schema = request.schema {
            // The same as in chat completions, but flat.
            var format = try OpenAISchema.answer(schema, by: rung)
            format["type"] = "json_schema"
            body["text"] = ["format": .object(format)]
        }
        add(request.generationOptions, to: &body)
        if let level = request.contextOptions.reasoningLevel {
            body["reasoning"] = ["effort": .string(OpenAIChatRequestEncoder.effort(level)), "summary": "auto"]
        }
        return .object(body)
    }

    private static func tool(_ definition: Transcript.ToolDefinition) -> JSONValue {
        [
            "type": "function", "name": .string(definition.name), "description": .string(definition.description),
            "parameters": OpenAISchema.parameters(definition.parameters),
            // Here it is the default, but not every schema keeps to its rules.
            "strict": false,
        ]
    }

    private func add(_ options: GenerationOptions, to body: inout JSONObject) {
        if let limit = options.maximumResponseTokens { body["max_output_tokens"] = .integer(limit) }
        switch options.samplingMode?.kind {
        // The interface knows neither a seed nor a number of choices.
        case nil, .randomTopK: break
        case .greedy: body["temperature"] = 0
        case .randomProbabilityThreshold(let threshold, seed: _): body["top_p"] = .number(threshold)
        }
        if let temperature = options.temperature { body["temperature"] = .number(temperature) }
    }

    /// The items that an entry is written as; instructions stand elsewhere.
    private static func items(_ entry: Transcript.Entry) -> [JSONValue] {
        switch entry {
        case .instructions: []
        case .prompt(let entry): [message("user", "input_text", entry.segments.text)]
        case .response(let entry):
            entry.segments.text.isEmpty ? [] : [message("assistant", "output_text", entry.segments.text)]
        case .reasoning(let thought): OpenAIResponsesThought.item(of: thought).map { [$0] } ?? []
        case .toolCalls(let calls):
            calls.map { call in
                [
                    "type": "function_call", "call_id": .string(call.id), "name": .string(call.toolName),
                    "arguments": .string(call.arguments.jsonString),
                ]
            }
        case .toolOutput(let output):
            [
                [
                    "type": "function_call_output", "call_id": .string(output.id),
                    "output": .string(output.segments.text),
                ]
            ]
        }
    }

    private static func message(_ role: String, _ type: String, _ text: String) -> JSONValue {
        // OpenAI does without the item's own type; llama.cpp tells by it what an assistant's message is, and refuses one without.
        ["type": "message", "role": .string(role), "content": [["type": .string(type), "text": .string(text)]]]
    }
}
