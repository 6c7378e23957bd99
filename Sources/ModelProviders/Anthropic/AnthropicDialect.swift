/// The properties of a model behind the Messages interface that decide what may be sent to it.
///
/// They depend on the model and on the version.
public struct AnthropicDialect: Sendable, Hashable {
    /// The ways in which a request sets how long a model thinks.
    public enum Thinking: Sendable, Hashable {
        /// No way: a model refuses a request that sets it.
        case none
        /// A number of tokens.
        case budget
        /// A word for the effort.
        case effort
    }

    /// The sampling parameters that may be sent.
    public enum Sampling: Sendable, Hashable {
        /// None: a model refuses even their default values.
        case none
        /// Either `temperature` or `top_p`.
        case one
        /// All of them.
        case all
    }

    /// The value of the header `anthropic-version`.
    public var version: String
    /// The limit of output tokens for requests that set none, because the interface requires one.
    public var tokenLimit: Int
    /// The way in which a request sets how long the model thinks.
    public var thinking: Thinking
    /// Whether the interface can hold the model's answer to a schema.
    public var writesSchemas: Bool
    /// Whether a request can require a call.
    ///
    /// If not, the model refuses such a request.
    public var forcesCalls: Bool
    /// Whether the model knows the effort `xhigh`, between `high` and `max`.
    public var knowsExtraEffort: Bool
    private var modelSampling: Sampling

    /// The version that is sent unless another is set.
    public static let defaultVersion = "2026-10-21"
    /// The first version in which the interface refuses all sampling parameters.
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

    /// The sampling parameters that may be sent, by the model and by the version.
    public var sampling: Sampling {
        // Versions are dates, so their order as text is their order in time.
        version >= Self.firstVersionWithoutSampling ? .none : modelSampling
    }
}

// MARK: Known models

/// Sources, as of 2026-11-21: platform.claude.com, the models' overviews and migration guides, "Structured outputs" and "Adaptive
/// thinking".
extension AnthropicDialect {
    /// Claude 3 writes at most 4,096 tokens.
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
    /// Opus 4 and 4.1 write at most 32,000 tokens, which include the largest budget for thoughts.
    ///
    /// Opus 4.1 accepts one sampling parameter. The same limit costs the others little.
    private static let claude4 = AnthropicDialect(
        tokenLimit: 12_288,
        thinking: .budget,
        sampling: .one,
        writesSchemas: false
    )
    /// The first models whose answers can be held to a schema.
    private static let claude45 = AnthropicDialect(
        tokenLimit: 16_384,
        thinking: .budget,
        sampling: .one,
        writesSchemas: true
    )
    /// The first models that think adaptively.
    private static let claude46 = AnthropicDialect(
        tokenLimit: 32_768,
        thinking: .effort,
        sampling: .one,
        writesSchemas: true
    )
    /// From Opus 4.7 on, every version of the interface refuses budgets and sampling parameters.
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
    /// A model that is newer than this table, or too old for it: only what every model above accepts.
    private static let unknownClaude = AnthropicDialect(
        tokenLimit: 4096,
        thinking: .none,
        sampling: .none,
        writesSchemas: false,
        forcesCalls: false
    )

    /// The known models, by the prefix of their names.
    ///
    /// The first match counts.
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

    /// Returns what is known of a model by its name.
    ///
    /// For a Claude model that is not listed it assumes the least; for a model of another vendor, such as one behind llama.cpp, what was
    /// usual before the interface had versions.
    public static func known(for model: String, version: String = defaultVersion) -> AnthropicDialect {
        // A gateway may put the provider's name before the model's.
        let name = model.split(separator: "/").last ?? ""
        var dialect = models.first { name.hasPrefix($0.prefix) }?.dialect ?? claude35
        dialect.version = version
        return dialect
    }
}
