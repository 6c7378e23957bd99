/// What may be sent to a model behind the Messages interface, which differs from model to model and from version to version.
public struct AnthropicDialect: Sendable, Hashable {
    /// How a model is told to think before it answers.
    public enum Thinking: Sendable, Hashable {
        /// Not at all: a model that is asked to refuses the request.
        case none
        /// By a number of tokens that it may spend.
        case budget
        /// By a word for the effort.
        case effort
    }

    /// Which sampling parameters may be sent.
    public enum Sampling: Sendable, Hashable {
        /// None: the request is refused even with the default values.
        case none
        /// `temperature` or `top_p`, but not both.
        case one
        /// All of them.
        case all
    }

    /// The value of `anthropic-version`.
    public var version: String
    /// The limit of output tokens that is sent when a request sets none, for the interface wants one.
    public var tokenLimit: Int
    /// How the model is told to think.
    public var thinking: Thinking
    /// Whether an answer can be held to a schema.
    public var writesSchemas: Bool
    private var modelSampling: Sampling

    /// The version that is sent unless another is set.
    public static let defaultVersion = "2026-10-21"
    /// Since this version the interface refuses all sampling parameters.
    private static let firstVersionWithoutSampling = "2026-10-21"

    /// Describes a model.
    public init(
        version: String = AnthropicDialect.defaultVersion,
        tokenLimit: Int,
        thinking: Thinking,
        sampling: Sampling,
        writesSchemas: Bool
    ) {
        self.version = version
        self.tokenLimit = tokenLimit
        self.thinking = thinking
        self.writesSchemas = writesSchemas
        modelSampling = sampling
    }

    /// Which sampling parameters may be sent, by the model and by the version.
    public var sampling: Sampling {
        // Versions are dates, which are in order as text.
        version >= Self.firstVersionWithoutSampling ? .none : modelSampling
    }
}

extension AnthropicDialect {
    private static let old = AnthropicDialect(
        tokenLimit: 4096,
        thinking: .none,
        sampling: .all,
        writesSchemas: false
    )
    private static let claude35 = AnthropicDialect(
        tokenLimit: 8192,
        thinking: .none,
        sampling: .all,
        writesSchemas: false
    )
    private static let claude4 = AnthropicDialect(
        tokenLimit: 16_384,
        thinking: .budget,
        sampling: .all,
        writesSchemas: false
    )
    private static let claude45 = AnthropicDialect(
        tokenLimit: 16_384,
        thinking: .budget,
        sampling: .one,
        writesSchemas: true
    )
    private static let claude46 = AnthropicDialect(
        tokenLimit: 32_768,
        thinking: .effort,
        sampling: .one,
        writesSchemas: true
    )
    private static let newest = AnthropicDialect(
        tokenLimit: 32_768,
        thinking: .effort,
        sampling: .none,
        writesSchemas: true
    )

    /// By the beginning of a model's name; the first that fits counts.
    private static let models: [(prefix: String, dialect: AnthropicDialect)] = [
        ("claude-2", old), ("claude-3-5-", claude35), ("claude-3-7-", claude4), ("claude-3-", old),
        ("claude-opus-4-1", claude45), ("claude-opus-4-5", claude45), ("claude-sonnet-4-5", claude45),
        ("claude-haiku-4-5", claude45), ("claude-opus-4-6", claude46), ("claude-sonnet-4-6", claude46),
        ("claude-opus-4-0", claude4), ("claude-sonnet-4-0", claude4), ("claude-opus-4-2025", claude4),
        ("claude-sonnet-4-2025", claude4), ("claude-", newest),
    ]

    /// What is known of a model by its name; of others' models, such as those of llama.cpp, the least is expected.
    public static func known(for model: String, version: String = defaultVersion) -> AnthropicDialect {
        var dialect = models.first { model.hasPrefix($0.prefix) }?.dialect ?? claude35
        dialect.version = version
        return dialect
    }
}
