#if canImport(FoundationModels)
import FoundationModels
#else
import LanguageModels
#endif
import StreamingJSON
import ToriiClient

/// The body of a Responses request for a round.
@available(iOS 27.0, macOS 27.0, visionOS 27.0, *)
struct ResponseRequestBody {
    let model: String?
    let serverTools: [String]?

    /// Returns the body.
    ///
    /// - Throws: `LanguageModelError` for an image that cannot be sent.
    func encode(
        _ request: LanguageModelExecutorGenerationRequest,
        after thread: ResponseThread
    ) throws(LanguageModelError) -> JSONObject {
        var body: JSONObject = ["stream": true]
        if let model { body["model"] = .string(model) }
        if let instructions = TranscriptItems.instructions(of: request.transcript) {
            body["instructions"] = .string(instructions)
        }
        if let previous = thread.previous { body["previous_response_id"] = .string(previous) }
        body["input"] = .array(thread.decisions + (try TranscriptItems.items(of: thread.entries)))
        if let serverTools { body["torii"] = ["tools": .array(serverTools.map(JSONValue.string))] }
        addTools(of: request, to: &body)
        addOptions(of: request, to: &body)
        if let schema = request.schema { body["text"] = ["format": Self.format(schema)] }
        return body
    }

    private func addTools(of request: LanguageModelExecutorGenerationRequest, to body: inout JSONObject) {
        if !request.enabledToolDefinitions.isEmpty {
            body["tools"] = .array(
                request.enabledToolDefinitions.map { tool in
                    [
                        "type": "function", "name": .string(tool.name), "description": .string(tool.description),
                        "parameters": Self.json(of: tool.parameters),
                    ]
                }
            )
        }
        switch request.generationOptions.toolCallingMode?.kind {
        case .required: body["tool_choice"] = "required"
        case .disallowed: body["tool_choice"] = "none"
        default: break
        }
    }

    private func addOptions(of request: LanguageModelExecutorGenerationRequest, to body: inout JSONObject) {
        let options = request.generationOptions
        if let limit = options.maximumResponseTokens { body["max_output_tokens"] = .integer(limit) }
        var temperature = options.temperature
        switch options.samplingMode?.kind {
        case .greedy: temperature = temperature ?? 0
        case .randomProbabilityThreshold(let threshold, _): body["top_p"] = .number(threshold)
        // The interface has neither a number of tokens to choose from nor a seed.
        default: break
        }
        if let temperature { body["temperature"] = .number(min(max(temperature, 0), 2)) }
        var reasoning: JSONObject = ["summary": "auto"]
        switch request.contextOptions.reasoningLevel {
        case .light: reasoning["effort"] = "low"
        case .moderate: reasoning["effort"] = "medium"
        case .deep: reasoning["effort"] = "high"
        case .custom(let level): reasoning["effort"] = .string(level)
        default: break
        }
        body["reasoning"] = .object(reasoning)
    }

    private static func format(_ schema: GenerationSchema) -> JSONValue {
        let json = json(of: schema)
        return ["type": "json_schema", "name": .string(json["title"]?.stringValue ?? "answer"), "schema": json]
    }

    /// Returns a schema as JSON Schema.
    static func json(of schema: GenerationSchema) -> JSONValue {
        #if canImport(FoundationModels)
        // The members are in no order then; `x-order` of Apple's schemas keeps it.
        (try? JSONValue(encoding: schema)) ?? ["type": "object"]
        #else
        schema.jsonValue
        #endif
    }
}
