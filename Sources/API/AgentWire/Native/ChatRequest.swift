import StreamingJSON

/// The body of `POST /v1/chat`.
public struct ChatRequest: WireRecord {
    /// The policy for a run that has lost all its readers.
    public enum DisconnectPolicy: String, Sendable, CaseIterable, WireWord {
        /// The run is cancelled after the grace window.
        case cancel
        /// The run continues to its end.
        case finish
    }

    /// The policy for a turn whose conversation is already running another one.
    public enum BusyPolicy: String, Sendable, CaseIterable, WireWord {
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
        (self.message, self.conversation, self.replaces, self.model) = (message, conversation, replaces, model)
        (self.locale, self.timeZone, self.stream, self.tools) = (locale, timeZone, stream, tools)
        (self.clientTools, self.responseFormat, self.confidence) = (clientTools, responseFormat, confidence)
        (self.onDisconnect, self.onBusy, self.approveByMessage) = (onDisconnect, onBusy, approveByMessage)
        (self.device, self.instructions, self.images, self.sampling) = (device, instructions, images, sampling)
        (self.reasoningEffort, self.showsReasoning) = (reasoningEffort, showsReasoning)
    }

    /// The maximum length of the app's instructions, in bytes.
    public static let longestInstructions = 256 << 10

    /// A message, which beside images may be empty.
    private static let words = FieldReading<String> { fields, name in
        let images = fields.value("images")?.arrayValue ?? []
        let hasImages = images.count <= ArrayLimits.images && images.contains { $0.objectValue != nil }
        return hasImages ? fields.string(name) : fields.requiredText(name)
    }
    private static let shortInstructions = FieldReading<String> { fields, name in
        let text = fields.instructions()
        if text?.utf8.count ?? 0 > longestInstructions {
            fields.reject(name, "must have at most \(longestInstructions) bytes", .invalidValue)
        }
        return text
    }
    private static let stops = FieldReading<[String]> { fields, _ in ChatSamplingFields.stops(&fields) }

    package static let fields: Fields<Self> = Fields(
        of: .request,
        named: "ChatRequest",
        last: [
            "conversation", "replaces", "model", "locale", "time_zone", "stream", "tools", "client_tools",
            "response_format", "confidence", "on_disconnect", "on_busy", "approve_by_message", "device", "instructions",
            "images", "reasoning_effort", "reasoning", "temperature", "top_p", "max_output_tokens", "seed", "stop",
        ],
        from: ChatRequest(message: ""),
        .unless(
            [],
            "images",
            \.images,
            as: .list(of: Image.schema, "The images beside the message.", most: ArrayLimits.images),
            read: .records(upTo: ArrayLimits.images)
        ),
        .always(
            "message",
            \.message,
            "The person's message; it may be empty only beside images.",
            missing: "",
            read: words
        ),
        .maybe("instructions", \.instructions, "The app's instructions for the model.", read: shortInstructions),
        .maybe("temperature", \.sampling.temperature, "From 0 to 2.", read: .decimal(in: 0...2)),
        .maybe("top_p", \.sampling.topP, "From 0 to 1.", read: .decimal(in: 0...1)),
        .maybe(
            "max_output_tokens",
            \.sampling.maximumOutputTokens,
            as: .integer("The most tokens of the answer.", from: 1),
            read: .integer(in: 1...Int(Int32.max))
        ),
        .maybe("seed", \.sampling.seed, as: .integer("The seed of the choice of tokens.", from: nil)),
        .unless(
            [],
            "stop",
            \.sampling.stop,
            as: .anything("A text, or up to 4 texts, before which the model stops."),
            read: stops
        ),
        .maybe("reasoning_effort", \.reasoningEffort),
        .maybe("reasoning", \.showsReasoning, "Whether the stream has the model's reasoning as `reasoning.delta`."),
        .maybe("conversation", \.conversation, "The conversation to continue. Default: a new one."),
        .maybe(
            "replaces",
            \.replaces,
            "An earlier run of the conversation, which this turn replaces with all later turns."
        ),
        .maybe("model", \.model, "The model. Default: the server chooses."),
        .maybe("locale", \.locale, "The BCP 47 tag of the answer's language."),
        .maybe("time_zone", \.timeZone, "The IANA name of the person's time zone."),
        .maybe("stream", \.stream, "Whether to respond with server-sent events. Default: by the Accept field."),
        .maybe(
            "tools",
            \.tools,
            as: .list(of: .nonEmptyText(), "The tools that the model may call. Default: all.", most: ArrayLimits.names)
        ),
        .maybe(
            "client_tools",
            \.clientTools,
            as: .list(of: ClientTool.schema, "The tools that the client runs itself.", most: ArrayLimits.clientTools),
            read: .records(upTo: ArrayLimits.clientTools)
        ),
        .maybe("response_format", \.responseFormat, "The JSON Schema for the answer."),
        .maybe("confidence", \.confidence, as: .word(["self_report"], "The method for the confidence of the answer.")),
        .maybe("on_disconnect", \.onDisconnect),
        .maybe("on_busy", \.onBusy),
        .maybe("approve_by_message", \.approveByMessage, "Whether a plain yes or no decides the only open approval."),
        .maybe("device", \.device, "The device that sends the turn, if it has a toolbox.")
    )

    package func check(_ fields: inout RequestFields) {
        if let fault = timeZone.flatMap(CallerFields.fault(inTimeZone:)) { fields.reject("time_zone", fault) }
        if let fault = locale.flatMap(CallerFields.fault(inLocale:)) { fields.reject("locale", fault) }
        if let fault = ClientTool.fault(in: clientTools ?? []) { fields.reject("client_tools", fault) }
        if replaces != nil, conversation == nil { fields.reject("replaces", "needs the conversation of the run") }
        if confidence == .agreement {
            fields.reject("confidence", "only POST /v1/extract compares readings; use self_report here")
        } else if confidence != nil, fields.value("response_format") == nil {
            fields.reject("confidence", "needs a response_format")
        }
    }
}
