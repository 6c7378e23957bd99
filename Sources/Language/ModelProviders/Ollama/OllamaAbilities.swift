import ModelTable
import StreamingJSON

/// The abilities of a model, as its server reports them.
struct OllamaAbilities: Equatable, Sendable {
    /// The words for the abilities; `nil` if the server does not report them.
    private let words: Set<String>?

    /// The abilities of a model whose server does not report them.
    static let untold = OllamaAbilities(words: nil)

    /// The words for an effort that the server accepts for every model that thinks.
    private static let efforts = ["none", "low", "medium", "high", "max"]

    private init(words: Set<String>?) { self.words = words }

    /// Reads the answer to a question about a model; those of old servers list no abilities.
    init(_ answer: JSONValue) {
        self.init(words: (answer["capabilities"]?.arrayValue).map { Set($0.compactMap(\.stringValue)) })
    }

    /// Returns the description of the model with what its server reported.
    func applied(to dialect: OllamaDialect) -> OllamaDialect {
        guard let words else { return dialect }
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
