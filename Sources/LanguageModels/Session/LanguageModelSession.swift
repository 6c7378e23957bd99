// Sources for Apple's framework write `@Observable` with no import but the framework's.
@_exported public import Observation
import Synchronization

/// A conversation with a model that may call tools (Apple FoundationModels 26.0 and 27.0).
///
/// One turn runs at a time; a second one meanwhile throws ``Error/concurrentRequests``. The tool loop is here: the calls of a
/// round run in parallel, their outputs go back in the order of the calls, and rounds go on until the model answers without
/// calling. A turn that fails leaves the transcript as it was before, unless the configuration says otherwise.
///
/// Calls that need approval, or whose tools are run elsewhere, suspend the session: see ``SuspendingTool``.
public final class LanguageModelSession: Sendable {
    let model: ErasedLanguageModel
    let tools: [any Tool]
    let configuration: Configuration
    /// What says before each round with what the model is asked; `nil` when that never changes.
    let source: DynamicSource?
    /// The values that the session's tools, instructions and profiles share (27.0).
    public let properties = SessionPropertyValues()
    private let state: Mutex<SessionStateMachine>
    private let registrar = ObservationRegistrar()

    /// Takes a conversation up again.
    ///
    /// - Parameters:
    ///   - transcript: What was said. When its last calls have no outputs yet, the session is suspended, and goes on with
    ///     ``resume(_:)``.
    ///   - compaction: What the model was shown in place of the beginning, as ``compaction`` told when the session was put away.
    public convenience init(
        model: some LanguageModel,
        tools: [any Tool] = [],
        transcript: Transcript,
        compaction: ContextCompaction? = nil,
        configuration: Configuration
    ) {
        self.init(
            model: ErasedLanguageModel(model),
            tools: tools,
            transcript: transcript,
            compaction: compaction,
            configuration: configuration
        )
    }

    init(
        model: ErasedLanguageModel,
        tools: [any Tool] = [],
        transcript: Transcript,
        compaction: ContextCompaction? = nil,
        configuration: Configuration = Configuration(),
        source: DynamicSource? = nil
    ) {
        self.model = model
        self.tools = tools
        self.configuration = configuration
        self.source = source
        state = Mutex(
            SessionStateMachine(
                transcript: transcript,
                context: ContextState(
                    compaction: compaction,
                    estimator: configuration.contextWindow?.estimator ?? TokenEstimator(),
                    learnedSize: nil
                ),
                defaultErrorPolicy: configuration.transcriptErrorHandlingPolicy
            )
        )
        properties.belong(to: self)
    }
}

// MARK: - What can be observed

extension LanguageModelSession: Observable {
    /// Everything said so far, with what the turn that is going on has done: its prompt, and its rounds of calls with outputs.
    ///
    /// It can be set between two turns. Setting it while a turn is going on leaves it as it is and ends that turn with
    /// ``Error/transcriptMutationWhileResponding``.
    public var transcript: Transcript {
        get {
            registrar.access(self, keyPath: \.transcript)
            return state.withLock { $0.transcript }
        }
        _modify {
            var transcript = state.withLock { $0.transcript }
            yield &transcript
            mutate { $0.set(transcript) }
        }
    }

    /// The tokens used so far, also by turns that failed: they were paid for.
    public var usage: Usage {
        registrar.access(self, keyPath: \.usage)
        return state.withLock { $0.usage }
    }

    /// Whether a turn is going on.
    public var isResponding: Bool {
        registrar.access(self, keyPath: \.isResponding)
        return state.withLock { $0.isResponding }
    }

    /// What the transcript holds after a turn that failed; `nil` for what the configuration says (27.0).
    public var transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy? {
        get { state.withLock { $0.errorPolicy } }
        set { state.withLock { $0.errorPolicy = newValue } }
    }

    /// Changes the state and tells those who observe it; they are told outside the lock.
    private func mutate<Result>(_ body: (inout SessionStateMachine) throws -> Result) rethrows -> Result {
        registrar.willSet(self, keyPath: \.transcript)
        registrar.willSet(self, keyPath: \.usage)
        registrar.willSet(self, keyPath: \.isResponding)
        defer {
            registrar.didSet(self, keyPath: \.transcript)
            registrar.didSet(self, keyPath: \.usage)
            registrar.didSet(self, keyPath: \.isResponding)
        }
        return try state.withLock { try body(&$0) }
    }
}

// MARK: - The turn's side

extension LanguageModelSession {
    func makeTurnID() -> SessionStateMachine.TurnID { state.withLock { $0.makeID() } }

    /// Gives the session to a turn; tells what was said before it.
    func begin(_ id: SessionStateMachine.TurnID) throws -> Transcript {
        try mutate { state in
            // Within the lock: a reader that has gone cancels the task first and then says so, and whichever comes second finds
            // the other.
            try Task.checkCancellation()
            return try state.begin(id)
        }
    }

    func check(_ id: SessionStateMachine.TurnID) throws { try state.withLock { try $0.check(id) } }

    func update(_ id: SessionStateMachine.TurnID, transcript: Transcript) {
        mutate { $0.update(id, transcript: transcript) }
    }

    /// Counts tokens, also those of a turn that has lost the session meanwhile.
    func count(_ usage: Usage) {
        guard usage != Usage() else { return }
        mutate { $0.count(usage) }
    }

    func end(_ id: SessionStateMachine.TurnID) { mutate { $0.end(id) } }

    /// Ends a turn that failed, or whose reader has gone: the session is free at once.
    func fail(_ id: SessionStateMachine.TurnID) { mutate { $0.fail(id) } }

    /// Frees the session of a turn that was cancelled, unless what the turn still does is to stay in the transcript.
    func cancel(_ id: SessionStateMachine.TurnID) { mutate { $0.cancel(id) } }

    /// What the active profile says of failed turns.
    func use(profilePolicy policy: TranscriptErrorHandlingPolicy?) { state.withLock { $0.profileErrorPolicy = policy } }

    var contextState: ContextState { state.withLock { $0.context } }

    func update(_ id: SessionStateMachine.TurnID, context: ContextState) {
        state.withLock { $0.update(id, context: context) }
    }
}
