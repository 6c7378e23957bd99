public import ModelTable

/// The facts about a model behind Gemini's interface that decide what may be sent to it.
public struct GeminiDialect: Sendable, Hashable {
    /// The ways in which a request sets how long a model thinks.
    enum Thinking: String {
        /// A number of tokens.
        case budget
        /// A word.
        case level
    }

    /// The facts about the model.
    public var facts: ModelFacts

    /// Describes a model.
    public init(facts: ModelFacts) { self.facts = facts }

    /// Returns what is known of a model by its name.
    public static func known(for model: String, in table: ModelTable = .builtIn) -> GeminiDialect {
        GeminiDialect(facts: table.facts(of: providerName, model))
    }

    /// The way in which a request sets how long the model thinks; `nil` for a model that refuses a request that sets it.
    var thinking: Thinking? { facts.thinking?.lazy.compactMap(Thinking.init).first }

    /// The smallest and the largest budget; the smallest is 0 if the model can answer without thoughts.
    var budgets: ClosedRange<Int> { facts.budget ?? 0...24_576 }

    /// Whether the interface can hold an answer to a schema in a round that offers tools.
    public var writesSchemasBesideTools: Bool { facts.schemasBesideTools == true }

    /// Whether a call that is sent back must have the signature of its thought.
    public var checksSignatures: Bool { facts.checksSignatures == true }
}
