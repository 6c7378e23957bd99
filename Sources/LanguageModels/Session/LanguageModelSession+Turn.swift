extension LanguageModelSession {
    /// A turn: what it added to the transcript, the answer, and what it cost.
    ///
    /// A turn that ended at calls which wait for approval or for their outputs has no answer yet: ``pendingCalls`` then says what
    /// it waits for.
    public struct Turn: Sendable {
        /// The entries added, in order; the prompt first, unless the turn went on from a suspension.
        public var entries: [Transcript.Entry]
        /// The answer; without segments when the turn is suspended.
        public var response: Transcript.Response
        /// How each tool call ended, in the order of the calls.
        public var outcomes: [ToolOutcome]
        /// The calls that the turn waits for, in their order; empty when it has its answer.
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

/// A step of a turn, for those who make snapshots of it.
enum TurnStep: Sendable {
    /// What a reader hears.
    case event(SessionEvent)
    /// What the turn has added to the transcript so far, and what it has cost.
    case progress(entries: [Transcript.Entry], usage: LanguageModelSession.Usage)
}

/// How a turn asks the model, in each of its rounds.
struct TurnParameters: Sendable {
    var format: Transcript.ResponseFormat?
    var options: GenerationOptions
    var contextOptions: ContextOptions
    var metadata: [String: GeneratedContent]
    /// Whether the first round has the tool choice as it is, although outputs of calls come before it.
    var keepsToolChoice = false

    /// The parameters with what the profile says where these say nothing.
    func completed(by settings: RoundSettings?) -> Self {
        guard let settings else { return self }
        var result = self
        result.options = settings.completing(options)
        result.contextOptions = settings.completing(contextOptions)
        return result
    }
}
