public import StreamingJSON

extension RunRequest {
    /// The request as text, to recognize a repeated one and to resume a waiting one after a restart.
    public var text: String {
        switch self {
        case .turn(let request): request.stored.serialized()
        case .extraction(let request): request.jsonValue.serialized()
        case .call(let request): request.stored.serialized()
        }
    }
}

extension TurnRequest {
    /// The stored form of the request: the body of a native one, which earlier versions stored as well; all fields of any other.
    public var stored: JSONValue {
        if dialect == .native { return ChatRequest(self).jsonValue }
        return .object(Self.storedFields.object(of: self))
    }

    /// Reads a stored request; `nil` if the JSON is not one.
    ///
    /// A value of another version that this one does not know, such as another word, is the same as a missing field.
    public init?(stored: JSONValue) {
        guard let dialect = stored["dialect"]?.stringValue else {
            guard let chat = try? ChatRequest(jsonValue: stored) else { return nil }
            self.init(chat)
            return
        }
        guard Dialect(rawValue: dialect) != nil, var reader = try? RequestFields(open: stored),
            let request = Self.storedFields.read(&reader), request.input.count == stored["input"]?.arrayValue?.count
        else { return nil }
        self = request
    }

    /// A schema that was checked when it was sent.
    private static let anyFormat = FieldReading<ResponseFormat> { $0.member($1).map { ResponseFormat(schema: $0) } }

    /// All names, because a missing list is that of all tools.
    private static let storedNames = FieldReading<[String]> { fields, name in
        fields.value(name)?.arrayValue?.compactMap(\.stringValue)
    }
    /// The readable part of it.
    private static let storedSampling = FieldReading<Sampling> { Sampling(logged: $0.value($1) ?? .null) }

    private static let storedInput: Field<Self, [InputItem]> = .stored("input", \.input, { .array($0.map(\.stored)) }) {
        ($0.arrayValue ?? []).compactMap(InputItem.init(stored:))
    }
    private static let storedToolChoice: Field<Self, ToolChoice> =
        .stored("tool_choice", \.toolChoice, { $0.stored }, { ToolChoice(stored: $0) })
    private static let storedClientTools: Field<Self, [ClientTool]> =
        .stored("client_tools", \.clientTools, { $0.fieldValue }) {
            ($0.arrayValue ?? []).compactMap(ClientTool.init(stored:))
        }
    private static let storedConversation: Field<Self, ConversationChoice> =
        .stored("conversation", \.conversation, { $0.stored }, { ConversationChoice(stored: $0) })
    private static let storedEcho: Field<Self, JSONObject> =
        .stored("echo", \.echo, { $0.isEmpty ? nil : .object($0) }, { $0.objectValue ?? [:] })

    private static let storedFields: Fields<Self> = Fields(
        from: TurnRequest(dialect: .native, input: [], conversation: .new),
        .always("dialect", \.dialect),
        storedInput,
        .always("sampling", \.sampling, read: storedSampling),
        storedToolChoice,
        storedClientTools,
        storedConversation,
        .maybe("model", \.model),
        .maybe("locale", \.locale),
        .maybe("time_zone", \.timeZone),
        .maybe("stream", \.stream),
        .maybe("parallel_tool_calls", \.parallelToolCalls),
        .maybe("tools", \.tools, read: storedNames),
        .maybe("response_format", \.responseFormat, read: anyFormat),
        .unless(false, "json_object", \.wantsJSONObject),
        .maybe("confidence", \.confidence),
        .maybe("reasoning_effort", \.reasoningEffort),
        .maybe("on_disconnect", \.onDisconnect),
        .maybe("on_busy", \.onBusy),
        .maybe("approve_by_message", \.approveByMessage),
        .maybe("maximum_tool_calls", \.maximumToolCalls),
        .unless([:], "metadata", \.metadata),
        storedEcho,
        .unless(true, "store", \.isStored)
    )
}

extension Field where Root == TurnRequest {
    /// A field with a form of its own; `null` is read if it is missing.
    fileprivate static func stored(
        _ name: String,
        _ path: Path<Value>,
        _ write: @escaping @Sendable (Value) -> JSONValue?,
        _ read: @escaping @Sendable (JSONValue) -> Value
    ) -> Field {
        Field(
            parts: [FieldPart(name: name, schema: .anything(), presence: .optional)],
            inline: path,
            writes: { $1[name] = write($0) },
            read: { read($0.member(name) ?? .null) }
        )
    }
}

extension ConversationChoice {
    fileprivate var stored: JSONValue {
        switch self {
        case .new: "new"
        case .none: "none"
        case .existing(let id): ["id": .string(id)]
        case .snapshot(let id, let count): ["id": .string(id), "entries": .integer(count)]
        }
    }

