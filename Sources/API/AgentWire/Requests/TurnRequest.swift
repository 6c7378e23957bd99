public import StreamingJSON

/// A dialect-neutral request of a turn; each dialect's request is converted to this type.
public struct TurnRequest: Sendable, Equatable {
    /// The dialects that can request a turn.
    public enum Dialect: String, Sendable, CaseIterable, WireWord {
        case native
        case chatCompletions = "chat_completions"
        case responses
        case messages

        /// The JSON pointer of the names of the server's tools in a body.
        public var toolsPointer: String {
            switch self {
            case .native, .responses: "#/tools"
            case .chatCompletions, .messages: "#/torii/tools"
            }
        }

        /// Returns the JSON pointer of one of the client's tools in a body.
        public func pointer(toClientTool index: Int) -> String {
            switch self {
            case .native: "#/client_tools/\(index)"
            case .chatCompletions: "#/tools/\(index)/function"
            case .responses, .messages: "#/tools/\(index)"
            }
        }

        /// The member of an output that names its call, if the body's reader leaves the check of it to the turn.
        public var callMember: String? {
            switch self {
            case .native: nil
            case .chatCompletions: "tool_call_id"
            case .responses: "call_id"
            case .messages: "tool_use_id"
            }
        }

        /// The member of an output that has its parts.
        public var outputMember: String { self == .responses ? "output" : "content" }

        /// The JSON pointer of the input in a body.
        public var inputPointer: String {
            switch self {
            case .native: "#/message"
            case .chatCompletions, .messages: "#/messages"
            case .responses: "#/input"
            }
        }
    }

    /// The policy for a run that has lost all its readers.
    public typealias DisconnectPolicy = ChatRequest.DisconnectPolicy
    /// The policy for a turn whose conversation is already running another one.
    public typealias BusyPolicy = ChatRequest.BusyPolicy

    /// The dialect of the request.
    public var dialect: Dialect
    /// The messages, calls and outputs; the last ones are from the user or are outputs of the client's tools.
    public var input: [InputItem]
    /// The JSON pointer of each input item in the client's body; empty if the body has the input in one field.
    public var inputPlaces: [String] = []
    /// The conversation that the input continues.
    public var conversation: ConversationChoice
    /// The id of an earlier run of the conversation that the turn replaces, with all later turns; `nil` for none.
    public var replaces: String?
    /// The model to use; `nil` lets the server choose.
    public var model: String?
    /// The BCP 47 tag of the answer's language; `nil` follows the message.
    public var locale: String?
    /// The IANA name of the user's time zone; `nil` lets the server choose.
    public var timeZone: String?
    /// Whether to respond with server-sent events; `nil` follows the `Accept` header.
    public var stream: Bool?
    /// The choice of tokens, and the texts that stop the model.
    public var sampling = Sampling()
    /// The choice of the tools that the model calls.
    public var toolChoice = ToolChoice.auto
    /// Whether the model may call several tools in a round; `nil` lets the model choose.
    public var parallelToolCalls: Bool?
    /// The server's tools that the model may call; `nil` allows all.
    public var tools: [String]?
    /// The tools that the client runs.
    public var clientTools: [ClientTool] = []
    /// The schema of the answer; `nil` for text.
    public var responseFormat: ResponseFormat?
    /// Whether the answer must be a JSON object, without a schema.
    public var wantsJSONObject = false
    /// The method of estimating the confidence of an answer with a schema; `nil` for none.
    public var confidence: WireConfidenceMethod?
    /// The amount of reasoning; `nil` lets the model choose.
    public var reasoningEffort: ReasoningEffort?
    /// Whether the model's reasoning is among the run's native events.
    public var showsReasoning = false
    /// The policy after the run has lost all its readers; `nil` cancels it.
    public var onDisconnect: DisconnectPolicy?
    /// The policy if the conversation is already running a turn; `nil` refuses the new one.
    public var onBusy: BusyPolicy?
    /// Whether a plain yes or no as the message answers the conversation's only pending approval; `nil` for no.
    public var approveByMessage: Bool?
    /// The device that sends the turn; `nil` if it has no toolbox.
    public var device: SendingDevice?
    /// The maximum number of calls of the server's tools in the turn; `nil` for no limit beside the server's.
    public var maximumToolCalls: Int?
    /// The places up to which the client wants the provider to cache the request; empty leaves them to the server.
    public var cacheMarks: [CacheMark] = []
    /// The client's notes on the request, which its answers repeat.
    public var metadata: [String: String] = [:]
    /// The members of the dialect's request that only its answers repeat.
    public var echo = JSONObject()
    /// Whether the answer can be read again and continued in the request's dialect.
    public var isStored = true

    /// Makes a request.
    public init(dialect: Dialect, input: [InputItem], conversation: ConversationChoice) {
        (self.dialect, self.input, self.conversation) = (dialect, input, conversation)
    }

    /// Converts a request of the native dialect.
    public init(_ chat: ChatRequest) {
        self.init(
            dialect: .native,
            input: chat.input,
            conversation: chat.conversation.map(ConversationChoice.existing) ?? .new
        )
        replaces = chat.replaces
        model = chat.model
        locale = chat.locale
        timeZone = chat.timeZone
        stream = chat.stream
        tools = chat.tools
        clientTools = chat.clientTools ?? []
        responseFormat = chat.responseFormat
        confidence = chat.confidence
        sampling = chat.sampling
        reasoningEffort = chat.reasoningEffort
        showsReasoning = chat.showsReasoning ?? false
        onDisconnect = chat.onDisconnect
        onBusy = chat.onBusy
        approveByMessage = chat.approveByMessage
        device = chat.device
    }

    /// Whether the request has parameters that its model may ignore.
    public var hasParameters: Bool {
        if sampling != Sampling() || reasoningEffort != nil { return true }
        guard case .message(_, let parts)? = input.last else { return false }
        return parts.contains { $0.text == nil }
    }

    /// The text of the user's last message; empty if there is none.
    public var message: String {
        for case .message(.user, let parts) in input.reversed() {
            let texts = parts.compactMap(\.text)
            // The usual single text is shared, not copied.
            return texts.count == 1 ? texts[0] : texts.joined(separator: "\n")
        }
        return ""
    }

    /// The app's instructions, anywhere in the input; empty if there are none.
    public var instructions: String {
        input.compactMap { item in
            guard case .message(.developer, let parts) = item, !parts.isEmpty else { return nil }
            return parts.compactMap(\.text).joined(separator: "\n")
        }
        .joined(separator: "\n\n")
    }
}
