public import StreamingJSON

/// One event of a run, as every dialect's encoder reads it.
public enum RunEvent: Sendable, Equatable {
    /// The run has begun.
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
    /// The answer is whole; the model is the one that gave it, where there were several to ask.
    case messageCompleted(text: String, artifacts: [WireArtifact], model: String? = nil)
    /// The run has ended well.
    case completed(usage: WireUsage)
    /// The run has ended without an answer.
    case failed(Problem)
    /// The run was stopped.
    case cancelled(CancelReason, usage: WireUsage)
    /// The server stopped before the run came to its end.
    case interrupted(Problem)

    /// Why a run was stopped.
    public enum CancelReason: String, Sendable, CaseIterable {
        /// Its client asked for it.
        case requested
        /// Nobody was there to read it for longer than the grace window.
        case disconnected
        /// A later run of the conversation took its place.
        case replaced
        /// Its client's token was revoked, or the client removed.
        case revoked
    }

    /// The event's type on the wire.
    public var type: String {
        switch self {
        case .started: "run.started"
        case .messageDelta: "message.delta"
        case .toolStarted: "tool.started"
        case .toolProgress: "tool.progress"
        case .toolFinished: "tool.finished"
        case .actionRequired: "action.required"
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
            ["run": .string(run), "conversation": .string(conversation), "model": .string(model)]
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
            [
                "call": .string(call.id), "name": .string(call.name), "status": .string(call.status.rawValue),
                "duration_ms": .integer(call.durationMilliseconds), "summary": .string(call.summary),
                "artifacts": .array(call.artifacts.map(\.jsonValue)),
            ]
        case .actionRequired(let action):
            action.jsonValue
        case .messageCompleted(let text, let artifacts, let model):
            Self.messageData(text, artifacts, model)
        case .completed(let usage):
            ["usage": usage.jsonValue]
        case .cancelled(let reason, let usage):
            ["reason": .string(reason.rawValue), "usage": usage.jsonValue]
        case .failed(let problem), .interrupted(let problem):
            ["problem": problem.jsonValue(requestID: nil)]
        }
    }

    private static func messageData(_ text: String, _ artifacts: [WireArtifact], _ model: String?) -> JSONValue {
        var data: JSONObject = ["text": .string(text), "artifacts": .array(artifacts.map(\.jsonValue))]
        if let model { data["model"] = .string(model) }
        return .object(data)
    }
}
