/// The options for what the model reads beside the transcript (Apple FoundationModels 27.0).
public struct ContextOptions: Sendable, Equatable {
    /// Whether the schema of a structured answer is written into the prompt; `nil` leaves it to the provider.
    public var includeSchemaInPrompt: Bool?
    /// The amount of reasoning; `nil` leaves it to the model.
    public var reasoningLevel: ReasoningLevel?

    /// Makes options.
    public init(includeSchemaInPrompt: Bool? = nil, reasoningLevel: ReasoningLevel? = nil) {
        self.includeSchemaInPrompt = includeSchemaInPrompt
        self.reasoningLevel = reasoningLevel
    }

    /// The amount of reasoning.
    public enum ReasoningLevel: Sendable, Equatable {
        /// Little.
        case light
        /// Medium.
        case moderate
        /// Much.
        case deep
        /// A level named in the provider's vocabulary.
        case custom(String)
    }
}
