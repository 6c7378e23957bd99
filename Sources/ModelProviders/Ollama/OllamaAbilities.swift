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

    /// Returns the description of the model with what its server told.
    func applied(to dialect: OllamaDialect) -> OllamaDialect {
        var dialect = dialect
        dialect.callsTools = words.contains("tools")
        dialect.facts.vision = words.contains("vision")
        if !words.contains("thinking") {
            dialect.facts.thinking = []
        } else if dialect.thinking == nil {
            (dialect.facts.thinking, dialect.facts.efforts) = (["level"], Self.efforts)
        }
        return dialect
    }
}
