public import ModelTable

/// The facts about a model behind Ollama's native interface that decide what may be sent to it.
public struct OllamaDialect: Sendable, Hashable {
    /// The ways in which a request sets how long a model thinks.
    enum Thinking: String {
        /// Yes or no.
        case flag
        /// A word.
        case level
    }

    /// The facts about the model.
    public var facts: ModelFacts
    /// The context length that the server sets for the model, in tokens; `nil` for the server's default.
    ///
    /// A change makes the server load the model again.
    public var contextLength: Int?
    /// Whether the model can call tools.
    public var callsTools = true

    /// Describes a model.
    public init(facts: ModelFacts, contextLength: Int? = nil) {
        self.facts = facts
        self.contextLength = contextLength
    }

    /// Returns what is known of a model by its name, and by what its server reported of it.
    ///
    /// - Parameter host: The server's host, with or without a port; `nil` if it is not known.
    public static func known(
        for model: String,
        servedBy host: String? = nil,
        in table: ModelTable = .builtIn
    ) -> OllamaDialect {
        let dialect = OllamaDialect(facts: table.facts(of: providerName, model))
        let abilities = host.flatMap { OllamaModels.shared.abilities(of: model, at: $0) }
        return abilities?.applied(to: dialect) ?? dialect
    }

    /// The way in which a request sets how long the model thinks; `nil` for a model that refuses a request that sets it.
    var thinking: Thinking? { facts.thinking?.lazy.compactMap(Thinking.init).first }
}
