import AgentRuntime

/// An element of the list of models: `openai:gpt-6.1-terra`, or `openai:gpt-6.1-terra*3` with a weight.
struct ModelChoice: Sendable, Equatable {
    private static let largestWeight = 1000

    var reference: ModelReference
    /// The model's share of the conversations in which it is asked first; `nil` if it is only asked after failures.
    var weight: Int?

    /// Parses an element; `nil` for anything else.
    init?(_ text: String) {
        guard let star = text.lastIndex(of: "*") else {
            guard let reference = ModelReference(text) else { return nil }
            self.reference = reference
            return
        }
        guard let reference = ModelReference(String(text[..<star])), let weight = Int(text[text.index(after: star)...]),
            (1...Self.largestWeight).contains(weight)
        else {
            return nil
        }
        self.reference = reference
        self.weight = weight
    }
}
