public import Foundation
public import StreamingJSON

/// What a waiting run needs from its client before it goes on.
public struct RequiredAction: Sendable, Equatable {
    /// What has to be done.
    public enum Kind: String, Sendable, CaseIterable {
        /// A person has to approve the call; the server then makes it.
        case approval
        /// The client has to make the call and post its output.
        case clientTool = "client_tool"
    }

    /// What has to be done.
    public var kind: Kind
    /// The call's id, by which the answer is posted.
    public var call: String
    /// The tool.
    public var name: String
    /// The arguments that the model gave.
    public var arguments: JSONValue
    /// When the run goes on without an answer.
    public var deadline: Date
    /// What to show to the person, worded by the server and not by the model.
    public var text: String

    /// Makes an action.
    public init(kind: Kind, call: String, name: String, arguments: JSONValue, deadline: Date, text: String) {
        self.kind = kind
        self.call = call
        self.name = name
        self.arguments = arguments
        self.deadline = deadline
        self.text = text
    }

    /// The action as JSON.
    public var jsonValue: JSONValue {
        [
            "kind": .string(kind.rawValue), "call": .string(call), "name": .string(name), "arguments": arguments,
            "deadline": .string(deadline.formatted(.iso8601)), "text": .string(text),
        ]
    }

    /// Reads an action; `nil` when something is missing.
    public init?(jsonValue: JSONValue) {
        guard let kind = jsonValue["kind"]?.stringValue.flatMap(Kind.init), let call = jsonValue["call"]?.stringValue,
            let name = jsonValue["name"]?.stringValue, let text = jsonValue["text"]?.stringValue,
            let deadline = jsonValue["deadline"]?.stringValue.flatMap({ try? Date($0, strategy: .iso8601) })
        else {
            return nil
        }
        self.init(
            kind: kind,
            call: call,
            name: name,
            arguments: jsonValue["arguments"] ?? .null,
            deadline: deadline,
            text: text
        )
    }
}
