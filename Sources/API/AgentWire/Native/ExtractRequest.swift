public import StreamingJSON

/// The body of `POST /v1/extract`: a text, and the schema of the value to extract from it.
public struct ExtractRequest: WireRecord {
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
        (self.source, format) = (source, ResponseFormat(schema: schema, pointer: "#/schema"))
        (self.instructions, self.model, self.locale, self.timeZone) = (instructions, model, locale, timeZone)
        (self.stream, self.confidence, self.onDisconnect) = (stream, confidence, onDisconnect)
    }

    private static let requiredFormat = FieldReading<ResponseFormat> { fields, name in
        let count = fields.faults.totalCount
        let format = ResponseFormat(&fields, name)
        if format == nil, fields.faults.totalCount == count {
            fields.reject(name, "required: the JSON Schema of the value to extract")
        }
        return format
    }

    private static let messages = WireSchema.list(
        of: .closed(.always("role", .nonEmptyText()), .always("text", .nonEmptyText()))
    )

    package static let fields: Fields<Self> = Fields(
        of: .request,
        named: "ExtractRequest",
        from: ExtractRequest(.text(""), schema: [:]),
        Field(
            parts: [
                FieldPart(
                    name: "text",
                    schema: .nonEmptyText("The text; alternatively `messages`."),
                    presence: .optional
                ),
                FieldPart(name: "messages", schema: messages, presence: .optional),
            ],
            inline: \.source,
            writes: { source, object in
                switch source {
                case .text(let text): object["text"] = .string(text)
                case .messages(let messages): object["messages"] = messages.fieldValue
                }
            },
            read: { source(&$0) }
        ),
        .always("schema", \.format, "The JSON Schema of the value.", read: requiredFormat),
        .maybe("instructions", \.instructions, read: .instructions),
        .maybe("model", \.model),
        .maybe("locale", \.locale),
        .maybe("time_zone", \.timeZone),
        .maybe("stream", \.stream),
        .maybe("confidence", \.confidence),
        .maybe("on_disconnect", \.onDisconnect)
    )

    package func check(_ fields: inout RequestFields) {
        if let fault = timeZone.flatMap(CallerFields.fault(inTimeZone:)) { fields.reject("time_zone", fault) }
        if let fault = locale.flatMap(CallerFields.fault(inLocale:)) { fields.reject("locale", fault) }
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

    /// The text to read: of messages, a paragraph each with its role.
    public var text: String {
        switch source {
        case .text(let text): text
        case .messages(let messages): messages.map { "\($0.role): \($0.text)" }.joined(separator: "\n\n")
        }
    }
}
