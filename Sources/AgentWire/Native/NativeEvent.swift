public import StreamingJSON

/// One event of a run as the native dialect has it.
public enum NativeEvent: Sendable, Equatable {
    /// The run has begun; an extraction has no conversation and a direct call has no model either: the texts are empty then.
    case started(run: String, conversation: String, model: String)
    /// More of the answer's text.
    case messageDelta(text: String)
    /// A tool begins.
    case toolStarted(call: String, name: String, arguments: JSONValue)
    /// A tool tells how far it has come.
    case toolProgress(call: String, fraction: Double?, note: String?)
    /// A tool has ended.
    case toolFinished(WireToolCall)
    /// The run waits until its client has done something.
    case actionRequired(RequiredAction)
    /// The value so far of an answer that has a shape; with a restart, what was shown of it before is taken back.
    case objectDelta(JSONValue, isRestart: Bool = false)
    /// An element of one of the answer's lists is whole: of the answer itself (an empty path) or of a member, by its JSON pointer.
    case objectElement(path: String, index: Int, value: JSONValue)
    /// The value is whole and satisfies its schema.
    case objectCompleted(StructuredAnswer)
    /// The answer is whole; the model is the one that gave it, where there were several to ask. Of a refusal the text is the model's words.
    case messageCompleted(text: String, artifacts: [WireArtifact], model: String? = nil, isRefusal: Bool = false)
    /// The run has ended well.
    case completed(usage: WireUsage)
    /// The run has ended without an answer.
    case failed(Problem)
    /// The run was stopped.
    case cancelled(RunEvent.CancelReason, usage: WireUsage)
    /// The server stopped before the run came to its end.
    case interrupted(Problem)

    /// The event's type on the wire.
    public var type: String {
        switch self {
        case .started: "run.started"
        case .messageDelta: "message.delta"
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
            Self.beginningData(run, conversation, model)
        case .messageDelta(let text):
            ["text": .string(text)]
        case .toolStarted(let call, let name, let arguments):
            ["call": .string(call), "name": .string(name), "arguments": arguments]
        case .toolProgress(let call, let fraction, let note):
            [
                "call": .string(call),
                "fraction": fraction.map(JSONValue.number) ?? .null,
                "note": note.map(JSONValue.string) ?? .null,
            ]
        case .toolFinished(let call):
            Self.data(of: call)
        case .actionRequired(let action):
            action.jsonValue
        case .objectDelta(let object, let isRestart):
            isRestart ? ["object": object, "restarted": true] : ["object": object]
        case .objectElement(let path, let index, let value):
            ["path": .string(path), "index": .integer(index), "value": value]
        case .objectCompleted(let answer):
            .object(answer.members)
        case .messageCompleted(let text, let artifacts, let model, let isRefusal):
            Self.messageData(text, artifacts, model, isRefusal)
        case .completed(let usage):
            ["usage": usage.jsonValue]
        case .cancelled(let reason, let usage):
            ["reason": .string(reason.rawValue), "usage": usage.jsonValue]
        case .failed(let problem), .interrupted(let problem):
            ["problem": problem.jsonValue(requestID: nil)]
        }
    }

    private static func beginningData(_ run: String, _ conversation: String, _ model: String) -> JSONValue {
        var data: JSONObject = ["run": .string(run)]
        if !conversation.isEmpty { data["conversation"] = .string(conversation) }
        if !model.isEmpty { data["model"] = .string(model) }
        return .object(data)
    }

    private static func messageData(
        _ text: String,
        _ artifacts: [WireArtifact],
        _ model: String?,
        _ isRefusal: Bool
    ) -> JSONValue {
        var data: JSONObject = ["text": .string(text), "artifacts": .array(artifacts.map(\.jsonValue))]
        if let model { data["model"] = .string(model) }
        if isRefusal { data["refused"] = true }
        return .object(data)
    }
}
