import LanguageModels
import StreamingJSON

/// Writes a round as the body of a chat completions request.
struct OpenAIChatRequestEncoder {
    let model: String
    let dialect: OpenAIChatDialect

    /// The body.
    ///
    /// - Parameter rung: The form of the answer's schema.
    /// - Throws: `LanguageModelError` when the answer's schema is not one of an object, which the interface does not take, or for an
    ///   image that it does not accept.
    func encode(
        _ request: LanguageModelExecutorGenerationRequest,
        by rung: StructuredOutputRung = .strict
    ) throws(LanguageModelError) -> JSONValue {
        var streamOptions: JSONObject = ["include_usage": true]
        if dialect.declinesPadding { streamOptions["include_obfuscation"] = false }
        var body: JSONObject = ["model": .string(model), "stream": true, "stream_options": .object(streamOptions)]
        body["messages"] = .array(messages(try request.transcript.placingImages(by: .openAI)))
        let mode = request.generationOptions.toolCallingMode?.kind ?? .allowed
        if !request.enabledToolDefinitions.isEmpty {
            body["tools"] = .array(request.enabledToolDefinitions.map(Self.tool))
            switch mode {
            case .allowed: break
            case .required: body["tool_choice"] = "required"
            case .disallowed: body["tool_choice"] = "none"
            }
        }
        if let schema = request.schema { try add(schema, by: rung, to: &body) }
        add(request.generationOptions, to: &body)
        if let level = request.contextOptions.reasoningLevel { body["reasoning_effort"] = .string(Self.effort(level)) }
        return .object(body)
    }

    private static func tool(_ definition: Transcript.ToolDefinition) -> JSONValue {
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
        // A grammar takes a schema as it is; what is optional need not become `null`.
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

    private func add(_ options: GenerationOptions, to body: inout JSONObject) {
        if let limit = options.maximumResponseTokens { body[dialect.tokenLimitName] = .integer(limit) }
        var seed: UInt64?
        switch options.samplingMode?.kind {
        case nil: break
        case .greedy: body["temperature"] = 0
        case .randomProbabilityThreshold(let threshold, let given):
            body["top_p"] = .number(threshold)
            seed = given
        case .randomTopK(let count, let given):
            if dialect.allowsTopK { body["top_k"] = .integer(count) }
            seed = given
        }
        if let seed { body["seed"] = .integer(Int(truncatingIfNeeded: seed)) }
        if let temperature = options.temperature { body["temperature"] = .number(temperature) }
    }

    static func effort(_ level: ContextOptions.ReasoningLevel) -> String {
        switch level {
        case .light: "low"
        case .moderate: "medium"
        case .deep: "high"
        case .custom(let word): word
        }
    }
}

// MARK: Messages

extension OpenAIChatRequestEncoder {
    private func messages(_ transcript: Transcript) -> [JSONValue] {
        var messages: [JSONObject] = []
        var outputImages: [JSONValue] = []
        for entry in transcript {
            if case .toolOutput = entry {} else { append(&outputImages, to: &messages) }
            switch entry {
            case .instructions(let entry):
                if !entry.segments.isEmpty { messages.append(message("system", entry.segments.text)) }
            case .prompt(let entry):
                messages.append(["role": "user", "content": Self.content(of: entry.segments)])
            case .response(let entry): messages.append(message("assistant", entry.segments.text))
            case .toolCalls(let calls): append(calls, to: &messages)
            case .toolOutput(let output):
                let images = output.segments.images
                if !images.isEmpty {
                    outputImages.append(Self.text("The images of the output of \(output.toolName):"))
                    outputImages += images.map(Self.image)
                }
                let text = output.segments.captionedText
                let isShownNext = text.isEmpty && !images.isEmpty
                var message = message("tool", isShownNext ? "(an image, shown next)" : text)
                message["tool_call_id"] = .string(Self.callID(output.id))
                messages.append(message)
            case .reasoning:
                // The interface has no place for a model's earlier thoughts.
                break
            }
        }
        append(&outputImages, to: &messages)
        return messages.map(JSONValue.object)
    }

    /// Adds the images of tools' outputs, which only a message of the user may have, behind all outputs of the round.
    private func append(_ images: inout [JSONValue], to messages: inout [JSONObject]) {
        guard !images.isEmpty else { return }
        messages.append(["role": "user", "content": .array(images)])
        images = []
    }

    private static func content(of segments: [Transcript.Segment]) -> JSONValue {
        guard segments.haveImages else { return .string(segments.text) }
        return .array(
            segments.contentParts.map { part in
                switch part {
                case .text(let text): Self.text(text)
                case .image(let image): Self.image(image)
                }
            }
        )
    }

    private static func text(_ text: String) -> JSONValue { ["type": "text", "text": .string(text)] }

    private static func image(_ image: Transcript.ImageAttachment) -> JSONValue {
        ["type": "image_url", "image_url": ["url": .string(image.wireURL)]]
    }

    private func message(_ role: String, _ content: String) -> JSONObject {
        ["role": .string(role), "content": .string(content)]
    }

    /// Calls that followed text in one round belong to the message of that text.
    private func append(_ calls: Transcript.ToolCalls, to messages: inout [JSONObject]) {
        if messages.last?["role"] != "assistant" || messages.last?["tool_calls"] != nil {
            messages.append(["role": "assistant", "content": nil])
        }
        messages[messages.count - 1]["tool_calls"] = .array(
            calls.map { call in
                [
                    "id": .string(Self.callID(call.id)), "type": "function",
                    "function": ["name": .string(call.toolName), "arguments": .string(call.arguments.jsonString)],
                ]
            }
        )
    }

    private static let longestCallID = 40

    /// An id that OpenAI takes; those that other servers give may be longer, and end in what tells them apart.
    private static func callID(_ id: String) -> String {
        id.utf8.count <= longestCallID ? id : "call_" + id.filter { $0.isASCII }.suffix(longestCallID - 5)
    }
}
