public import StreamingJSON

/// The body of `POST /v1/messages`, Anthropic's Messages, and of `POST /v1/messages/count_tokens`.
///
/// Unknown fields, and fields that would not change the answer, are ignored and listed. Fields that would change it but are not
/// supported are refused.
public struct MessagesRequest: Sendable, Equatable {
    /// The purposes of a body.
    public enum Purpose: Sendable {
        /// An answer; `max_tokens` is required.
        case answer
        /// The number of the input tokens; `max_tokens` has no meaning.
        case count
    }

    /// The requested turn.
    public var turn: TurnRequest
    /// The form of the answer.
    public var options: MessagesOptions
    /// The ignored fields, for the header `Torii-Ignored`; each fits a header's value.
    public var ignored: [String]
    /// The fields with another effect than in Anthropic's API, for the header `Torii-Emulated`.
    public var emulated: [String]
    /// The results of tools after the last assistant message; empty if the conversation ends with another block.
    public var outputs: [ClientOutput]
    /// The field that sets the amount of thinking, by the name that the body uses.
    let effortField: String

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every missing, faulty or unsupported field.
    public init(jsonValue: JSONValue, for purpose: Purpose = .answer) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        try BodyForm.messages.check(jsonValue)
        var reader = MessagesInputReader(of: fields.value("messages"))
        var turn = Self.turn(&fields, &reader)
        var options = MessagesOptions()
        var ignored = reader.ignored
        for name in reader.unserved.ignored.names { ignored.insert(name) }
        ignored.insert(fields, besides: Self.known)
        // Without the tools of these servers, the model uses the others.
        if let servers = fields.value("mcp_servers"), servers != [] { ignored.insert("mcp_servers") }
        options.model = Self.model(&fields)
        turn.model = options.model
        turn.stream = fields.bool("stream") ?? false
        turn.sampling = MessagesSamplingFields.sampling(&fields, for: purpose)
        let tools = MessagesToolFields(&fields, &ignored)
        turn.clientTools = tools.clientTools
        (turn.toolChoice, turn.parallelToolCalls) = (tools.choice, tools.allowsParallelCalls)
        let thinking = MessagesThinkingFields(&fields, limit: turn.sampling.maximumOutputTokens)
        turn.reasoningEffort = thinking.effort
        options.thinking = thinking.form
        turn.responseFormat = MessagesFormatFields.format(&fields, &ignored)
        options.holdsValue = Self.holdsValue(turn)
        turn.metadata = Self.metadata(&fields, &ignored)
        turn.cacheMarks = MessagesCacheMarks.marks(in: jsonValue)
        Self.rejectUnsupported(&fields)
        turn.tools = Self.readExtension(&fields, &options)
        if !tools.serverTools.isEmpty { turn.tools = Self.union(turn.tools ?? [], tools.serverTools) }
        try fields.check()
        effortField = thinking.effortField
        emulated = reader.emulated + thinking.emulated
        (self.turn, self.options, self.ignored) = (turn, options, ignored.names + thinking.ignored)
        self.ignored.removeAll(where: MessagesCacheMarks.names.contains)
        outputs = reader.outputs
    }

    /// Whether the model's text is not the requested JSON; see ``MessagesOptions/holdsValue``.
    static func holdsValue(_ turn: TurnRequest) -> Bool {
        turn.responseFormat.map { $0.schema["type"] != "object" } ?? false
    }

    /// Returns the body's field for a parameter.
    public func field(of parameter: String) -> String {
        switch parameter {
        case "max_output_tokens": "max_tokens"
        case "stop": "stop_sequences"
        case "parallel_tool_calls": "tool_choice.disable_parallel_tool_use"
        case "reasoning_effort": effortField
        default: parameter
        }
    }

    /// The fields that have an effect or are refused.
    private static let known: Set<String> = [
        "messages", "model", "system", "max_tokens", "stream", "temperature", "top_p", "top_k", "stop_sequences",
        "tools", "tool_choice", "thinking", "output_config", "output_format", "metadata", "container",
        "mcp_servers", "inference_geo", "thread", "torii",
    ]

    private static func turn(_ fields: inout RequestFields, _ reader: inout MessagesInputReader) -> TurnRequest {
        reader.readSystem(&fields)
        if fields.value("messages") == nil {
            fields.reject("messages", "required: the conversation, an array of messages", .missing)
        }
        _ = fields.elements("messages", upTo: ArrayLimits.messages, known: nil) { reader.read(&$0) }
        if fields.value("messages") == [] {
            fields.reject("messages", "must not be empty; send at least a user message", .emptyArray)
        }
        if fields.faults.isEmpty { reader.finish(&fields) }
        var turn = TurnRequest(dialect: .messages, input: reader.items, conversation: .none)
        turn.inputPlaces = reader.places
        return turn
    }

    private static func model(_ fields: inout RequestFields) -> String? {
        let model = fields.string("model")
        if fields.value("model") == nil {
            fields.reject("model", "required: a model of GET /v1/models", .missing)
        } else if model?.isEmpty == true {
            fields.reject("model", "must not be empty", .invalidValue)
        }
        return model
    }

    private static func metadata(_ fields: inout RequestFields, _ ignored: inout IgnoredFields) -> [String: String] {
        let user = fields.nested("metadata") { metadata in
            ignored.insert(metadata, besides: ["user_id"], in: "metadata.")
            return metadata.string("user_id")
        }
        return (user ?? nil).map { ["user_id": $0] } ?? [:]
    }

    private static func rejectUnsupported(_ fields: inout RequestFields) {
        fields.rejectIfPresent("container", "this server has no containers; omit it")
        // A client then sends the request again, with the whole conversation.
        fields.rejectIfPresent("thread", "this server keeps no threads of messages; send the whole conversation")
        fields.rejectIfPresent("inference_geo", "this server cannot choose the region of a model; omit it")
    }

    /// Reads the members that only this server has.
    ///
    /// - Returns: The server's tools that the model may call; `nil` allows all.
    private static func readExtension(_ fields: inout RequestFields, _ options: inout MessagesOptions) -> [String]? {
        let tools = fields.nested("torii") { torii in
            torii.reject(besides: "events", "tools")
            options.showsTools = torii.bool("events") ?? false
            return torii.strings("tools")
        }
        return tools ?? nil
    }

    private static func union(_ names: [String], _ more: [String]) -> [String] {
        names + more.filter { !names.contains($0) }
    }
}
