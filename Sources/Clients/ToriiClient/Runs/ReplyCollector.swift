import AgentWire
import StreamingJSON

/// The answer of a run, collected from its events.
struct ReplyCollector: Sendable {
    private(set) var reply = ChatReply(
        run: "",
        conversation: "",
        model: "",
        text: "",
        toolCalls: [],
        usage: WireUsage(inputTokens: 0, outputTokens: 0)
    )
    /// The arguments by call, which the last event of a call does not repeat.
    private var arguments: [String: JSONValue] = [:]

    /// Adds an event.
    mutating func accept(_ event: NativeEvent) {
        switch event {
        case .started(let run, let conversation, let model):
            (reply.run, reply.conversation, reply.model) = (run, conversation, model)
        case .toolStarted(let call, _, let arguments): self.arguments[call] = arguments
        case .actionRequired(let action): arguments[action.call] = action.arguments
        case .toolFinished(var call):
            call.arguments = arguments[call.id] ?? .null
            reply.toolCalls.append(call)
        case .objectCompleted(let answer): reply.answer = answer
        case .messageCompleted(let text, _, let model, let isRefusal):
            (reply.text, reply.isRefusal) = (text, isRefusal)
            if let model { reply.model = model }
        case .completed(let usage): reply.usage = usage
        case .messageDelta, .reasoningDelta, .toolProgress, .objectDelta, .objectElement, .failed, .cancelled,
            .interrupted:
            break
        }
    }
}
