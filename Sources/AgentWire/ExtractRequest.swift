public import StreamingJSON

/// The body of `POST /v1/extract`: a text, and the shape of what is to be read out of it.
public struct ExtractRequest: Sendable, Equatable {
    /// What is read.
    public enum Source: Sendable, Equatable {
        /// A text.
        case text(String)
        /// What was said in a conversation.
        case messages([ConversationExport.Message])
    }

    /// What is read.
    public var source: Source
    /// The shape of the value.
    public var format: ResponseFormat
    /// What the model is told beside it; `nil` for nothing.
    public var instructions: String?
    /// The model to use; `nil` leaves it to the server.
    public var model: String?
    /// The BCP 47 tag of the language for what the model words itself; `nil` follows the text.
    public var locale: String?
    /// The IANA name of the zone of the days that the text speaks of; `nil` leaves it to the server.
    public var timeZone: String?
    /// Whether to answer as server-sent events; `nil` leaves it to the `Accept` header.
    public var stream: Bool?
    /// Whether and how to say how sure the value is.
    public var confidence: WireConfidenceMethod?
    /// What becomes of the run when nobody reads it any more; `nil` cancels it.
    public var onDisconnect: ChatRequest.DisconnectPolicy?

    /// Makes a request.
    public init(
        _ source: Source,
        schema: JSONValue,
        instructions: String? = nil,
        model: String? = nil,
        locale: String? = nil,
        timeZone: String? = nil,
        stream: Bool? = nil,
        confidence: WireConfidenceMethod? = nil,
        onDisconnect: ChatRequest.DisconnectPolicy? = nil
    ) {
        self.source = source
        format = ResponseFormat(schema: schema, pointer: "#/schema")
        self.instructions = instructions
        self.model = model
        self.locale = locale
        self.timeZone = timeZone
        self.stream = stream
        self.confidence = confidence
        self.onDisconnect = onDisconnect
    }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every field that is missing, unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(
            jsonValue,
            known: [
                "text", "messages", "schema", "instructions", "model", "locale", "time_zone", "stream", "confidence",
                "on_disconnect",
            ]
        )
        source = Self.source(&fields)
        let count = fields.faults.totalCount
        let format = ResponseFormat(&fields, "schema")
        if format == nil, fields.faults.totalCount == count {
            fields.reject("schema", "required: the JSON Schema of what is to be read out of the text")
        }
        self.format = format ?? ResponseFormat(schema: [:], pointer: "#/schema")
        instructions = fields.string("instructions")
        model = fields.string("model")
        locale = fields.string("locale")
        timeZone = fields.string("time_zone")
        stream = fields.bool("stream")
        confidence = fields.choice("confidence")
        onDisconnect = fields.choice("on_disconnect")
        if let fault = timeZone.flatMap(CallerFields.fault(inTimeZone:)) { fields.reject("time_zone", fault) }
        if let fault = locale.flatMap(CallerFields.fault(inLocale:)) { fields.reject("locale", fault) }
        try fields.check()
    }

    private static func source(_ fields: inout RequestFields) -> Source {
        guard fields.value("messages") != nil else { return .text(fields.requiredText("text")) }
        if fields.value("text") != nil { fields.reject("text", "there are messages as well; give one of them") }
        let messages = fields.elements("messages", upTo: ArrayLimits.messages, known: ["role", "text"]) { message in
            ConversationExport.Message(role: message.requiredText("role"), text: message.requiredText("text"))
        }
        if messages?.isEmpty == true { fields.reject("messages", "must not be empty") }
        return .messages(messages ?? [])
    }

    /// The body as JSON.
    public var jsonValue: JSONValue {
        var object = JSONObject()
        switch source {
        case .text(let text): object["text"] = .string(text)
        case .messages(let messages): object["messages"] = .array(messages.map(\.jsonValue))
        }
        object["schema"] = format.schema
        if let instructions { object["instructions"] = .string(instructions) }
        if let model { object["model"] = .string(model) }
        if let locale { object["locale"] = .string(locale) }
        if let timeZone { object["time_zone"] = .string(timeZone) }
        if let stream { object["stream"] = .bool(stream) }
        if let confidence { object["confidence"] = .string(confidence.rawValue) }
        if let onDisconnect { object["on_disconnect"] = .string(onDisconnect.rawValue) }
        return .object(object)
    }

    /// The text that is read: of messages a paragraph each, with who said it.
    public var text: String {
        switch source {
        case .text(let text): text
        case .messages(let messages): messages.map { "\($0.role): \($0.text)" }.joined(separator: "\n\n")
        }
    }
}
