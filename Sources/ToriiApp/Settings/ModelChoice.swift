import AgentRuntime

/// A model as it stands in the list of those to use: `openai:gpt-5-mini`, or `openai:gpt-5-mini*3` with a weight.
struct ModelChoice: Sendable, Equatable {
    private static let largestWeight = 1000

    /// The model.
    var reference: ModelReference
    /// Its share in being asked first.
    var weight: Int?

    /// Reads it; `nil` for anything else.
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
