import StreamingJSON

extension NativeEvent {
    /// Makes the event of the native dialect; `nil` if it has none.
    ///
    /// - Parameter showsReasoning: Whether the model's reasoning is shown, as the run's start says.
    public init?(_ event: RunEvent, showsReasoning: Bool = false) {
        guard Self.isShown(event, showsReasoning: showsReasoning) else { return nil }
        switch event {
        case .started(let start):
            self = .started(run: start.run, conversation: start.conversation, model: start.model)
        // A refusal is text for the user as well; `message.completed` marks it as a refusal.
        case .textDelta(_, let text), .refusalDelta(_, let text): self = .messageDelta(text: text)
        case .reasoningDelta(let item, let text): self = .reasoningDelta(item: item, text: text)
        case .itemAdded(let item):
            guard case .toolCall(let call) = item.content else { return nil }
            self = .toolStarted(call: call.id, name: call.name, arguments: call.arguments ?? .null)
        case .toolProgress(_, let call, let fraction, let note):
            self = .toolProgress(call: call, fraction: fraction, note: note)
        case .toolFinished(_, let call): self = .toolFinished(call)
        case .actionRequired(let action): self = .actionRequired(action)
        case .objectDelta(let object, let isRestart): self = .objectDelta(object, isRestart: isRestart)
        case .objectElement(let path, let index, let value):
            self = .objectElement(path: path, index: index, value: value)
        case .objectCompleted(let answer): self = .objectCompleted(answer)
        case .answered(let answer):
            self = .messageCompleted(
                text: answer.text,
                artifacts: answer.artifacts,
                model: answer.model,
                isRefusal: answer.isRefusal
            )
        case .completed(let usage): self = .completed(usage: usage)
        case .failed(let problem): self = .failed(problem)
        case .cancelled(let reason, let usage): self = .cancelled(reason, usage: usage)
        case .interrupted(let problem): self = .interrupted(problem)
        case .valueDelta, .reasoningSealed, .argumentsDelta, .textReplaced, .itemDone, .roundEnded, .waiting:
            return nil
        }
    }

    /// Returns whether the native dialect has an event for this one.
    ///
    /// `message.completed` has the final text, a client's call is known from its action, and reasoning is shown on request only.
    static func isShown(_ event: RunEvent, showsReasoning: Bool = false) -> Bool {
        switch event {
        case .reasoningDelta: showsReasoning
        case .valueDelta, .reasoningSealed, .argumentsDelta, .textReplaced, .itemDone, .roundEnded,
            .waiting:
            false
        case .itemAdded(let item):
            if case .toolCall(let call) = item.content { call.site == .server } else { false }
        default: true
        }
    }

    /// Returns the data of a call that has ended; for a log, with its item's number.
    static func data(of call: WireToolCall, item: Int? = nil) -> JSONValue {
        var data = WireToolCall.fields.object(of: call)
        data["arguments"] = nil
        if let item { data["item"] = .integer(item) }
        return .object(data)
    }

    /// Returns the data of a report about a call; for a log, with its item's number.
    static func data(of call: String, _ fraction: Double?, _ note: String?, item: Int? = nil) -> JSONValue {
        var data = JSONObject()
        if let item { data["item"] = .integer(item) }
        (data["call"], data["fraction"], data["note"]) = (.string(call), fraction.fieldValue, .text(note))
        return .object(data)
    }
}
