public import StreamingJSON

/// The body of `POST /v1/chat/completions`, OpenAI's chat completions.
///
/// Unknown fields, and fields that would not change the answer, are ignored and listed. Fields that would change it but are not
/// supported are refused. `store` is ignored, because only the run is stored.
public struct ChatCompletionRequest: Sendable, Equatable {
    /// The requested turn.
    public var turn: TurnRequest
    /// The form of the answer.
    public var options: ChatCompletionOptions
    /// The ignored fields, for the header `Torii-Ignored`; each fits a header's value.
    public var ignored: [String]
    /// The fields with another effect than in OpenAI's API, for the header `Torii-Emulated`: `messages` if they end with an answer, which
    /// the model is asked to continue in a message that the request does not have.
    public private(set) var emulated: [String] = []
    /// The outputs after the last assistant message; empty if the conversation ends with another message.
    public var outputs: [ClientOutput]
    /// The field that limits the answer's tokens, by the name that the body uses.
    let limitField: String

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every missing, faulty or unsupported field.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        try BodyForm.chatCompletions.check(jsonValue)
        var reader = ChatMessageReader(of: fields.value("messages"))
        var turn = Self.turn(&fields, &reader, &emulated)
        options = ChatCompletionOptions()
        var ignored = reader.ignored
        for name in reader.unserved.ignored.names { ignored.insert(name) }
        ignored.insert(fields, besides: Self.known)
        if fields.bool("store") == true { ignored.insert("store") }
        options.model = fields.string("model")
        if options.model?.isEmpty == true { fields.reject("model", "must not be empty", .invalidValue) }
        turn.model = options.model
        turn.stream = fields.bool("stream") ?? false
        options.includesUsage = Self.includesUsage(&fields, isStreamed: turn.stream == true, &ignored)
        turn.sampling = ChatSamplingFields.sampling(&fields)
        turn.toolChoice = ChatToolFields.choice(&fields)
        turn.parallelToolCalls = fields.bool("parallel_tool_calls")
        turn.clientTools = ChatToolFields.tools(&fields, &ignored)
        turn.reasoningEffort = ChatSamplingFields.reasoningEffort(&fields)
        // It names the conversation at the provider; its length does not matter, because only a digest of it is sent.
        if let key = fields.string("prompt_cache_key") { turn.echo["prompt_cache_key"] = .string(key) }
        ChatSamplingFields.rejectUnsupported(&fields)
        Self.readFormat(&fields, into: &turn)
        options.holdsValue = Self.holdsValue(turn)
        Self.readExtension(&fields, into: &turn, &options)
        try fields.check()
        limitField = fields.value("max_completion_tokens") == nil ? "max_tokens" : "max_completion_tokens"
        (self.turn, self.ignored, outputs) = (turn, ignored.names, reader.outputs)
    }

    /// Whether the model's text is not the requested JSON; see ``ChatCompletionOptions/holdsValue``.
    static func holdsValue(_ turn: TurnRequest) -> Bool {
        turn.responseFormat.map { $0.schema["type"] != "object" } ?? false
    }

    /// Returns the body's field for a parameter.
    public func field(of parameter: String) -> String {
        switch parameter {
        case "max_output_tokens": limitField
        case "image_detail": "messages.content.image_url.detail"
        default: parameter
        }
    }

    /// The fields that have an effect or are refused.
    private static let known: Set<String> = [
        "messages", "model", "stream", "stream_options", "temperature", "top_p", "presence_penalty",
        "frequency_penalty", "seed", "stop", "max_completion_tokens", "max_tokens", "n", "logprobs", "top_logprobs",
        "logit_bias", "modalities", "audio", "functions", "function_call", "moderation", "store", "tools",
        "tool_choice", "parallel_tool_calls", "response_format", "reasoning_effort", "prompt_cache_key", "torii",
    ]

    private static func turn(
        _ fields: inout RequestFields,
        _ reader: inout ChatMessageReader,
        _ emulated: inout [String]
    ) -> TurnRequest {
        if fields.value("messages") == nil {
            fields.reject("messages", "required: the conversation, an array of messages", .missing)
        }
        _ = fields.elements("messages", upTo: ArrayLimits.messages, known: nil) { reader.read(&$0) }
        if fields.value("messages") == [] {
            fields.reject("messages", "must not be empty; send at least a user message", .emptyArray)
        }
        if fields.faults.isEmpty, reader.finish(&fields) { emulated.append("messages") }
        var turn = TurnRequest(dialect: .chatCompletions, input: reader.items, conversation: .none)
        turn.inputPlaces = reader.places
        return turn
    }

    private static func includesUsage(
        _ fields: inout RequestFields,
        isStreamed: Bool,
        _ ignored: inout IgnoredFields
    ) -> Bool {
        if !isStreamed, fields.value("stream_options") != nil {
            fields.reject("stream_options", "is only for streams; set stream to true, or omit it", .invalidValue)
        }
        let includesUsage = fields.nested("stream_options") { options in
            ignored.insert(options, besides: ["include_usage"], in: "stream_options.")
            return options.bool("include_usage") ?? false
        }
        return includesUsage ?? false
    }

    private static func readFormat(_ fields: inout RequestFields, into turn: inout TurnRequest) {
        guard let value = fields.value("response_format") else { return }
        switch (value, value["type"]) {
        case (.object, .string("text")): return
        case (.object, .string("json_object")): turn.wantsJSONObject = true
        case (.object, .string("json_schema")): turn.responseFormat = ResponseFormat(&fields, "response_format")
        case (.object, nil):
            fields.reject("response_format/type", "required: text, json_object or json_schema", .missing)
        case (.object, _?):
            fields.reject("response_format/type", "must be text, json_object or json_schema", .invalidValue)
        default: fields.reject("response_format", "must be an object, not \(value.typeName)", .wrongType)
        }
    }

    /// Reads the members that only this server has.
    private static func readExtension(
        _ fields: inout RequestFields,
        into turn: inout TurnRequest,
        _ options: inout ChatCompletionOptions
    ) {
        _ = fields.nested("torii") { torii in
            torii.reject(besides: "events", "reasoning", "tools")
            options.showsTools = torii.bool("events") ?? false
            options.showsReasoning = torii.bool("reasoning") ?? false
            turn.tools = torii.strings("tools")
        }
    }
}

extension ChatCompletionRequest {
    /// Adopts the answer's form from the request of a waiting run, which this request's outputs resume.
    ///
    /// Fields that differ from that request are ignored, and added to ``ignored``.
    ///
    /// - Parameters:
    ///   - run: The request that started the run.
    ///   - model: The model of the run.
    public mutating func follow(_ run: TurnRequest, askedOf model: String) {
        // The outputs follow all messages of the run's request.
        if !turn.input.starts(with: run.input) { ignored.append("messages") }
        ignored += turn.parameters(unlike: run, askedOf: model).map(field(of:))
        options.model = run.model
        options.holdsValue = Self.holdsValue(run)
    }
}
