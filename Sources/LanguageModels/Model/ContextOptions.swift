/// What to put before the model beside the transcript (Apple FoundationModels 27.0).
public struct ContextOptions: Sendable, Equatable {
    /// Whether the schema of a structured answer is written into the prompt; `nil` leaves it to the provider.
    public var includeSchemaInPrompt: Bool?
    /// How long to think; `nil` leaves it to the model.
    public var reasoningLevel: ReasoningLevel?

    /// Makes options.
    public init(includeSchemaInPrompt: Bool? = nil, reasoningLevel: ReasoningLevel? = nil) {
        self.includeSchemaInPrompt = includeSchemaInPrompt
        self.reasoningLevel = reasoningLevel
    }

    /// How long to think.
    public enum ReasoningLevel: Sendable, Equatable {
        /// Hardly.
        case light
        /// Some.
        case moderate
        /// Long.
        case deep
        /// In the provider's own word.
        case custom(String)
    }
}
