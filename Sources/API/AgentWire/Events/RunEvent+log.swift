import StreamingJSON

extension RunEvent {
    /// The type and the data of the event's line in a log; that of a delta has another form.
    var logged: (type: String, data: JSONValue) {
        switch self {
        case .started(let start): ("started", start.jsonValue)
        case .itemAdded(let item): ("item", item.logged)
        case .textDelta(let item, let text), .refusalDelta(let item, let text), .valueDelta(let item, let text),
            .reasoningDelta(let item, let text), .argumentsDelta(let item, let text):
            (delta?.kind.rawValue ?? "", ["item": .integer(item), "text": .string(text)])
        case .reasoningSealed(let item, let seal, let isRedacted):
            ("sealed", ["item": .integer(item), "seal": .string(seal), "redacted": .bool(isRedacted)])
        case .textReplaced(let item, let text): ("replaced", ["item": .integer(item), "text": .string(text)])
        case .itemDone(let item): ("done", ["item": .integer(item)])
        case .toolProgress(let item, let call, let fraction, let note):
            ("progress", NativeEvent.data(of: call, fraction, note, item: item))
        case .toolFinished(let item, let call): ("finished", NativeEvent.data(of: call, item: item))
        case .roundEnded(let round): ("round", round.jsonValue)
        case .actionRequired(let action): ("action", action.jsonValue)
        case .waiting: ("waiting", [:])
        case .objectDelta(let object, let isRestart):
            ("object", isRestart ? ["object": object, "restarted": true] : ["object": object])
        case .objectElement(let path, let index, let value):
            ("element", ["path": .string(path), "index": .integer(index), "value": value])
        case .objectCompleted(let answer): ("objectdone", answer.jsonValue)
        case .answered(let answer): ("answered", answer.jsonValue)
        case .completed(let usage): ("completed", ["usage": usage.logged])
        case .cancelled(let reason, let usage):
            ("cancelled", ["reason": .string(reason.rawValue), "usage": usage.logged])
        case .failed(let problem): ("failed", ["problem": problem.jsonValue(requestID: nil)])
        case .interrupted(let problem): ("interrupted", ["problem": problem.jsonValue(requestID: nil)])
        }
    }

    /// Reads an event from its line; `nil` for a type that this version does not know, or data of another form.
    init?(logged type: String, _ data: JSONValue) {
        switch type {
        case "started":
            guard let start = RunStart(logged: data) else { return nil }
            self = .started(start)
        case "item":
            guard let item = RunItem(logged: data) else { return nil }
            self = .itemAdded(item)
        case "replaced":
            guard let item = data["item"]?.intValue, let text = data["text"]?.stringValue else { return nil }
            self = .textReplaced(item: item, text: text)
        case "sealed":
            guard let item = data["item"]?.intValue, let seal = data["seal"]?.stringValue else { return nil }
            self = .reasoningSealed(item: item, seal: seal, isRedacted: data["redacted"]?.boolValue ?? false)
        case "done":
            guard let item = data["item"]?.intValue else { return nil }
            self = .itemDone(item: item)
        case "round": self = .roundEnded(RunRound(logged: data) ?? RunRound(finishReason: nil, usage: .zero))
        case "waiting": self = .waiting
        case "answered":
            guard let answer = RunAnswer(logged: data) else { return nil }
            self = .answered(answer)
        default:
            // The other types have the data of the native event, plus the item's number and more token counts.
            guard let native = Self.nativeTypes[type], let event = NativeEvent(type: native, data: data) else {
                return nil
            }
            self = RunEvent(event, item: data["item"]?.intValue ?? RunItem.unnumbered, usage: data["usage"])
        }
    }

    /// The native types of the lines whose data extends that of a native event.
    private static let nativeTypes = [
        "progress": "tool.progress", "finished": "tool.finished", "action": "action.required",
        "object": "object.delta", "element": "object.element", "objectdone": "object.completed",
        "completed": "run.completed", "cancelled": "run.cancelled", "failed": "run.failed",
        "interrupted": "run.interrupted",
    ]

    /// Makes an event from one of the native dialect, the form of a log of version 1.
    ///
    /// - Parameters:
    ///   - item: The number of the event's item.
    ///   - usage: The token counts, with more members than in the native event.
    init(_ event: NativeEvent, item: Int = RunItem.unnumbered, usage full: JSONValue? = nil) {
        switch event {
        case .started(let run, let conversation, let model):
            self = .started(RunStart(run: run, conversation: conversation, model: model))
        case .messageDelta(let text): self = .textDelta(item: item, text: text)
        case .reasoningDelta(let item, let text): self = .reasoningDelta(item: item, text: text)
        case .toolStarted(let call, let name, let arguments):
            let call = RunItem.ToolCall(id: call, name: name, site: .server, arguments: arguments)
            self = .itemAdded(RunItem(number: item, .toolCall(call)))
        case .toolProgress(let call, let fraction, let note):
            self = .toolProgress(item: item, call: call, fraction: fraction, note: note)
        case .toolFinished(let call): self = .toolFinished(item: item, call)
        case .actionRequired(let action): self = .actionRequired(action)
        case .objectDelta(let object, let isRestart): self = .objectDelta(object, isRestart: isRestart)
        case .objectElement(let path, let index, let value):
            self = .objectElement(path: path, index: index, value: value)
        case .objectCompleted(let answer): self = .objectCompleted(answer)
        case .messageCompleted(let text, let artifacts, let model, let isRefusal):
            self = .answered(RunAnswer(text: text, artifacts: artifacts, model: model, isRefusal: isRefusal))
        case .completed(let usage): self = .completed(usage: full.flatMap { try? WireUsage(jsonValue: $0) } ?? usage)
        case .failed(let problem): self = .failed(problem)
        case .cancelled(let reason, let usage):
            self = .cancelled(reason, usage: full.flatMap { try? WireUsage(jsonValue: $0) } ?? usage)
        case .interrupted(let problem): self = .interrupted(problem)
        }
    }
}

extension RunItem {
    fileprivate var logged: JSONValue {
        switch content {
        case .message: ["item": .integer(number), "kind": "message"]
        case .value: ["item": .integer(number), "kind": "value"]
        case .reasoning: ["item": .integer(number), "kind": "reasoning"]
        case .toolCall(let call): call.logged(as: number)
        }
    }

    fileprivate init?(logged data: JSONValue) {
        guard let number = data["item"]?.intValue else { return nil }
        switch data["kind"]?.stringValue {
        case "message": self.init(number: number, .message)
        case "value": self.init(number: number, .value)
        case "reasoning": self.init(number: number, .reasoning)
        case "call":
            guard let id = data["call"]?.stringValue, let name = data["name"]?.stringValue,
                let site = data["site"]?.stringValue.flatMap(ToolCall.Site.init)
            else {
                return nil
            }
            self.init(
                number: number,
                .toolCall(ToolCall(id: id, name: name, site: site, arguments: data["arguments"]))
            )
        default: return nil
        }
    }
}

extension RunItem.ToolCall {
    fileprivate func logged(as number: Int) -> JSONValue {
        var data: JSONObject = [
            "item": .integer(number), "kind": "call", "call": .string(id), "name": .string(name),
            "site": .string(site.rawValue),
        ]
        if let arguments { data["arguments"] = arguments }
        return .object(data)
    }
}
