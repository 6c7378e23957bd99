/// What may be sent to a model behind Gemini's interface, which differs from model to model.
public struct GeminiDialect: Sendable, Hashable {
    /// How a model is told to think before it answers.
    public enum Thinking: Sendable, Hashable {
        /// Not at all: a model that is asked to refuses the request.
        case none
        /// By a number of tokens that it may spend, this many at most.
        case budget(largest: Int)
        /// By a word for how long; some models know no word between "low" and "high".
        case level(knowsMedium: Bool)
    }

    /// How the model is told to think.
    public var thinking: Thinking
    /// The least number of tokens that the model may be told to think, where it is told one; 0 where it can do without thoughts.
    public var smallestBudget: Int
    /// Whether the model knows the word "minimal", below "low".
    public var knowsMinimal: Bool
    /// Whether an answer can be held to a schema in a round that offers tools.
    public var writesSchemasBesideTools: Bool
    /// Whether a call that is sent back must have the signature of the thought that led to it.
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

// MARK: What is known

/// By docs.cloud.google.com, "Thinking" and the models' guides, as of 2026-11-21.
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
    /// The one that knows only "low" and "high".
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
    /// Gemini 3 Flash and those that came after it.
    private static let gemini3 = GeminiDialect(
        thinking: .level(knowsMedium: true),
        knowsMinimal: true,
        writesSchemasBesideTools: true,
        checksSignatures: true
    )
    /// A name that means another model from time to time, such as `gemini-flash-latest`, or one that came later: it is told
    /// nothing about thoughts, and given signatures, which only the newer ones want but all take.
    private static let unknownGemini = GeminiDialect(
        thinking: .none,
        writesSchemasBesideTools: false,
        checksSignatures: true
    )

    /// By the beginning of a model's name; the first that fits counts.
    private static let models: [(prefix: String, dialect: GeminiDialect)] = [
        ("gemini-1", withoutThoughts), ("gemini-2.0", withoutThoughts), ("gemini-2.5-pro", gemini25Pro),
        ("gemini-2.5-flash", gemini25Flash), ("gemini-3-pro", gemini3Pro), ("gemini-3.1-pro", gemini31Pro),
        ("gemini-3", gemini3), ("gemini-", unknownGemini),
    ]

    /// What is known of a model by its name; of others, such as Gemma, the least is expected.
    public static func known(for model: String) -> GeminiDialect {
        let name = model.split(separator: "/").last ?? ""
        return models.first { name.hasPrefix($0.prefix) }?.dialect ?? withoutThoughts
    }
}
