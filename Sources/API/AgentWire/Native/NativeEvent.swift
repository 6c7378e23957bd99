public import StreamingJSON

/// An event of a run in the native dialect.
public enum NativeEvent: Sendable, Equatable {
    /// The run has started. The conversation is empty for an extraction; a direct call has no model either.
    case started(run: String, conversation: String, model: String)
    /// A part of the answer's text.
    case messageDelta(text: String)
    /// A part of the model's reasoning, with the number of its item; only in runs whose request asks for it.
    ///
    /// An item ends with the next event of another kind, or with another number.
    case reasoningDelta(item: Int, text: String)
    /// A tool call has started.
    case toolStarted(call: String, name: String, arguments: JSONValue)
    /// A tool reports its progress.
    case toolProgress(call: String, fraction: Double?, note: String?)
    /// A tool call has ended.
    case toolFinished(WireToolCall)
    /// The run waits until its client has performed an action.
    case actionRequired(RequiredAction)
    /// The current value of an answer with a schema; with a restart, the values before it are void.
    case objectDelta(JSONValue, isRestart: Bool = false)
    /// An element of one of the answer's lists is complete: a list at the root (an empty path) or in a member, by its JSON pointer.
    case objectElement(path: String, index: Int, value: JSONValue)
    /// The value is complete and satisfies its schema.
    case objectCompleted(StructuredAnswer)
    /// The answer is complete, with the answering model if several were available; the text of a refusal is the model's
    /// explanation.
    case messageCompleted(text: String, artifacts: [WireArtifact], model: String? = nil, isRefusal: Bool = false)
    /// The run has ended successfully.
    case completed(usage: WireUsage)
    /// The run has ended without an answer.
    case failed(Problem)
    /// The run was cancelled.
    case cancelled(RunEvent.CancelReason, usage: WireUsage)
    /// The server stopped before the run ended.
    case interrupted(Problem)

    /// The event's type on the wire.
    public var type: String {
        switch self {
        case .started: "run.started"
        case .messageDelta: "message.delta"
        case .reasoningDelta: "reasoning.delta"
        case .toolStarted: "tool.started"
        case .toolProgress: "tool.progress"
        case .toolFinished: "tool.finished"
        case .actionRequired: "action.required"
        case .objectDelta: "object.delta"
        case .objectElement: "object.element"
        case .objectCompleted: "object.completed"
        case .messageCompleted: "message.completed"
        case .completed: "run.completed"
        case .failed: "run.failed"
        case .cancelled: "run.cancelled"
        case .interrupted: "run.interrupted"
        }
    }

    /// Whether nothing follows this event.
    public var isTerminal: Bool {
        switch self {
        case .completed, .failed, .cancelled, .interrupted: true
        default: false
        }
    }

    /// The event's data.
    public var data: JSONValue {
        switch self {
        case .started(let run, let conversation, let model):
            Self.startData(run, conversation, model)
        case .messageDelta(let text):
            ["text": .string(text)]
        case .reasoningDelta(let item, let text):
            ["item": .integer(item), "text": .string(text)]
        case .toolStarted(let call, let name, let arguments):
            ["call": .string(call), "name": .string(name), "arguments": arguments]
        case .toolProgress(let call, let fraction, let note):
            Self.data(of: call, fraction, note)
        case .toolFinished(let call):
            Self.data(of: call)
        case .actionRequired(let action):
            action.jsonValue
        case .objectDelta(let object, let isRestart):
            isRestart ? ["object": object, "restarted": true] : ["object": object]
        case .objectElement(let path, let index, let value):
            ["path": .string(path), "index": .integer(index), "value": value]
        case .objectCompleted(let answer):
            answer.jsonValue
        case .messageCompleted(let text, let artifacts, let model, let isRefusal):
            RunAnswer(text: text, artifacts: artifacts, model: model, isRefusal: isRefusal).jsonValue
        case .completed(let usage):
            ["usage": usage.jsonValue]
        case .cancelled(let reason, let usage):
            ["reason": .string(reason.rawValue), "usage": usage.jsonValue]
        case .failed(let problem), .interrupted(let problem):
            ["problem": problem.jsonValue(requestID: nil)]
        }
    }

    private static func startData(_ run: String, _ conversation: String, _ model: String) -> JSONValue {
        var data: JSONObject = ["run": .string(run)]
        if !conversation.isEmpty { data["conversation"] = .string(conversation) }
        if !model.isEmpty { data["model"] = .string(model) }
        return .object(data)
    }
}
