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
        var streamOptions: JSONObject = ["include_usage": true]
        if dialect.declinesPadding { streamOptions["include_obfuscation"] = false }
        var body: JSONObject = ["model": .string(model), "stream": true, "stream_options": .object(streamOptions)]
        body["messages"] = .array(messages(try request.transcript.placingImages(by: .openAI)))
        add(request.enabledToolDefinitions, parameters, to: &body)
        if let schema = request.schema { try add(schema, by: rung, to: &body) }
        add(parameters, to: &body)
        return .object(body)
    }

    private func add(
        _ tools: [Transcript.ToolDefinition],
        _ parameters: GenerationParameters,
        to body: inout JSONObject
    ) {
        let choice = parameters.toolChoice
        let callable = choice == .disallowed ? tools : choice.callable(of: tools)
        // A server that does not support a choice by name reads it as "auto". It is therefore offered only the named tools.
        let offered = dialect.namesToolChoices ? tools : callable
        guard !offered.isEmpty else { return }
        body["tools"] = .array(offered.map(Self.tool))
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

    private func add(_ parameters: GenerationParameters, to body: inout JSONObject) {
        if let limit = parameters.maximumOutputTokens { body[dialect.tokenLimitName] = .integer(limit) }
        if let temperature = parameters.temperature { body["temperature"] = .temperature(temperature) }
        if let topP = parameters.topP { body["top_p"] = .number(topP) }
        if let topK = parameters.topK, dialect.sends(.topK, of: parameters) { body["top_k"] = .integer(topK) }
        if let seed = parameters.seed { body["seed"] = .integer(seed) }
        if let penalty = parameters.presencePenalty { body["presence_penalty"] = .number(penalty) }
        if let penalty = parameters.frequencyPenalty { body["frequency_penalty"] = .number(penalty) }
        if !parameters.stop.isEmpty { body["stop"] = .array(parameters.stop.map(JSONValue.string)) }
        if let level = parameters.reasoningLevel { body["reasoning_effort"] = .string(Self.effort(level)) }
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

    /// Appends the images of tool outputs in a user message, the only kind that may have images, after all outputs of the round.
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

    /// Appends calls; those that followed text in one round belong to the message of that text.
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

    /// Returns an id that OpenAI accepts.
    ///
    /// Ids of other servers may be longer, and their ends distinguish them.
    private static func callID(_ id: String) -> String {
        id.utf8.count <= longestCallID ? id : "call_" + id.filter { $0.isASCII }.suffix(longestCallID - 5)
    }
}
