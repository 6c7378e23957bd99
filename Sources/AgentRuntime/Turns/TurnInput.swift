import LanguageModels

/// A turn's request in the terms of a session: what was said before it, and what the session is asked with.
struct TurnInput: Sendable, Equatable {
    /// What a turn begins with.
    enum Beginning: Sendable, Equatable {
        /// A message of the user.
        case prompt(Prompt)
        /// The outputs of the calls at the end of the history, with which `LanguageModelSession.turn(resuming:)` continues.
        case outputs([ToolResolution])
    }

    /// How to generate.
    var options: GenerationOptions
    /// How long to think.
    var contextOptions: ContextOptions
    /// The app's instructions, which come after the server's own; empty for none.
    var instructions: String
    /// What was said before, without instructions; before outputs it ends with the calls, which are open.
    var history: [Transcript.Entry]
    /// What the turn begins with.
    var beginning: Beginning
    /// The parameters that no model gets, beside those that its provider ignores.
    var ignored: [String]

    /// The number of rounds of calls that the history has after its last prompt.
    ///
    /// The client made them in earlier requests, so that a session's limit of rounds is meant for those that come after them.
    var earlierRoundCount: Int {
        guard case .outputs = beginning else { return 0 }
        let sincePrompt = history.reversed().prefix { if case .prompt = $0 { false } else { true } }
        return sincePrompt.count { if case .toolCalls = $0 { true } else { false } }
    }
}
