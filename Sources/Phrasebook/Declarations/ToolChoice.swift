/// The offer of a tool when a message may mean it or another one.
public struct ToolChoice: Sendable, Hashable {
    /// The tool's action, as worded in the question: "look in the inventory".
    public var label: String

    /// The pattern of an answer that selects it by name instead of by its number: "[in] inventory".
    public var answer: String

    /// Declares an offer.
    public init(_ label: String, answer: String) {
        self.label = label
        self.answer = answer
    }
}
