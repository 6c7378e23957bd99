/// A turn that a client asks for, in the words of no dialect: each dialect's request is read into one.
public struct TurnRequest: Sendable, Equatable {
    /// The dialects in which a turn is asked for.
    public enum Dialect: String, Sendable, CaseIterable {
        case native
        case chatCompletions = "chat_completions"

        /// The place of the names of the server's tools in a body, as a JSON pointer.
        public var toolsPointer: String { self == .native ? "#/tools" : "#/torii/tools" }

        /// The place of one of the client's tools in a body, as a JSON pointer.
        public func pointer(toClientTool index: Int) -> String {
            self == .native ? "#/client_tools/\(index)" : "#/tools/\(index)/function"
        }
    }

    /// What becomes of a run that nobody reads any more.
    public typealias DisconnectPolicy = ChatRequest.DisconnectPolicy
    /// What becomes of a turn whose conversation is taking another one.
    public typealias BusyPolicy = ChatRequest.BusyPolicy

    /// The dialect that it came in.
    public var dialect: Dialect
    /// What was said, the last of it by the person or outputs of the client's tools.
    public var input: [InputItem]
    /// The place of each item of the input in the client's body, as a JSON pointer; empty where the body has the input in one field.
    public var inputPlaces: [String] = []
    /// The conversation before the input.
    public var conversation: ConversationChoice
    /// The model to use; `nil` leaves it to the server.
    public var model: String?
    /// The BCP 47 tag of the language to answer in; `nil` follows the message.
    public var locale: String?
    /// The IANA name of the zone in which a day begins; `nil` leaves it to the server.
    public var timeZone: String?
    /// Whether to answer as server-sent events; `nil` leaves it to the `Accept` header.
    public var stream: Bool?
    /// How tokens are chosen, and where the model stops.
    public var sampling = Sampling()
    /// Whether and which tools the model calls.
    public var toolChoice = ToolChoice.auto
    /// Whether the model may call several tools in a round; `nil` leaves it to the model.
    public var parallelToolCalls: Bool?
    /// The server's tools that may be called; `nil` allows all.
    public var tools: [String]?
    /// The tools that the client runs itself.
    public var clientTools: [ClientTool] = []
    /// The shape that the answer must have; `nil` for text.
    public var responseFormat: ResponseFormat?
    /// Whether the answer must be a JSON object of any shape.
    public var wantsJSONObject = false
    /// Whether and how to say how sure an answer of a shape is.
    public var confidence: WireConfidenceMethod?
    /// How long the model thinks; `nil` leaves it to the model.
    public var reasoningEffort: ReasoningEffort?
    /// What becomes of the run when nobody reads it any more; `nil` cancels it.
    public var onDisconnect: DisconnectPolicy?
    /// What becomes of the turn when the conversation is taking another one; `nil` refuses it.
    public var onBusy: BusyPolicy?
    /// Whether a plain yes or no answers the one approval that the conversation waits for; `nil` for no.
    public var approveByMessage: Bool?

    /// Makes a request.
    public init(dialect: Dialect, input: [InputItem], conversation: ConversationChoice) {
        (self.dialect, self.input, self.conversation) = (dialect, input, conversation)
    }

    /// Reads a request of the native dialect.
    public init(_ chat: ChatRequest) {
        self.init(
            dialect: .native,
            input: [.text(chat.message)],
            conversation: chat.conversation.map(ConversationChoice.existing) ?? .new
        )
        model = chat.model
        locale = chat.locale
        timeZone = chat.timeZone
        stream = chat.stream
        tools = chat.tools
        clientTools = chat.clientTools ?? []
        responseFormat = chat.responseFormat
        confidence = chat.confidence
        onDisconnect = chat.onDisconnect
        onBusy = chat.onBusy
        approveByMessage = chat.approveByMessage
    }

    /// The text of the person's last message; empty when there is none.
    public var message: String {
        for case .message(.user, let parts) in input.reversed() {
            return parts.compactMap(\.text).joined(separator: "\n")
        }
        return ""
    }

    /// The app's instructions, wherever they stand in the input; empty for none.
    public var instructions: String {
        input.compactMap { item in
            guard case .message(.developer, let parts) = item else { return nil }
            return parts.compactMap(\.text).joined(separator: "\n")
        }
        .joined(separator: "\n\n")
    }
}
