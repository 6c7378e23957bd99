extension LanguageModelSession {
    /// What happens when a tool throws something else than a ``ToolFailure``.
    public enum ToolErrorPolicy: Sendable {
        /// The turn ends with a ``ToolCallError``, as in Apple's framework.
        case throwToCaller
        /// The model is told in general words that the tool failed, and goes on.
        case explainToModel
    }

    /// Limits and policies of a session.
    public struct Configuration: Sendable {
        /// What happens when a tool throws something else than a ``ToolFailure``.
        public var toolErrorPolicy: ToolErrorPolicy
        /// What the transcript holds after a turn that failed.
        public var transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy
        /// How many rounds of tool calls one turn may take, those before a suspension included.
        public var maximumToolRounds: Int
        /// How many calls one round may have.
        public var maximumToolCallsPerRound: Int
        /// How many bytes of text, thoughts and arguments, with their ids and metadata, one round may have.
        public var maximumRoundBytes: Int
        /// How long the model may take for one round, from the question to its last word; `nil` for as long as it likes.
        public var roundDeadline: Duration?
        /// How long a call may take of a tool that sets no ``DeadlineTool/deadline`` of its own; `nil` for as long as it likes.
        public var toolDeadline: Duration?
        /// The limits of the images of a prompt or of a tool's output.
        public var imageLimits: ImageLimits
        /// How long the transcript may be that the model is shown; `nil` shows it whole, however long.
        public var contextWindow: ContextWindow?
        /// The version of Apple's framework whose errors the session throws.
        public var errorNames: ErrorNames
        /// What the model is told of a call that could not be made; by default ``ToolFault/description``.
        public var wordToolFault: @Sendable (ToolFault) -> String

        /// Told of each round when it is over, before anything else happens in the turn.
        package var onRoundEnd: (@Sendable (RoundReport) -> Void)?

        /// Receives the text of a round.
        ///
        /// - Parameter goOn: To be called once, after ``GenerationDemand/hold``, when the listener accepts more.
        /// - Throws: An error that ends the turn.
        package typealias TextListener =
            @Sendable (_ steps: [SessionEvent], _ goOn: @escaping @Sendable () -> Void) throws -> GenerationDemand

        /// Receives the text of the rounds, in place of the turn's `onEvent`, by synchronous calls on the thread that brings it; no task
        /// wakes for it.
        package var onText: TextListener?

        /// Makes a configuration.
        public init(
            toolErrorPolicy: ToolErrorPolicy = .throwToCaller,
            transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy = .revertTranscript,
            maximumToolRounds: Int = 16,
            maximumToolCallsPerRound: Int = 128,
            maximumRoundBytes: Int = 64 * 1024 * 1024,
            roundDeadline: Duration? = nil,
            toolDeadline: Duration? = nil,
            imageLimits: ImageLimits = ImageLimits(),
            contextWindow: ContextWindow? = nil,
            errorNames: ErrorNames = .current,
            wordToolFault: @escaping @Sendable (ToolFault) -> String = { $0.description }
        ) {
            self.toolErrorPolicy = toolErrorPolicy
            self.transcriptErrorHandlingPolicy = transcriptErrorHandlingPolicy
            self.maximumToolRounds = maximumToolRounds
            self.maximumToolCallsPerRound = maximumToolCallsPerRound
            self.maximumRoundBytes = maximumRoundBytes
            self.roundDeadline = roundDeadline
            self.toolDeadline = toolDeadline
            self.imageLimits = imageLimits
            self.contextWindow = contextWindow
            self.errorNames = errorNames
            self.wordToolFault = wordToolFault
        }
    }
}
