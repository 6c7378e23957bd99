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
    /// Whether a call can be demanded; a model of which it cannot refuses the request.
    public var forcesCalls: Bool
    /// Whether the model knows the effort `xhigh`, between `high` and `max`.
    public var knowsExtraEffort: Bool
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
        writesSchemas: Bool,
        forcesCalls: Bool = true,
        knowsExtraEffort: Bool = false
    ) {
        self.version = version
        self.tokenLimit = tokenLimit
        self.thinking = thinking
        self.writesSchemas = writesSchemas
        self.forcesCalls = forcesCalls
        self.knowsExtraEffort = knowsExtraEffort
        modelSampling = sampling
    }

    /// Which sampling parameters may be sent, by the model and by the version.
    public var sampling: Sampling {
        // Versions are dates, which are in order as text.
        version >= Self.firstVersionWithoutSampling ? .none : modelSampling
    }
}

// MARK: What is known

/// By platform.claude.com, as of 2026-11-21: the overviews and migration guides of the models, "Structured outputs" and
/// "Adaptive thinking".
extension AnthropicDialect {
    /// Claude 3 writes no more than 4,096 tokens.
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
    private static let claude37 = AnthropicDialect(
        tokenLimit: 16_384,
        thinking: .budget,
        sampling: .all,
        writesSchemas: false
    )
    /// Opus 4 and 4.1 write no more than 32,000 tokens, the largest budget for thoughts among them.
    ///
    /// Opus 4.1 takes one sampling parameter; to send no more to the others costs little.
    private static let claude4 = AnthropicDialect(
        tokenLimit: 12_288,
        thinking: .budget,
        sampling: .one,
        writesSchemas: false
    )
    /// The first to be held to schemas.
    private static let claude45 = AnthropicDialect(
        tokenLimit: 16_384,
        thinking: .budget,
        sampling: .one,
        writesSchemas: true
    )
    /// The first to think adaptively.
    private static let claude46 = AnthropicDialect(
        tokenLimit: 32_768,
        thinking: .effort,
        sampling: .one,
        writesSchemas: true
    )
    /// From Opus 4.7 on budgets and sampling parameters are refused by any version of the interface.
    private static let claude47 = AnthropicDialect(
        tokenLimit: 32_768,
        thinking: .effort,
        sampling: .none,
        writesSchemas: true,
        knowsExtraEffort: true
    )
    /// Fable 5.1, Opus 5.5 and Sonnet 5.5 refuse a forced call; Haiku 5.5 does not.
    private static let claude55 = AnthropicDialect(
        tokenLimit: 32_768,
        thinking: .effort,
        sampling: .none,
        writesSchemas: true,
        forcesCalls: false,
        knowsExtraEffort: true
    )
    /// A model of Anthropic's that came later, or one too old to be listed: what any of those above would take.
    private static let unknownClaude = AnthropicDialect(
        tokenLimit: 4096,
        thinking: .none,
        sampling: .none,
        writesSchemas: false,
        forcesCalls: false
    )

    /// By the beginning of a model's name; the first that fits counts.
    private static let models: [(prefix: String, dialect: AnthropicDialect)] = [
        ("claude-3-5-", claude35), ("claude-3-7-", claude37), ("claude-3-", old),
        ("claude-opus-4-5", claude45), ("claude-sonnet-4-5", claude45), ("claude-haiku-4-5", claude45),
        ("claude-opus-4-6", claude46), ("claude-sonnet-4-6", claude46),
        ("claude-opus-4-7", claude47), ("claude-opus-4-8", claude47),
        ("claude-opus-4-0", claude4), ("claude-opus-4-1", claude4), ("claude-opus-4-2025", claude4),
        ("claude-sonnet-4-0", claude4), ("claude-sonnet-4-2025", claude4),
        ("claude-opus-5-5", claude55), ("claude-sonnet-5-5", claude55), ("claude-fable-5-", claude55),
        ("claude-opus-5", claude47), ("claude-sonnet-5", claude47), ("claude-haiku-5-5", claude47),
        ("claude-", unknownClaude),
    ]

    /// What is known of a model by its name; of one that is not listed the least is expected, and of others' models, such as
    /// those of llama.cpp, what was usual before there were versions.
    public static func known(for model: String, version: String = defaultVersion) -> AnthropicDialect {
        // A gateway may put the name of the provider before it.
        let name = model.split(separator: "/").last ?? ""
        var dialect = models.first { name.hasPrefix($0.prefix) }?.dialect ?? claude35
        dialect.version = version
        return dialect
    }
}
