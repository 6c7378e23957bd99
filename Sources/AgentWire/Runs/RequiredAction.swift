#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// An action that a waiting run needs from its client before it can continue.
public struct RequiredAction: Sendable, Equatable {
    /// The kind of action.
    public enum Kind: String, Sendable, CaseIterable {
        /// A person must approve the call, which the server then makes.
        case approval
        /// The client must make the call and send its output.
        case clientTool = "client_tool"
    }

    /// The kind of action.
    public var kind: Kind
    /// The call's id, which the answer must name.
    public var call: String
    /// The tool.
    public var name: String
    /// The arguments that the model wrote.
    public var arguments: JSONValue
    /// The time at which the run continues without an answer.
    public var deadline: Date
    /// A text to show to the person, composed by the server and not by the model.
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

    /// Reads an action; `nil` if a member is missing.
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
