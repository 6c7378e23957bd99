import ModelTable
import StreamingJSON

/// The abilities of a model, as its server tells them.
struct OllamaAbilities: Equatable, Sendable {
    private let words: Set<String>

    /// The words for an effort that the server accepts for every model that thinks.
    private static let efforts = ["none", "low", "medium", "high", "max"]

    /// Reads the answer to a question about a model; `nil` if it lists no abilities, as those of old servers do.
    init?(_ answer: JSONValue) {
        guard let list = answer["capabilities"]?.arrayValue else { return nil }
        words = Set(list.compactMap(\.stringValue))
    }

    /// Returns the facts about the model with what its server told.
    func applied(to facts: ModelFacts) -> ModelFacts {
        var facts = facts
        facts.vision = words.contains("vision")
        if !words.contains("thinking") {
            facts.thinking = []
        } else if facts.thinking?.isEmpty != false {
            (facts.thinking, facts.efforts) = (["level"], Self.efforts)
        }
        return facts
    }
}
