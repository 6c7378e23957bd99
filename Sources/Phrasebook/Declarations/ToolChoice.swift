/// How a tool is offered when a message may mean it or another one.
public struct ToolChoice: Sendable, Hashable {
    /// What the tool would do, as it stands in the question: "look in the inventory".
    public var label: String

    /// The pattern of an answer that picks it, beside its number: "[in] inventory".
    public var answer: String

    /// Declares an offer.
    public init(_ label: String, answer: String) {
        self.label = label
        self.answer = answer
    }
}
