/// What a run is made for.
public enum RunRequest: Sendable, Equatable {
    /// A turn through the model and the tools.
    case turn(TurnRequest)
    /// A value read out of a text, apart from any conversation: a run like a turn's, without tools. What was read is kept as long as the
    /// run is.
    case extraction(ExtractRequest)
    /// A call of one tool without a model, apart from any conversation.
    case call(ToolCallRequest)

    /// A turn of the native dialect.
    public static func chat(_ request: ChatRequest) -> RunRequest { .turn(TurnRequest(request)) }

    /// Whether the events are wanted as they come; `nil` when the request does not say.
    public var stream: Bool? {
        switch self {
        case .turn(let request): request.stream
        case .extraction(let request): request.stream
        case .call: nil
        }
    }

    /// The model that is asked for by name.
    public var model: String? {
        switch self {
        case .turn(let request): request.model
        case .extraction(let request): request.model
        case .call: nil
        }
    }

    /// The conversation that is gone on with.
    public var conversation: String? {
        if case .turn(let request) = self { request.conversation.id } else { nil }
    }

    /// Whether nothing is left of it but its run.
    public var isApart: Bool {
        switch self {
        case .turn(let request): request.conversation == .none
        case .extraction, .call: true
        }
    }

    /// Whether the run goes on when nobody reads it.
    public var outlivesReaders: Bool {
        switch self {
        case .turn(let request): request.onDisconnect == .finish
        case .extraction(let request): request.onDisconnect == .finish
        case .call(let request): request.onDisconnect == .finish
        }
    }

    /// What becomes of the run when its conversation is taken.
    public var onBusy: ChatRequest.BusyPolicy {
        if case .turn(let request) = self { request.onBusy ?? .refuse } else { .refuse }
    }
}
