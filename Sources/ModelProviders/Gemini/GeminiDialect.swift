/// The properties of a model behind Gemini's interface that decide what may be sent to it.
public struct GeminiDialect: Sendable, Hashable {
    /// The ways in which a request sets how long a model thinks.
    public enum Thinking: Sendable, Hashable {
        /// No way: a model refuses a request that sets it.
        case none
        /// A number of tokens, up to the largest.
        case budget(largest: Int)
        /// A word. Some models have no word between "low" and "high".
        case level(knowsMedium: Bool)
    }

    /// The way in which a request sets how long the model thinks.
    public var thinking: Thinking
    /// The smallest budget that the model accepts; 0 if it can answer without thoughts.
    public var smallestBudget: Int
    /// Whether the model accepts the word "minimal", below "low".
    public var knowsMinimal: Bool
    /// Whether the interface can hold an answer to a schema in a round that offers tools.
    public var writesSchemasBesideTools: Bool
    /// Whether a call that is sent back must have the signature of its thought.
    public var checksSignatures: Bool

    /// Describes a model.
    public init(
        thinking: Thinking,
        smallestBudget: Int = 0,
        knowsMinimal: Bool = false,
        writesSchemasBesideTools: Bool,
        checksSignatures: Bool
    ) {
        self.thinking = thinking
        self.smallestBudget = smallestBudget
        self.knowsMinimal = knowsMinimal
        self.writesSchemasBesideTools = writesSchemasBesideTools
        self.checksSignatures = checksSignatures
    }
}

// MARK: Known models

/// Sources, as of 2026-11-21: docs.cloud.google.com, "Thinking" and the models' guides.
extension GeminiDialect {
    private static let withoutThoughts = GeminiDialect(
        thinking: .none,
        writesSchemasBesideTools: false,
        checksSignatures: false
    )
    private static let gemini25Flash = GeminiDialect(
        thinking: .budget(largest: 24_576),
        writesSchemasBesideTools: false,
        checksSignatures: false
    )
    private static let gemini25Pro = GeminiDialect(
        thinking: .budget(largest: 32_768),
        smallestBudget: 128,
        writesSchemasBesideTools: false,
        checksSignatures: false
    )
    /// The only model that accepts just "low" and "high".
    private static let gemini3Pro = GeminiDialect(
        thinking: .level(knowsMedium: false),
        writesSchemasBesideTools: true,
        checksSignatures: true
    )
    private static let gemini31Pro = GeminiDialect(
        thinking: .level(knowsMedium: true),
        writesSchemasBesideTools: true,
        checksSignatures: true
    )
    /// Gemini 3 Flash and later models.
    private static let gemini3 = GeminiDialect(
        thinking: .level(knowsMedium: true),
        knowsMinimal: true,
        writesSchemasBesideTools: true,
        checksSignatures: true
    )
    /// A name whose model changes, such as `gemini-flash-latest`, or a newer model.
    ///
    /// Requests set no thinking and carry signatures, which only newer models require but all accept.
    private static let unknownGemini = GeminiDialect(
        thinking: .none,
        writesSchemasBesideTools: false,
        checksSignatures: true
    )

    /// The known models, by the prefix of their names.
    ///
    /// The first match counts.
    private static let models: [(prefix: String, dialect: GeminiDialect)] = [
        ("gemini-1", withoutThoughts), ("gemini-2.0", withoutThoughts), ("gemini-2.5-pro", gemini25Pro),
        ("gemini-2.5-flash", gemini25Flash), ("gemini-3-pro", gemini3Pro), ("gemini-3.1-pro", gemini31Pro),
        ("gemini-3", gemini3), ("gemini-", unknownGemini),
    ]

    /// Returns what is known of a model by its name.
    ///
    /// For others, such as Gemma, it assumes the least.
    public static func known(for model: String) -> GeminiDialect {
        let name = model.split(separator: "/").last ?? ""
        return models.first { name.hasPrefix($0.prefix) }?.dialect ?? withoutThoughts
    }
}
