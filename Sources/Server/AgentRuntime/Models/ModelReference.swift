import LanguageModels
public import ModelProviders

/// The name of a model in settings and requests: `phrasebook`, or a provider and the model's name there.
public struct ModelReference: Sendable, Hashable, CustomStringConvertible {
    /// The provider in a model's name: that of the built-in model, or a dialect of `ModelProviders`.
    public struct Provider: RawRepresentable, Sendable, Hashable {
        /// The built-in model.
        public static let phrasebook = Provider(name: "phrasebook")

        /// All providers that can be named.
        public static let all = [phrasebook] + ProviderDialects.all.map { Provider(name: $0.providerName) }

        /// The name.
        public let rawValue: String

        private init(name: String) { rawValue = name }

        /// Returns the provider of a dialect.
        public init<Dialect: ProviderDialect>(_ dialect: Dialect.Type) { self.init(name: Dialect.providerName) }

        /// Returns the provider of a name; `nil` if there is none.
        public init?(rawValue: String) {
            guard let provider = Self.all.first(where: { $0.rawValue == rawValue }) else { return nil }
            self = provider
        }
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
        guard let provider = parts.first.flatMap({ Provider(rawValue: $0) }) else { return nil }
        switch (provider == .phrasebook, parts.count) {
        case (true, 1): self = .phrasebook
        case (true, _), (false, 1): return nil
        default: self.init(provider: provider, name: parts[1])
        }
    }

    /// The text form, which ``init(_:)`` parses.
    public var description: String { name.isEmpty ? provider.rawValue : "\(provider.rawValue):\(name)" }
}

extension [String: GeneratedContent] {
    /// The name of the router's model that made the entry with this metadata; `nil` without a router.
    var modelName: String? { try? self[RouterLanguageModel.metadataKey]?.value(String.self) }

    /// The limit of output tokens with which a provider answered, if it refused the request's own as too large.
    var loweredLimit: Int? { (try? self[AnswerMarks.outputLimitKey]?.value(String.self)).flatMap { Int($0) } }
}
