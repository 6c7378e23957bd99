public import StreamingJSON

/// The body of `POST /v1/chat`.
public struct ChatRequest: WireValue {
    /// The policy for a run that has lost all its readers.
    public enum DisconnectPolicy: String, Sendable, CaseIterable {
        /// The run is cancelled after the grace window.
        case cancel
        /// The run continues to its end.
        case finish
    }

    /// The policy for a turn whose conversation is already running another one.
    public enum BusyPolicy: String, Sendable, CaseIterable {
        /// The new turn is refused.
        case refuse
        /// The new turn waits until the other one ends.
        case queue
        /// The other turn is cancelled.
        case replace
    }

    /// The user's message.
    public var message: String
    /// The id of the conversation to continue; `nil` starts one.
    public var conversation: String?
    /// The id of an earlier run of the conversation: the turn starts from the messages before that run, and replaces it and all later
    /// turns; `nil` for a turn at the end.
    public var replaces: String?
    /// The model to use; `nil` lets the server choose.
    public var model: String?
    /// The BCP 47 tag of the answer's language; `nil` follows the message.
    public var locale: String?
    /// The IANA name of the user's time zone; `nil` lets the server choose.
    public var timeZone: String?
    /// Whether to respond with server-sent events; `nil` follows the `Accept` header.
    public var stream: Bool?
    /// The tools that the model may call; `nil` allows all.
    public var tools: [String]?
    /// The tools that the client runs; `nil` for none.
    public var clientTools: [ClientTool]?
    /// The schema of the answer; `nil` for text.
    public var responseFormat: ResponseFormat?
    /// The method of estimating the confidence of an answer with a schema; `nil` for none.
    public var confidence: WireConfidenceMethod?
    /// The policy after the run has lost all its readers; `nil` cancels it.
    public var onDisconnect: DisconnectPolicy?
    /// The policy if the conversation is already running a turn; `nil` refuses the new one.
    public var onBusy: BusyPolicy?
    /// Whether a plain yes or no as the message answers the conversation's only pending approval; `nil` for no.
    public var approveByMessage: Bool?
    /// The device that sends the turn; `nil` if it has no toolbox.
    public var device: SendingDevice?
    /// The app's instructions, which the model receives before the conversation; `nil` for none.
    public var instructions: String?
    /// The images beside the message; empty for none.
    public var images: [Image]
    /// The choice of tokens, and the texts that stop the model.
    public var sampling: Sampling
    /// The amount of reasoning; `nil` lets the model choose.
    public var reasoningEffort: ReasoningEffort?
    /// Whether the model's reasoning is among the run's events; `nil` for no.
    public var showsReasoning: Bool?

