import StreamingJSON
import ToriiClient

/// An event of a response, as far as a session needs it.
enum ResponseEvent: Sendable, Equatable {
    /// The response has started.
    case started(response: String, conversation: String?)
    /// A message has started.
    case messageStarted(item: String)
    /// A piece of a message.
    case text(item: String, String)
    /// A message is complete; its text may differ from the pieces.
    case messageDone(item: String, text: String)
    /// A piece of the words with which the model declines.
    case refusal(String)
    /// A piece of the model's reasoning.
    case thought(item: String, String)
    /// A call of one of the session's tools is complete.
    case call(id: String, name: String, arguments: String)
    /// A call of one of the server's tools waits for a person.
    case approval(ApprovalRequest)
    /// The reason for a failure; the end of the response follows.
    case error(code: String?, message: String)
    /// The response is complete, or was cut.
    case ended(ResponseEnd)
}

/// The end of a response.
struct ResponseEnd: Sendable, Equatable {
    /// The reason why the answer was cut; `nil` for a whole answer.
    var incompleteReason: String?
    /// The model that answered.
    var model: String?
    /// The tokens.
    var usage: WireUsage
}

/// A request for a person's decision.
struct ApprovalRequest: Sendable, Equatable {
    /// The id for the decision.
    var id: String
    /// The call.
    var action: RequiredAction
}

extension ResponseEvent {
    /// Reads an event; `nil` for one that a session does not need.
    init?(_ type: String, _ data: JSONValue) {
        let item = data["item_id"]?.stringValue ?? ""
        switch type {
        case "response.created":
            guard let id = data["response"]?["id"]?.stringValue else { return nil }
            self = .started(response: id, conversation: data["response"]?["conversation"]?["id"]?.stringValue)
        case "response.output_text.delta": self = .text(item: item, data["delta"]?.stringValue ?? "")
        case "response.refusal.delta": self = .refusal(data["delta"]?.stringValue ?? "")
        case "response.reasoning_summary_text.delta": self = .thought(item: item, data["delta"]?.stringValue ?? "")
        case "response.output_item.added":
            guard data["item"]?["type"] == "message", let id = data["item"]?["id"]?.stringValue else { return nil }
            self = .messageStarted(item: id)
        case "response.output_item.done": self.init(done: data["item"] ?? .null)
        case "error":
            self = .error(code: data["code"]?.stringValue, message: data["message"]?.stringValue ?? "")
        case "response.completed", "response.incomplete": self = .ended(ResponseEnd(data["response"] ?? .null))
        default: return nil
        }
    }

    private init?(done item: JSONValue) {
        guard let id = item["id"]?.stringValue else { return nil }
        switch item["type"]?.stringValue {
        case "message":
            let texts = (item["content"]?.arrayValue ?? []).compactMap { part in
                part["type"] == "output_text" ? part["text"]?.stringValue : nil
            }
            self = .messageDone(item: id, text: texts.joined())
        case "function_call":
            guard item["status"] != "incomplete", let call = item["call_id"]?.stringValue,
                let name = item["name"]?.stringValue
            else { return nil }
            self = .call(id: call, name: name, arguments: item["arguments"]?.stringValue ?? "")
        case "torii:approval_request":
            guard let approval = ApprovalRequest(id, item) else { return nil }
            self = .approval(approval)
        default: return nil
        }
    }
}

extension ApprovalRequest {
    fileprivate init?(_ id: String, _ item: JSONValue) {
        guard let name = item["name"]?.stringValue, let text = item["text"]?.stringValue,
            let deadline = item["deadline"]
        else { return nil }
        let arguments = item["arguments"]?.stringValue ?? ""
        let action = try? RequiredAction(jsonValue: [
            "kind": "approval", "call": .string(ApprovalRequestID(id)?.call ?? id), "name": .string(name),
            "arguments": (try? JSONValue(parsing: arguments)) ?? .string(arguments), "deadline": deadline,
            "text": .string(text),
        ])
        guard let action else { return nil }
        self.init(id: id, action: action)
    }
}

extension ResponseEnd {
    fileprivate init(_ response: JSONValue) {
        let usage = response["usage"]
        incompleteReason =
            response["status"] == "incomplete"
            ? response["incomplete_details"]?["reason"]?.stringValue ?? "unknown" : nil
        model = response["model"]?.stringValue
        self.usage = WireUsage(
            inputTokens: Self.count(usage?["input_tokens"]),
            outputTokens: Self.count(usage?["output_tokens"]),
            cachedInputTokens: Self.count(usage?["input_tokens_details"]?["cached_tokens"]),
            reasoningTokens: Self.count(usage?["output_tokens_details"]?["reasoning_tokens"])
        )
    }

    /// A number of tokens; sums of them do not overflow.
    private static func count(_ value: JSONValue?) -> Int { min(max(value?.intValue ?? 0, 0), 1 << 40) }
}
