import Accounts
import AgentWire
import StreamingJSON

extension RunActions {
    /// The actions in their stored form; `nil` for none.
    var text: String? {
        guard !open.isEmpty || !past.isEmpty else { return nil }
        var object: JSONObject = [
            "open": .array(open.map(\.jsonValue)),
            "past": .object(JSONObject(past.sorted { $0.key < $1.key }.map { ($0.key, $0.value.jsonValue) })),
            "closed": .bool(isClosed),
        ]
        if let suspended { object["turn"] = suspended.jsonValue }
        return JSONValue.object(object).serialized()
    }

    /// Parses actions in their stored form; `nil` when they cannot be read.
    init?(text: String?) {
        self.init()
        guard let text else { return }
        guard let value = try? JSONValue(parsing: text), let calls = value["open"]?.arrayValue else { return nil }
        open = calls.compactMap(Open.init(jsonValue:))
        guard open.count == calls.count else { return nil }
        for (call, answer) in value["past"]?.objectValue ?? [:] { past[call] = Answer(jsonValue: answer) }
        suspended = value["turn"].flatMap(SuspendedTurn.init(jsonValue:))
        isClosed = value["closed"]?.boolValue ?? false
    }
}

extension RunActions.Open {
    fileprivate var jsonValue: JSONValue {
        var object: JSONObject = [
            "action": action.jsonValue, "call": .string(modelCall), "answer": answer?.jsonValue ?? .null,
        ]
        if let item { object["item"] = .integer(item) }
        if isEmitted { object["told"] = true }
        if let device { object["device"] = device.jsonValue }
        return .object(object)
    }

    fileprivate init?(jsonValue: JSONValue) {
        guard let action = jsonValue["action"].flatMap({ try? RequiredAction(jsonValue: $0) }),
            let call = jsonValue["call"]?.stringValue
        else {
            return nil
        }
        self.init(
            action: action,
            modelCall: call,
            item: jsonValue["item"]?.intValue,
            isEmitted: jsonValue["told"]?.boolValue ?? false,
            device: jsonValue["device"].flatMap(DeviceCall.init(jsonValue:)),
            answer: jsonValue["answer"].flatMap(RunActions.Answer.init(jsonValue:))
        )
    }
}

extension RunActions.Answer {
    fileprivate var jsonValue: JSONValue {
        switch self {
        case .answered(let answer): answer.jsonValue
        case .worded(let answer, let tool, let arguments):
            ["worded": answer.jsonValue, "tool": .string(tool), "arguments": arguments]
        case .expired: "expired"
        case .device(let call): ["device": call.jsonValue]
        }
    }

    fileprivate init?(jsonValue: JSONValue) {
        if jsonValue.stringValue == "expired" {
            self = .expired
        } else if let worded = jsonValue["worded"] {
            guard let answer = CallAnswer(jsonValue: worded), let tool = jsonValue["tool"]?.stringValue else {
                return nil
            }
            self = .worded(answer, tool: tool, arguments: jsonValue["arguments"] ?? .null)
        } else if let call = jsonValue["device"] {
            guard let call = DeviceCall(jsonValue: call) else { return nil }
            self = .device(call)
        } else if let answer = CallAnswer(jsonValue: jsonValue) {
            self = .answered(answer)
        } else {
            return nil
        }
    }
}

extension RunActions.SuspendedTurn {
    fileprivate var jsonValue: JSONValue {
        var object: JSONObject = [
            "entries": .array(entries), "history": .integer(historyCount), "usage": usage.logged,
            "events": .integer(eventCount), "token": token.map(JSONValue.string) ?? .null,
        ]
        if let sender { object["sender"] = sender.jsonValue }
        if keepsToolChoice { object["keeps_tool_choice"] = true }
        return .object(object)
    }

    fileprivate init?(jsonValue: JSONValue) {
        guard let entries = jsonValue["entries"]?.arrayValue, let history = jsonValue["history"]?.intValue,
            let usage = jsonValue["usage"].flatMap({ try? WireUsage(jsonValue: $0) }),
            let events = jsonValue["events"]?.intValue
        else {
            return nil
        }
        self.init(
            entries: entries,
            historyCount: history,
            usage: usage,
            eventCount: events,
            token: jsonValue["token"]?.stringValue,
            sender: jsonValue["sender"].map(RunSender.init(jsonValue:)),
            keepsToolChoice: jsonValue["keeps_tool_choice"]?.boolValue ?? false
        )
    }
}

extension RunSender {
    fileprivate var jsonValue: JSONValue {
        var object: JSONObject = ["scopes": .array(scopes.sorted().map { .string($0.description) })]
        if let subject { object["subject"] = .string(subject) }
        return .object(object)
    }

    /// Unknown words, which a newer version has written, permit nothing.
    fileprivate init(jsonValue: JSONValue) {
        let words = jsonValue["scopes"]?.arrayValue?.compactMap(\.stringValue) ?? []
        self.init(scopes: Set(words.compactMap { try? Scope($0) }), subject: jsonValue["subject"]?.stringValue)
    }
}
