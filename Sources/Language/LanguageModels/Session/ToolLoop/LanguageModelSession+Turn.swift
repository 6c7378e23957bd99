extension LanguageModelSession {
    /// A turn: its entries in the transcript, its answer, and its usage.
    ///
    /// A turn that is suspended because of calls that wait for approval or for outputs has no answer yet; see
    /// ``pendingCalls``.
    public struct Turn: Sendable {
        /// The added entries in order; the prompt first, unless the turn resumed a suspended one.
        public var entries: [Transcript.Entry]
        /// The answer; without segments if the turn is suspended.
        public var response: Transcript.Response
        /// The outcomes of the tool calls, in the order of the calls.
        public var outcomes: [ToolOutcome]
        /// The calls that the turn waits for, in order; empty if it has its answer.
        public var pendingCalls: [PendingToolCall]
        /// The tokens used.
        public var usage: Usage

        /// Whether the turn waits for calls.
        public var isSuspended: Bool { !pendingCalls.isEmpty }

        init(
            entries: [Transcript.Entry],
            response: Transcript.Response = .init(segments: []),
            usage: Usage = Usage()
        ) {
            self.entries = entries
            self.response = response
            outcomes = []
            pendingCalls = []
            self.usage = usage
        }
    }
}

/// A step of a turn, from which snapshots are made.
enum TurnStep: Sendable {
    /// An event for the reader.
    case event(SessionEvent)
    /// The entries and the usage of the turn so far.
    case progress(entries: [Transcript.Entry], usage: LanguageModelSession.Usage)
}

/// The parameters of a turn's requests to the model.
struct TurnParameters: Sendable {
    var format: Transcript.ResponseFormat?
    var options: GenerationOptions
    var contextOptions: ContextOptions
    var metadata: [String: GeneratedContent]
    /// Whether the first round keeps the tool choice although outputs of calls precede it.
    var keepsToolChoice = false

    /// Returns the parameters completed with the settings of the profile.
    func completed(by settings: RoundSettings?) -> Self {
        guard let settings else { return self }
        var result = self
        result.options = settings.completing(options)
        result.contextOptions = settings.completing(contextOptions)
        return result
    }
}
