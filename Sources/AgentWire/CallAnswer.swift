public import StreamingJSON

/// What became of a call that a run waits for.
public enum CallAnswer: Sendable, Equatable {
    /// The client made the call; this is what it gave.
    case output(JSONValue)
    /// The client could not make the call; the text tells the model why.
    case failure(String)
    /// The person approves the call.
    case approval
    /// The call is not to be made, with the reason if there is one.
    case rejection(reason: String?)

    /// Whether it answers an action of this kind; a rejection answers both.
    public func fits(_ kind: RequiredAction.Kind) -> Bool {
        switch self {
        case .output, .failure: kind == .clientTool
        case .approval: kind == .approval
        case .rejection: true
        }
    }
}

extension CallAnswer {
    /// The answer as JSON, as it is stored with its run.
    public var jsonValue: JSONValue {
        switch self {
        case .output(let output): ["output": output]
        case .failure(let error): ["error": .string(error)]
        case .approval: ["decision": "approve"]
        case .rejection(let reason): ["decision": "reject", "reason": reason.map(JSONValue.string) ?? .null]
        }
    }

    /// Reads an answer; `nil` when it is none.
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
