/// The request of a run.
public enum RunRequest: Sendable, Equatable {
    /// A turn through the model and the tools.
    case turn(TurnRequest)
    /// An extraction of a value from a text, without a conversation and without tools; the text is stored as long as the run.
    case extraction(ExtractRequest)
    /// A direct call of one tool, without a model and without a conversation.
    case call(ToolCallRequest)

    /// A turn of the native dialect.
    public static func chat(_ request: ChatRequest) -> RunRequest { .turn(TurnRequest(request)) }

    /// Whether the client wants a stream of events; `nil` if the request does not specify it.
    public var stream: Bool? {
        switch self {
        case .turn(let request): request.stream
        case .extraction(let request): request.stream
        case .call: nil
        }
    }

    /// The requested model; `nil` if the request names none.
    public var model: String? {
        switch self {
        case .turn(let request): request.model
        case .extraction(let request): request.model
        case .call: nil
        }
    }

    /// The conversation to continue; `nil` for none.
    public var conversation: String? {
        if case .turn(let request) = self { request.conversation.id } else { nil }
    }

    /// The stored conversation that the run reads, whether it continues it or not; `nil` for none.
    public var readConversation: String? {
        if case .turn(let request) = self { request.conversation.readID } else { nil }
    }

    /// The items of a turn's input; empty for other runs.
    public var input: [InputItem] {
        if case .turn(let request) = self { request.input } else { [] }
    }

    /// Whether the model's reasoning is among the run's native events.
    public var showsReasoning: Bool {
        if case .turn(let request) = self { request.showsReasoning } else { false }
    }

    /// Whether the run continues without readers.
    public var outlivesReaders: Bool {
        switch self {
        case .turn(let request): request.onDisconnect == .finish
        case .extraction(let request): request.onDisconnect == .finish
        case .call(let request): request.onDisconnect == .finish
        }
    }

    /// The policy if the conversation is already running a turn.
    public var onBusy: ChatRequest.BusyPolicy {
        if case .turn(let request) = self { request.onBusy ?? .refuse } else { .refuse }
    }
}
