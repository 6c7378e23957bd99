public import AgentTools
public import AgentWire

/// What comes of a tool call without a model.
public enum DirectCallAnswer: Sendable {
    /// It was made, and this is its outcome.
    case made(WireToolCall)
    /// It was not made: a person is to be asked this first, in this caller's language.
    case needsConfirmation(question: String, Caller)
}
