/// What a model can do (Apple FoundationModels 27.0).
public struct LanguageModelCapabilities: Sendable, Equatable {
    private let capabilities: Set<Capability>

    /// Makes a set of capabilities.
    public init(_ capabilities: [Capability]) { self.capabilities = Set(capabilities) }

    /// Makes a set of capabilities, in the spelling of the betas of 27.0.
    public init(capabilities: [Capability]) { self.init(capabilities) }

    /// Whether the model can do this.
    public func contains(_ capability: Capability) -> Bool { capabilities.contains(capability) }

    /// One thing that a model can or cannot do.
    public struct Capability: Sendable, Hashable {
        let name: String

        /// Sees images.
        public static var vision: Self { Self(name: "vision") }
        /// Generates by a schema.
        public static var guidedGeneration: Self { Self(name: "guided generation") }
        /// Thinks before it answers.
        public static var reasoning: Self { Self(name: "reasoning") }
        /// Calls tools.
        public static var toolCalling: Self { Self(name: "tool calling") }
        /// Stops before given texts.
        package static var stopSequences: Self { Self(name: "stop sequences") }
    }
}
