public import StreamingJSON

/// The body of `POST /v1/chat`.
public struct ChatRequest: Sendable, Equatable {
    /// What becomes of a run that nobody reads any more.
    public enum DisconnectPolicy: String, Sendable, CaseIterable {
        /// It is cancelled when the grace window is over.
        case cancel
        /// It goes on to its end.
        case finish
    }

    /// What becomes of a turn whose conversation is taking another one.
    public enum BusyPolicy: String, Sendable, CaseIterable {
        /// It is refused.
        case refuse
        /// It waits for the other to end.
        case queue
        /// The other is cancelled.
        case replace
    }

    /// What the person says.
    public var message: String
    /// The conversation to go on with; `nil` starts one.
    public var conversation: String?
    /// The model to use; `nil` leaves it to the server.
    public var model: String?
    /// The BCP 47 tag of the language to answer in; `nil` follows the message.
    public var locale: String?
    /// The IANA name of the zone in which a day begins; `nil` leaves it to the server.
    public var timeZone: String?
    /// Whether to answer as server-sent events; `nil` leaves it to the `Accept` header.
    public var stream: Bool?
    /// The tools that may be called; `nil` allows all.
    public var tools: [String]?
    /// The tools that the client runs itself; `nil` for none.
    public var clientTools: [ClientTool]?
    /// The shape that the answer must have; `nil` for text.
    public var responseFormat: ResponseFormat?
    /// Whether and how to say how sure an answer of that shape is.
    public var confidence: WireConfidenceMethod?
    /// What becomes of the run when nobody reads it any more; `nil` cancels it.
    public var onDisconnect: DisconnectPolicy?
    /// What becomes of the turn when the conversation is taking another one; `nil` refuses it.
    public var onBusy: BusyPolicy?
    /// Whether a plain yes or no answers the one approval that the conversation waits for; `nil` for no.
    public var approveByMessage: Bool?

    /// Makes a request.
    public init(
        message: String,
        conversation: String? = nil,
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
        approveByMessage: Bool? = nil
    ) {
        self.message = message
        self.conversation = conversation
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
    }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every field that is missing, unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(
            jsonValue,
            known: [
                "message", "conversation", "model", "locale", "time_zone", "stream", "tools", "client_tools",
                "response_format", "confidence", "on_disconnect", "on_busy",
                "approve_by_message",
            ]
        )
        message = fields.requiredText("message")
        conversation = fields.string("conversation")
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
        if let fault = timeZone.flatMap(CallerFields.fault(inTimeZone:)) { fields.reject("time_zone", fault) }
        if let fault = locale.flatMap(CallerFields.fault(inLocale:)) { fields.reject("locale", fault) }
        if let fault = ClientTool.fault(in: clientTools ?? []) { fields.reject("client_tools", fault) }
        if let fault = confidenceFault(&fields) { fields.reject("confidence", fault) }
        try fields.check()
    }

    private func confidenceFault(_ fields: inout RequestFields) -> String? {
        if confidence == .agreement { return "readings are compared by POST /v1/extract only; here it is self_report" }
        return confidence != nil && fields.value("response_format") == nil ? "needs a response_format" : nil
    }

    /// The body as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["message": .string(message)]
        if let conversation { object["conversation"] = .string(conversation) }
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
        return .object(object)
    }
}
