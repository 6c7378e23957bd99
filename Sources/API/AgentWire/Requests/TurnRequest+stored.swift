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
        var object: JSONObject = [
            "dialect": .string(dialect.rawValue), "input": .array(input.map(\.stored)),
            "sampling": sampling.stored, "tool_choice": toolChoice.stored,
            "client_tools": .array(clientTools.map(\.jsonValue)),
        ]
        switch conversation {
        case .new: object["conversation"] = "new"
        case .none: object["conversation"] = "none"
        case .existing(let id): object["conversation"] = ["id": .string(id)]
        case .snapshot(let id, let count):
            object["conversation"] = ["id": .string(id), "entries": .integer(count)]
        }
        if let model { object["model"] = .string(model) }
        if let locale { object["locale"] = .string(locale) }
        if let timeZone { object["time_zone"] = .string(timeZone) }
        if let stream { object["stream"] = .bool(stream) }
        if let parallelToolCalls { object["parallel_tool_calls"] = .bool(parallelToolCalls) }
        if let tools { object["tools"] = .array(tools.map(JSONValue.string)) }
        if let responseFormat { object["response_format"] = responseFormat.schema }
        if wantsJSONObject { object["json_object"] = true }
        if let confidence { object["confidence"] = .string(confidence.rawValue) }
        if let reasoningEffort { object["reasoning_effort"] = .string(reasoningEffort.rawValue) }
        if let onDisconnect { object["on_disconnect"] = .string(onDisconnect.rawValue) }
        if let onBusy { object["on_busy"] = .string(onBusy.rawValue) }
        if let approveByMessage { object["approve_by_message"] = .bool(approveByMessage) }
        if let maximumToolCalls { object["maximum_tool_calls"] = .integer(maximumToolCalls) }
        if !metadata.isEmpty {
            let pairs = metadata.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) }
            object["metadata"] = .object(JSONObject(pairs))
        }
        if !echo.isEmpty { object["echo"] = .object(echo) }
        if !isStored { object["store"] = false }
        return .object(object)
    }

    /// Reads a stored request; `nil` if the JSON is not one.
    public init?(stored: JSONValue) {
        guard let dialect = stored["dialect"]?.stringValue else {
            guard let chat = try? ChatRequest(jsonValue: stored) else { return nil }
            self.init(chat)
            return
        }
        guard let dialect = Dialect(rawValue: dialect), let input = stored["input"]?.arrayValue else { return nil }
        let items = input.compactMap(InputItem.init(stored:))
        guard items.count == input.count else { return nil }
        let conversation: ConversationChoice =
            switch stored["conversation"]?.stringValue {
            case "new": .new
            case "none": .none
            default: ConversationChoice(stored: stored["conversation"] ?? .null)
            }
        self.init(dialect: dialect, input: items, conversation: conversation)
        sampling = Sampling(stored: stored["sampling"] ?? .null)
        toolChoice = ToolChoice(stored: stored["tool_choice"] ?? .null)
        model = stored["model"]?.stringValue
        locale = stored["locale"]?.stringValue
        timeZone = stored["time_zone"]?.stringValue
        stream = stored["stream"]?.boolValue
        parallelToolCalls = stored["parallel_tool_calls"]?.boolValue
        tools = stored["tools"]?.arrayValue?.compactMap(\.stringValue)
        clientTools = (stored["client_tools"]?.arrayValue ?? []).compactMap(ClientTool.init(stored:))
        responseFormat = stored["response_format"].map { ResponseFormat(schema: $0) }
        wantsJSONObject = stored["json_object"]?.boolValue ?? false
        confidence = stored["confidence"]?.stringValue.flatMap(WireConfidenceMethod.init)
        reasoningEffort = stored["reasoning_effort"]?.stringValue.flatMap(ReasoningEffort.init)
        onDisconnect = stored["on_disconnect"]?.stringValue.flatMap(DisconnectPolicy.init)
        onBusy = stored["on_busy"]?.stringValue.flatMap(BusyPolicy.init)
        approveByMessage = stored["approve_by_message"]?.boolValue
        maximumToolCalls = stored["maximum_tool_calls"]?.intValue
        for (name, value) in stored["metadata"]?.objectValue ?? [:] { metadata[name] = value.stringValue }
        echo = stored["echo"]?.objectValue ?? [:]
        isStored = stored["store"]?.boolValue ?? true
    }
}

extension ConversationChoice {
    fileprivate init(stored: JSONValue) {
        guard let id = stored["id"]?.stringValue else {
            self = .none
            return
        }
        self = stored["entries"]?.intValue.map { .snapshot(id, entryCount: $0) } ?? .existing(id)
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
            [
                "thought": .string(thought.text), "seal": .text(thought.seal),
                "redacted": .bool(thought.isRedacted),
            ]
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
        case .image(let url, let detail): ["image": .string(url), "detail": detail.map(JSONValue.string) ?? .null]
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

extension Sampling {
    fileprivate var stored: JSONValue {
        var object = JSONObject()
        if let temperature { object["temperature"] = .number(temperature) }
        if let topP { object["top_p"] = .number(topP) }
        if let topK { object["top_k"] = .integer(topK) }
        if let maximumOutputTokens { object["max_output_tokens"] = .integer(maximumOutputTokens) }
        if !stop.isEmpty { object["stop"] = .array(stop.map(JSONValue.string)) }
        if let seed { object["seed"] = .integer(seed) }
        if let presencePenalty { object["presence_penalty"] = .number(presencePenalty) }
        if let frequencyPenalty { object["frequency_penalty"] = .number(frequencyPenalty) }
        return .object(object)
    }

    fileprivate init(stored: JSONValue) {
        temperature = stored["temperature"]?.doubleValue
        topP = stored["top_p"]?.doubleValue
        topK = stored["top_k"]?.intValue
        maximumOutputTokens = stored["max_output_tokens"]?.intValue
        stop = (stored["stop"]?.arrayValue ?? []).compactMap(\.stringValue)
        seed = stored["seed"]?.intValue
        presencePenalty = stored["presence_penalty"]?.doubleValue
        frequencyPenalty = stored["frequency_penalty"]?.doubleValue
    }
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
