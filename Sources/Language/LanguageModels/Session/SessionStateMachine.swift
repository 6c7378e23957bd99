/// The decisions of a session: which turn holds it, and what the transcript contains during and after that turn.
///
/// The state machine has no effects of its own. A turn holds the session from ``begin(_:)`` until it ends, fails, or
/// is abandoned by its reader. Later changes by that turn are ignored, except for its usage, because an abandoned turn
/// may still be unwinding while the next one runs.
struct SessionStateMachine {
    /// The identity of a turn.
    struct TurnID: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct Current {
        let id: TurnID
        let before: Transcript
        /// Whether the transcript was set while the turn was running.
        var wasMutated = false
    }

    /// The conversation so far, including the running turn.
    private(set) var transcript: Transcript
    /// The tokens used so far.
    private(set) var usage = LanguageModelSession.Usage()
    /// The shortened form of the transcript for the model.
    var context: ContextState
    /// The policy for the transcript of a turn that failed.
    var errorPolicy: TranscriptErrorHandlingPolicy?
    /// The active profile's policy for the transcript of a turn that failed.
    var profileErrorPolicy: TranscriptErrorHandlingPolicy?

    private let defaultErrorPolicy: TranscriptErrorHandlingPolicy
    private var current: Current?
    private var lastNumber = 0

    init(
        transcript: Transcript,
        context: ContextState = ContextState(),
        defaultErrorPolicy: TranscriptErrorHandlingPolicy = .revertTranscript
    ) {
        self.transcript = transcript
        self.context = context
        self.defaultErrorPolicy = defaultErrorPolicy
    }

    var isResponding: Bool { current != nil }

    mutating func makeID() -> TurnID {
        lastNumber += 1
        return TurnID(number: lastNumber)
    }

    /// Reserves the session for a turn and returns the transcript before it.
    mutating func begin(_ id: TurnID) throws(LanguageModelSession.Error) -> Transcript {
        guard current == nil else { throw .concurrentRequests }
        current = Current(id: id, before: transcript)
        return transcript
    }

    /// Throws if the turn must not continue, because it was abandoned or the transcript was set.
    func check(_ id: TurnID) throws {
        guard let current, current.id == id else { throw CancellationError() }
        if current.wasMutated { throw LanguageModelSession.Error.transcriptMutationWhileResponding }
    }

    /// Updates the transcript with the progress of the turn.
    mutating func update(_ id: TurnID, transcript: Transcript) {
        guard current?.id == id else { return }
        self.transcript = transcript
    }

    /// Counts tokens, even those of a failed turn, because they were paid for.
    mutating func count(_ usage: LanguageModelSession.Usage) { self.usage.add(usage) }

    /// Stores the shortened form for the model.
    mutating func update(_ id: TurnID, context: ContextState) {
        guard current?.id == id else { return }
        self.context = context
    }

    /// Ends a turn that has succeeded.
    mutating func end(_ id: TurnID) {
        guard current?.id == id else { return }
        current = nil
    }

    /// Frees the session before a cancelled turn has unwound, unless its entries must stay.
    mutating func cancel(_ id: TurnID) {
        if policy == .revertTranscript { fail(id) }
    }

    private var policy: TranscriptErrorHandlingPolicy { errorPolicy ?? profileErrorPolicy ?? defaultErrorPolicy }

    /// Ends a turn that failed or whose reader has left.
    mutating func fail(_ id: TurnID) {
        guard let current, current.id == id else { return }
        if policy == .revertTranscript { transcript = current.before }
        self.current = nil
    }

    /// Sets the transcript if no turn is running; otherwise marks the running turn to be ended.
    mutating func set(_ transcript: Transcript) {
        guard current == nil else {
            current?.wasMutated = true
            return
        }
        self.transcript = transcript
    }
}
