/// The capabilities of a model (Apple FoundationModels 27.0).
public struct LanguageModelCapabilities: Sendable, Equatable {
    private let capabilities: Set<Capability>

    /// Makes a set of capabilities.
    public init(_ capabilities: [Capability]) { self.capabilities = Set(capabilities) }

    /// Makes a set of capabilities, in the spelling of the betas of 27.0.
    public init(capabilities: [Capability]) { self.init(capabilities) }

    /// Whether the model has this capability.
    public func contains(_ capability: Capability) -> Bool { capabilities.contains(capability) }

    /// One ability that a model may have.
    public struct Capability: Sendable, Hashable {
        let name: String

        /// The model reads images.
        public static var vision: Self { Self(name: "vision") }
        /// The model generates output that fits a schema.
        public static var guidedGeneration: Self { Self(name: "guided generation") }
        /// The model reasons before it answers.
        public static var reasoning: Self { Self(name: "reasoning") }
        /// The model calls tools.
        public static var toolCalling: Self { Self(name: "tool calling") }
        /// The model accepts stop sequences.
        package static var stopSequences: Self { Self(name: "stop sequences") }
    }
}
