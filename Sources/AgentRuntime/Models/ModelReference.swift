import LanguageModels
import ModelProviders

/// The name of a model in settings and requests: `phrasebook`, or a provider and the model's name there.
public struct ModelReference: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of model that can be named.
    public enum Provider: String, Sendable, CaseIterable {
        /// The built-in model.
        case phrasebook
        /// Any server that speaks OpenAI's chat completions.
        case openai
        /// The same servers, through OpenAI's Responses API.
        case openaiResponses = "openai-responses"
        /// Any server that speaks Anthropic's Messages.
        case anthropic
        /// Google's Gemini.
        case gemini
        /// An Ollama server, through its own API.
        case ollama
    }

    /// The provider.
    public var provider: Provider
    /// The model's name there; empty for the built-in model.
    public var name: String

    /// The built-in model.
    public static let phrasebook = ModelReference(provider: .phrasebook, name: "")

    /// Makes a reference.
    public init(provider: Provider, name: String) {
        self.provider = provider
        self.name = name
    }

    /// Parses `phrasebook`, or a provider and a model such as `openai:<model>`; `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard let provider = parts.first.flatMap(Provider.init) else { return nil }
        switch (provider, parts.count) {
        case (.phrasebook, 1): self = .phrasebook
        case (.phrasebook, _), (_, 1): return nil
        default: self.init(provider: provider, name: parts[1])
        }
    }

    /// The text form, which ``init(_:)`` parses.
    public var description: String { name.isEmpty ? provider.rawValue : "\(provider.rawValue):\(name)" }
}

extension [String: GeneratedContent] {
    /// The name of the router's model that made the entry with this metadata; `nil` without a router.
    var modelName: String? { try? self[RouterLanguageModel.metadataKey]?.value(String.self) }
}
