import LanguageModels

/// A turn's request in a session's terms: the messages before it, and the prompt and options of the session.
struct TurnInput: Sendable, Equatable {
    /// The start of a turn.
    enum Beginning: Sendable, Equatable {
        /// A message of the user.
        case prompt(Prompt)
        /// The outputs of the calls at the end of the history, with which `LanguageModelSession.turn(resuming:)` continues.
        case outputs([ToolResolution])
    }

    /// The options for generation.
    var options: GenerationOptions
    /// The options for reasoning.
    var contextOptions: ContextOptions
    /// The app's instructions, which follow the server's; empty for none.
    var instructions: String
    /// The entries before the turn, without instructions.
    ///
    /// Before outputs, the history ends with the open calls.
    var history: [Transcript.Entry]
    /// The start of the turn.
    var beginning: Beginning
    /// The parameters that no model receives, beside those that its provider ignores.
    var ignored: [String]

    /// The number of rounds of calls that the history has after its last prompt.
    ///
    /// The client made them in earlier requests, so they do not count against a session's limit of rounds.
    var earlierRoundCount: Int {
        guard case .outputs = beginning else { return 0 }
        let sincePrompt = history.reversed().prefix { if case .prompt = $0 { false } else { true } }
        return sincePrompt.count { if case .toolCalls = $0 { true } else { false } }
    }

    /// Adds a note to the prompt that the turn answers, if that prompt is in the history: the turn starts with outputs for it.
    mutating func noteEarlierPrompt(_ note: String) {
        guard !note.isEmpty, case .outputs = beginning,
            let position = history.lastIndex(where: { if case .prompt = $0 { true } else { false } }),
            case .prompt(var prompt) = history[position]
        else { return }
        prompt.segments.append(.text(.init(note: note)))
        history[position] = .prompt(prompt)
    }
}
