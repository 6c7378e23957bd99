/// The properties of a model behind Ollama's native interface that decide what may be sent to it.
public struct OllamaDialect: Sendable, Hashable {
    /// The ways in which a request sets how long a model thinks.
    public enum Thinking: Sendable, Hashable {
        /// No way: a model refuses a request that sets it.
        case none
        /// Yes or no.
        case flag
        /// A word.
        case level
    }

    /// The way in which a request sets how long the model thinks.
    public var thinking: Thinking
    /// The context length that the server sets for the model, in tokens; `nil` for the server's default.
    ///
    /// A change makes the server load the model again.
    public var contextLength: Int?

    /// Describes a model.
    public init(thinking: Thinking, contextLength: Int? = nil) {
        self.thinking = thinking
        self.contextLength = contextLength
    }

    /// The known models, by the prefix of their names without the publisher.
    ///
    /// Source, as of 2026-11-21: docs.ollama.com, "Thinking". Only `gpt-oss` accepts words. The server refuses thinking for a model whose
    /// template does not support it, and each of these models has such variants.
    private static let models: [(prefix: String, thinking: Thinking)] = [
        ("gpt-oss", .level), ("qwen3-coder", .none), ("qwen3-embedding", .none), ("qwen3", .flag),
        ("deepseek-r1", .flag), ("deepseek-v3.1", .flag),
    ]

    /// Returns what is known of a model by its name.
    ///
    /// For others, and for instruction-only variants, it assumes the least.
    public static func known(for model: String) -> OllamaDialect {
        let name = model.split(separator: "/").last ?? ""
        guard !name.contains("instruct") else { return OllamaDialect(thinking: .none) }
        return OllamaDialect(thinking: models.first { name.hasPrefix($0.prefix) }?.thinking ?? .none)
    }
}