    fileprivate init(stored: JSONValue) {
        if stored == "new" {
            self = .new
        } else if let id = stored["id"]?.stringValue {
            self = stored["entries"]?.intValue.map { .snapshot(id, entryCount: $0) } ?? .existing(id)
        } else {
            self = .none
        }
    }
}

extension ChatRequest {
    /// Makes the native body of a turn.
    init(_ turn: TurnRequest) {
        self.init(
            message: turn.message,
            conversation: turn.conversation.id,
            replaces: turn.replaces,
            model: turn.model,
            locale: turn.locale,
            timeZone: turn.timeZone,
            stream: turn.stream,
            tools: turn.tools,
            clientTools: turn.clientTools.isEmpty ? nil : turn.clientTools,
            responseFormat: turn.responseFormat,
            confidence: turn.confidence,
            onDisconnect: turn.onDisconnect,
            onBusy: turn.onBusy,
            approveByMessage: turn.approveByMessage,
            device: turn.device,
            instructions: turn.instructions.isEmpty ? nil : turn.instructions,
            images: Self.images(in: turn.input),
            sampling: turn.sampling,
            reasoningEffort: turn.reasoningEffort,
            showsReasoning: turn.showsReasoning ? true : nil
        )
    }
}

extension ClientTool {
    fileprivate init?(stored: JSONValue) {
        guard let name = stored["name"]?.stringValue, let description = stored["description"]?.stringValue,
            let parameters = stored["parameters"]
        else {
            return nil
        }
        self.init(name: name, description: description, parameters: parameters, output: stored["output"])
    }
}

extension InputItem {
    fileprivate var stored: JSONValue {
        switch self {
        case .message(let role, let parts):
            ["role": .string(role.rawValue), "content": .array(parts.map(\.stored))]
        case .toolCall(let id, let name, let arguments):
            ["call": .string(id), "name": .string(name), "arguments": .string(arguments)]
        case .toolOutput(let call, let parts):
            ["output_of": .string(call), "content": .array(parts.map(\.stored))]
        case .reasoning(let thought):
            ["thought": .string(thought.text), "seal": .text(thought.seal), "redacted": .bool(thought.isRedacted)]
        }
    }

    fileprivate init?(stored: JSONValue) {
        let content = stored["content"]?.arrayValue ?? []
        let parts = content.compactMap(InputPart.init(stored:))
        guard parts.count == content.count else { return nil }
        if let role = stored["role"]?.stringValue.flatMap(Role.init) {
            self = .message(role, parts)
        } else if let call = stored["output_of"]?.stringValue {
            self = .toolOutput(call: call, parts)
        } else if let id = stored["call"]?.stringValue, let name = stored["name"]?.stringValue,
            let arguments = stored["arguments"]?.stringValue
        {
            self = .toolCall(id: id, name: name, arguments: arguments)
        } else if let text = stored["thought"]?.stringValue {
            let isRedacted = stored["redacted"]?.boolValue ?? false
            self = .reasoning(InputReasoning(text: text, seal: stored["seal"]?.stringValue, isRedacted: isRedacted))
        } else {
            return nil
        }
    }
}

extension InputPart {
    fileprivate var stored: JSONValue {
        switch self {
        case .text(let text): ["text": .string(text)]
        case .image(let url, let detail): ["image": .string(url), "detail": .text(detail)]
        }
    }

    fileprivate init?(stored: JSONValue) {
        if let text = stored["text"]?.stringValue {
            self = .text(text)
        } else if let url = stored["image"]?.stringValue {
            self = .image(url: url, detail: stored["detail"]?.stringValue)
        } else {
            return nil
        }
    }
}

extension Sampling: WireRecord {
    /// The fields of a stored request.
    package static let fields: Fields<Self> = Fields(
        from: Sampling(),
        .maybe("temperature", \.temperature),
        .maybe("top_p", \.topP),
        .maybe("top_k", \.topK),
        .maybe("max_output_tokens", \.maximumOutputTokens),
        .unless([], "stop", \.stop),
        .maybe("seed", \.seed),
        .maybe("presence_penalty", \.presencePenalty),
        .maybe("frequency_penalty", \.frequencyPenalty)
    )
}

extension ToolChoice {
    fileprivate var stored: JSONValue {
        switch self {
        case .auto: "auto"
        case .none: "none"
        case .required: "required"
        case .named(let name): ["name": .string(name)]
        case .allowed(let names, let isRequired):
            ["allowed": .array(names.map(JSONValue.string)), "required": .bool(isRequired)]
        }
    }

    fileprivate init(stored: JSONValue) {
        if let name = stored["name"]?.stringValue {
            self = .named(name)
        } else if let names = stored["allowed"]?.arrayValue {
            self = .allowed(names.compactMap(\.stringValue), isRequired: stored["required"]?.boolValue ?? false)
        } else {
            self = stored.stringValue == "none" ? .none : stored.stringValue == "required" ? .required : .auto
        }
    }
}
