/// What may be sent to a model behind Ollama's own interface.
public struct OllamaDialect: Sendable, Hashable {
    /// How a model is told to think before it answers.
    public enum Thinking: Sendable, Hashable {
        /// Not at all: a model that is asked to refuses the request.
        case none
        /// By yes or no.
        case flag
        /// By a word for how long.
        case level
    }

    /// How the model is told to think.
    public var thinking: Thinking
    /// How many tokens the server is to let the model read; `nil` leaves it to the server.
    ///
    /// A change makes the server load the model anew.
    public var contextLength: Int?

    /// Describes a model.
    public init(thinking: Thinking, contextLength: Int? = nil) {
        self.thinking = thinking
        self.contextLength = contextLength
    }

    /// By the beginning of a model's name, without the name of whoever published it.
    ///
    /// By docs.ollama.com, "Thinking", as of 2026-11-21; the words are for `gpt-oss` alone. A server refuses to let a model think
    /// whose template has no place for it, and of each of these there are variants like that.
    private static let models: [(prefix: String, thinking: Thinking)] = [
        ("gpt-oss", .level), ("qwen3-coder", .none), ("qwen3-embedding", .none), ("qwen3", .flag),
        ("deepseek-r1", .flag), ("deepseek-v3.1", .flag),
    ]

    /// What is known of a model by its name; of others, and of variants that only follow instructions, the least is expected.
    public static func known(for model: String) -> OllamaDialect {
        let name = model.split(separator: "/").last ?? ""
        guard !name.contains("instruct") else { return OllamaDialect(thinking: .none) }
        return OllamaDialect(thinking: models.first { name.hasPrefix($0.prefix) }?.thinking ?? .none)
    }
}
