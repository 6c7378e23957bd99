#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// An action that a waiting run needs from its client before it can continue.
public struct RequiredAction: WireRecord {
    /// The kind of action.
    public enum Kind: String, Sendable, CaseIterable, WireWord {
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
    /// The app that performs it, or will after the approval; `nil` if it is no call of an intent or a query.
    public var device: DeviceAction?

    /// Makes an action.
    public init(
        kind: Kind,
        call: String,
        name: String,
        arguments: JSONValue,
        deadline: Date,
        text: String,
        device: DeviceAction? = nil
    ) {
        (self.kind, self.call, self.name, self.arguments) = (kind, call, name, arguments)
        (self.deadline, self.text, self.device) = (deadline, text, device)
    }

    private static let valid = FieldReading { fields, name in
        fields.member(name).flatMap { try? DeviceAction(jsonValue: $0) }
    }

    package static let fields: Fields<Self> = Fields(
        named: "RequiredAction",
        Self.init,
        .always("kind", \.kind),
        .always("call", \.call),
        .always("name", \.name),
        .always("arguments", \.arguments, missing: .null),
        .always("deadline", \.deadline),
        .always("text", \.text, "A question for the person."),
        .maybe("device", \.device, read: valid)
    )
}
