extension LanguageModelSession {
    /// The policy for a tool that throws an error other than ``ToolFailure``.
    public enum ToolErrorPolicy: Sendable {
        /// The turn ends with a ``ToolCallError``, as in Apple's framework.
        case throwToCaller
        /// The model gets a general error text as the tool's output, and the turn continues.
        case explainToModel
    }

    /// Limits and policies of a session.
    public struct Configuration: Sendable {
        /// The policy for a tool that throws an error other than ``ToolFailure``.
        public var toolErrorPolicy: ToolErrorPolicy
        /// The policy for the transcript of a turn that failed.
        public var transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy
        /// The maximum number of rounds with tool calls in one turn, including those before a suspension.
        public var maximumToolRounds: Int
        /// The maximum number of calls in one round.
        public var maximumToolCallsPerRound: Int
        /// The maximum number of bytes of text, reasoning and arguments, with their ids and metadata, in one round.
        public var maximumRoundBytes: Int
        /// The time limit for the model's whole output of one round; `nil` for no limit.
        public var roundDeadline: Duration?
        /// The time limit for a call of a tool without ``DeadlineTool/deadline``; `nil` for no limit.
        public var toolDeadline: Duration?
        /// The limits for the images of a prompt or of a tool's output.
        public var imageLimits: ImageLimits
        /// The context window to which conversations are shortened; `nil` to send the whole transcript.
        public var contextWindow: ContextWindow?
        /// The version of Apple's framework whose errors the session throws.
        public var errorNames: ErrorNames
        /// Returns the model's text for a call that could not be made; by default ``ToolFault/description``.
        public var toolFaultText: @Sendable (ToolFault) -> String

        /// The maximum number of calls that the session makes in one turn; `nil` for no limit.
        ///
        /// Further calls are answered with a fault.
        package var maximumToolCalls: Int?

        /// The set of the session's tools, if it is kept beyond the session; `nil` to define the tools in each round.
        ///
        /// Its definitions must be those of the session's tools, in their order.
        package var toolSet: ToolSet?

        /// Called with the report of each round at its end, before the turn continues.
        package var onRoundEnd: (@Sendable (RoundReport) -> Void)?

        /// A synchronous receiver of a round's text.
        ///
        /// - Parameter resume: Must be called once, after ``GenerationDemand/hold`` was returned, when the listener
        ///   accepts more.
        /// - Throws: An error that ends the turn.
        package typealias TextListener =
            @Sendable (_ steps: [SessionEvent], _ resume: @escaping @Sendable () -> Void) throws -> GenerationDemand

        /// The receiver of the rounds' text in place of the turn's `onEvent`; called synchronously on the thread that
        /// receives the text, without waking a task.
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
            toolFaultText: @escaping @Sendable (ToolFault) -> String = { $0.description }
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
            self.toolFaultText = toolFaultText
        }
    }
}

/// A policy for the transcript of a turn that failed (Apple FoundationModels 27.0).
public struct TranscriptErrorHandlingPolicy: Sendable, Equatable {
    private enum Base { case revert, preserve }
    private let base: Base

    /// The transcript is restored to its state before the turn.
    public static let revertTranscript = Self(base: .revert)
    /// The transcript keeps the prompt and each completed round of tool calls with its outputs.
    public static let preserveTranscript = Self(base: .preserve)
}
