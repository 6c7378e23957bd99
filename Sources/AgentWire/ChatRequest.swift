public import StreamingJSON

/// The body of `POST /v1/chat`.
public struct ChatRequest: Sendable, Equatable {
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

    /// Makes a request.
    public init(
        message: String,
        conversation: String? = nil,
        model: String? = nil,
        locale: String? = nil,
        timeZone: String? = nil,
        stream: Bool? = nil,
        tools: [String]? = nil
    ) {
        self.message = message
        self.conversation = conversation
        self.model = model
        self.locale = locale
        self.timeZone = timeZone
        self.stream = stream
        self.tools = tools
    }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every field that is missing, unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(
            jsonValue,
            known: ["message", "conversation", "model", "locale", "time_zone", "stream", "tools"]
        )
        message = fields.requiredText("message")
        conversation = fields.string("conversation")
        model = fields.string("model")
        locale = fields.string("locale")
        timeZone = fields.string("time_zone")
        stream = fields.bool("stream")
        tools = fields.strings("tools")
        if let fault = timeZone.flatMap(CallerFields.fault(inTimeZone:)) { fields.reject("time_zone", fault) }
        if let fault = locale.flatMap(CallerFields.fault(inLocale:)) { fields.reject("locale", fault) }
        try fields.check()
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
        return .object(object)
    }
}
