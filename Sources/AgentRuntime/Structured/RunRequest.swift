public import AgentWire
import StreamingJSON

/// What a run is made for.
public enum RunRequest: Sendable {
    /// A turn of a conversation.
    case chat(ChatRequest)
    /// A value read out of a text, apart from any conversation: a run like a turn's, without tools. What was read is kept as long as the
    /// run is.
    case extraction(ExtractRequest)

    /// Whether the events are wanted as they come; `nil` when the request does not say.
    public var stream: Bool? {
        switch self {
        case .chat(let request): request.stream
        case .extraction(let request): request.stream
        }
    }

    /// The request as text, by which a repeated one is recognised.
    var text: String {
        switch self {
        case .chat(let request): request.jsonValue.serialized()
        case .extraction(let request): request.jsonValue.serialized()
        }
    }

    /// The model that is asked for by name.
    var model: String? {
        switch self {
        case .chat(let request): request.model
        case .extraction(let request): request.model
        }
    }

    /// The conversation that is gone on with.
    var conversation: String? {
        if case .chat(let request) = self { request.conversation } else { nil }
    }

    /// Whether the run goes on when nobody reads it.
    var outlivesReaders: Bool {
        switch self {
        case .chat(let request): request.onDisconnect == .finish
        case .extraction(let request): request.onDisconnect == .finish
        }
    }

    /// What becomes of the run when its conversation is taken.
    var onBusy: ChatRequest.BusyPolicy {
        if case .chat(let request) = self { request.onBusy ?? .refuse } else { .refuse }
    }
}
