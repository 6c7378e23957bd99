/// Decides which turn has the session, and what the transcript holds meanwhile and afterwards; does nothing itself.
///
/// A turn has the session from ``begin(_:)`` until it ends, fails, or is abandoned by its reader. What it does later is void, but for
/// the tokens it uses: an abandoned turn may still be unwinding while the next one runs.
struct SessionStateMachine {
    /// Tells one turn from another.
    struct TurnID: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct Current {
        let id: TurnID
        let before: Transcript
        /// Someone set the transcript meanwhile.
        var wasMutated = false
    }

    /// Everything said so far, with what the current turn has done.
    private(set) var transcript: Transcript
    /// The tokens used so far.
    private(set) var usage = LanguageModelSession.Usage()
    /// What the model is shown of the transcript.
    var context: ContextState
    /// What the transcript holds after a turn that failed.
    var errorPolicy: TranscriptErrorHandlingPolicy?
    /// What the active profile says of it.
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

    /// Gives the session to a turn; tells what was said before it.
    mutating func begin(_ id: TurnID) throws(LanguageModelSession.Error) -> Transcript {
        guard current == nil else { throw .concurrentRequests }
        current = Current(id: id, before: transcript)
        return transcript
    }

    /// Whether the turn may go on: it may not once it was abandoned, or someone set the transcript.
    func check(_ id: TurnID) throws {
        guard let current, current.id == id else { throw CancellationError() }
        if current.wasMutated { throw LanguageModelSession.Error.transcriptMutationWhileResponding }
    }

    /// Shows what the turn has done so far.
    mutating func update(_ id: TurnID, transcript: Transcript) {
        guard current?.id == id else { return }
        self.transcript = transcript
    }

    /// Counts tokens: whatever became of the turn that used them, they were paid for.
    mutating func count(_ usage: LanguageModelSession.Usage) { self.usage.add(usage) }

    /// Remembers what the model is shown.
    mutating func update(_ id: TurnID, context: ContextState) {
        guard current?.id == id else { return }
        self.context = context
    }

    /// The turn is done.
    mutating func end(_ id: TurnID) {
        guard current?.id == id else { return }
        current = nil
    }

    /// The turn was cancelled: if nothing of it is to stay, the session is free before the turn has unwound.
    mutating func cancel(_ id: TurnID) {
        if policy == .revertTranscript { fail(id) }
    }

    private var policy: TranscriptErrorHandlingPolicy { errorPolicy ?? profileErrorPolicy ?? defaultErrorPolicy }

    /// The turn failed, or its reader has gone.
    mutating func fail(_ id: TurnID) {
        guard let current, current.id == id else { return }
        if policy == .revertTranscript { transcript = current.before }
        self.current = nil
    }

    /// Someone sets the transcript: between turns it is taken, within one the turn is ended instead.
    mutating func set(_ transcript: Transcript) {
        guard current == nil else {
            current?.wasMutated = true
            return
        }
        self.transcript = transcript
    }
}
