public import ModelTable

/// The facts about a model behind the Messages interface that decide what may be sent to it.
///
/// They depend on the model, on its server and on the version of the interface.
public struct AnthropicDialect: Sendable, Hashable {
    /// The value of the header `anthropic-version`.
    public var version: String
    /// The facts about the model.
    public var facts: ModelFacts
    /// Whether requests mark what the provider shall cache.
    ///
    /// Other servers of the interface may refuse the marks.
    public var marksCaches: Bool

    /// The version that is sent unless another is set.
    public static let defaultVersion = "2026-10-21"
    /// The first version in which the interface refuses all sampling parameters.
    private static let firstVersionWithoutSampling = "2026-10-21"
    /// The largest limit of output tokens for requests that set none: with it, a stream is not cut by a time limit.
    private static let longestDefaultOutput = 64_000
    /// The limit of output tokens for a model whose own limit is not known, such as one behind llama.cpp.
    private static let defaultOutput = 8192

    /// Describes a model.
    public init(version: String = AnthropicDialect.defaultVersion, facts: ModelFacts, marksCaches: Bool = false) {
        self.version = version
        self.facts = facts
        self.marksCaches = marksCaches
    }

    /// Returns what is known of a model by its name.
    ///
    /// A gateway may put the provider's name before the model's.
    ///
    /// - Parameters:
    ///   - version: The version of the interface.
    ///   - host: The host of the interface, with or without a port; `nil` if it is not known.
    ///   - table: The facts about models.
    public static func known(
        for model: String,
        version: String = defaultVersion,
        servedBy host: String? = nil,
        in table: ModelTable = .builtIn
    ) -> AnthropicDialect {
        let isClaude = model.split(separator: "/").last?.lowercased().hasPrefix("claude-") == true
        return AnthropicDialect(
            version: version,
            facts: table.facts(of: providerName, model),
            marksCaches: isClaude || host == ownHost
        )
    }

    /// Anthropic's own host.
    private static let ownHost = "api.anthropic.com"

    /// The limit of output tokens for requests that set none, because the interface requires one.
    public var tokenLimit: Int { min(facts.output ?? Self.defaultOutput, Self.longestDefaultOutput) }

    /// The sampling parameters that may be sent, by the model and by the version.
    public var sampling: ModelFacts.Sampling {
        // Versions are dates, so their order as text is their order in time.
        version >= Self.firstVersionWithoutSampling ? .none : facts.sampling ?? .none
    }

    /// Whether the interface can hold the model's answer to a schema.
    public var writesSchemas: Bool { facts.schemas == true }

    /// Whether a request can require a call.
    ///
    /// If not, the model refuses such a request.
    public var forcesCalls: Bool { facts.forcesCalls != false }
}
