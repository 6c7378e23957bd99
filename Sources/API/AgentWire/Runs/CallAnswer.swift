public import StreamingJSON

/// The client's answer to a call that a run waits for.
public enum CallAnswer: Sendable, Equatable {
    /// The output of a call that the client made.
    case output(JSONValue)
    /// The reason why the client could not make the call, for the model.
    case failure(String)
    /// A person's approval of the call.
    case approval
    /// A person's rejection of the call, with an optional reason.
    case rejection(reason: String?)

    /// Whether the answer fits an action of this kind; a rejection fits both.
    public func fits(_ kind: RequiredAction.Kind) -> Bool {
        switch self {
        case .output, .failure: kind == .clientTool
        case .approval: kind == .approval
        case .rejection: true
        }
    }
}

extension CallAnswer {
    /// The answer as JSON, in its stored form.
    public var jsonValue: JSONValue {
        switch self {
        case .output(let output): ["output": output]
        case .failure(let error): ["error": .string(error)]
        case .approval: ["decision": "approve"]
        case .rejection(let reason): ["decision": "reject", "reason": reason.map(JSONValue.string) ?? .null]
        }
    }

    /// Reads an answer; `nil` if the JSON is not one.
    public init?(jsonValue: JSONValue) {
        if let output = jsonValue["output"] {
            self = .output(output)
        } else if let error = jsonValue["error"]?.stringValue {
            self = .failure(error)
        } else {
            switch jsonValue["decision"]?.stringValue {
            case "approve": self = .approval
            case "reject": self = .rejection(reason: jsonValue["reason"]?.stringValue)
            default: return nil
            }
        }
    }
}
