public import StreamingJSON

/// The body of `POST /v1/extract`: a text, and the schema of the value to extract from it.
public struct ExtractRequest: WireValue {
    /// The source of an extraction.
    public enum Source: Sendable, Equatable {
        /// A text.
        case text(String)
        /// The messages of a conversation.
        case messages([ConversationExport.Message])
    }

    /// The source of the value.
    public var source: Source
    /// The schema of the value.
    public var format: ResponseFormat
    /// Additional instructions for the model; `nil` for none.
    public var instructions: String?
    /// The model to use; `nil` lets the server choose.
    public var model: String?
    /// The BCP 47 tag of the language of generated text; `nil` follows the source.
    public var locale: String?
    /// The IANA name of the time zone of the days in the source; `nil` lets the server choose.
    public var timeZone: String?
    /// Whether to respond with server-sent events; `nil` follows the `Accept` header.
    public var stream: Bool?
    /// The method of estimating the confidence of the value; `nil` for none.
    public var confidence: WireConfidenceMethod?
    /// The policy after the run has lost all its readers; `nil` cancels it.
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
    /// - Throws: ``WireError`` with every missing, unknown or mistyped field.
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
            fields.reject("schema", "required: the JSON Schema of the value to extract")
        }
        self.format = format ?? ResponseFormat(schema: [:], pointer: "#/schema")
        instructions = fields.instructions()
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
        if fields.value("text") != nil {
            fields.reject("text", "cannot be combined with messages; send only one of them")
        }
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

    /// The text to read: of messages, a paragraph each with its role.
    public var text: String {
        switch source {
        case .text(let text): text
        case .messages(let messages): messages.map { "\($0.role): \($0.text)" }.joined(separator: "\n\n")
        }
    }
}