    /// Makes a request.
    public init(
        message: String,
        conversation: String? = nil,
        replaces: String? = nil,
        model: String? = nil,
        locale: String? = nil,
        timeZone: String? = nil,
        stream: Bool? = nil,
        tools: [String]? = nil,
        clientTools: [ClientTool]? = nil,
        responseFormat: ResponseFormat? = nil,
        confidence: WireConfidenceMethod? = nil,
        onDisconnect: DisconnectPolicy? = nil,
        onBusy: BusyPolicy? = nil,
        approveByMessage: Bool? = nil,
        device: SendingDevice? = nil,
        instructions: String? = nil,
        images: [Image] = [],
        sampling: Sampling = Sampling(),
        reasoningEffort: ReasoningEffort? = nil,
        showsReasoning: Bool? = nil
    ) {
        self.message = message
        self.conversation = conversation
        self.replaces = replaces
        self.model = model
        self.locale = locale
        self.timeZone = timeZone
        self.stream = stream
        self.tools = tools
        self.clientTools = clientTools
        self.responseFormat = responseFormat
        self.confidence = confidence
        self.onDisconnect = onDisconnect
        self.onBusy = onBusy
        self.approveByMessage = approveByMessage
        self.device = device
        self.instructions = instructions
        self.images = images
        self.sampling = sampling
        self.reasoningEffort = reasoningEffort
        self.showsReasoning = showsReasoning
    }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every missing, unknown or mistyped field.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(
            jsonValue,
            known: [
                "message", "conversation", "replaces", "model", "locale", "time_zone", "stream", "tools",
                "client_tools",
                "response_format", "confidence", "on_disconnect", "on_busy",
                "approve_by_message", "device", "instructions", "images", "reasoning", "reasoning_effort",
                "temperature", "top_p", "max_output_tokens", "stop", "seed",
            ]
        )
        images = fields.elements("images", upTo: ArrayLimits.images, known: ["url", "detail"]) { Image(&$0) } ?? []
        // An image can be a message without words.
        message = images.isEmpty ? fields.requiredText("message") : fields.string("message") ?? ""
        instructions = fields.instructions()
        if instructions?.utf8.count ?? 0 > Self.longestInstructions {
            fields.reject("instructions", "must have at most \(Self.longestInstructions) bytes", .invalidValue)
        }
        sampling = NativeSamplingFields.sampling(&fields)
        reasoningEffort = fields.choice("reasoning_effort")
        showsReasoning = fields.bool("reasoning")
        conversation = fields.string("conversation")
        replaces = fields.string("replaces")
        model = fields.string("model")
        locale = fields.string("locale")
        timeZone = fields.string("time_zone")
        stream = fields.bool("stream")
        tools = fields.strings("tools")
        clientTools = fields.elements(
            "client_tools",
            upTo: ArrayLimits.clientTools,
            known: ClientTool.fieldNames
        ) { ClientTool(&$0) }
        responseFormat = ResponseFormat(&fields, "response_format")
        confidence = fields.choice("confidence")
        onDisconnect = fields.choice("on_disconnect")
        onBusy = fields.choice("on_busy")
        approveByMessage = fields.bool("approve_by_message")
        device = SendingDevice(&fields)
        if let fault = timeZone.flatMap(CallerFields.fault(inTimeZone:)) { fields.reject("time_zone", fault) }
        if let fault = locale.flatMap(CallerFields.fault(inLocale:)) { fields.reject("locale", fault) }
        if let fault = ClientTool.fault(in: clientTools ?? []) { fields.reject("client_tools", fault) }
        if replaces != nil, conversation == nil { fields.reject("replaces", "needs the conversation of the run") }
        if let fault = confidenceFault(&fields) { fields.reject("confidence", fault) }
        try fields.check()
    }

    private func confidenceFault(_ fields: inout RequestFields) -> String? {
        if confidence == .agreement { return "only POST /v1/extract compares readings; use self_report here" }
        return confidence != nil && fields.value("response_format") == nil ? "needs a response_format" : nil
    }

    /// The body as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["message": .string(message)]
        if let conversation { object["conversation"] = .string(conversation) }
        if let replaces { object["replaces"] = .string(replaces) }
        if let model { object["model"] = .string(model) }
        if let locale { object["locale"] = .string(locale) }
        if let timeZone { object["time_zone"] = .string(timeZone) }
        if let stream { object["stream"] = .bool(stream) }
        if let tools { object["tools"] = .array(tools.map(JSONValue.string)) }
        if let clientTools { object["client_tools"] = .array(clientTools.map(\.jsonValue)) }
        if let responseFormat { object["response_format"] = responseFormat.schema }
        if let confidence { object["confidence"] = .string(confidence.rawValue) }
        if let onDisconnect { object["on_disconnect"] = .string(onDisconnect.rawValue) }
        if let onBusy { object["on_busy"] = .string(onBusy.rawValue) }
        if let approveByMessage { object["approve_by_message"] = .bool(approveByMessage) }
        if let device { object["device"] = device.jsonValue }
        if let instructions { object["instructions"] = .string(instructions) }
        if !images.isEmpty { object["images"] = .array(images.map(\.jsonValue)) }
        if let reasoningEffort { object["reasoning_effort"] = .string(reasoningEffort.rawValue) }
        if let showsReasoning { object["reasoning"] = .bool(showsReasoning) }
        for (name, value) in sampling.nativeMembers { object[name] = value }
        return .object(object)
    }
}
