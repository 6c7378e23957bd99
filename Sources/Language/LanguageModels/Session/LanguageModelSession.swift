// Exported because code for Apple's framework uses `@Observable` without another import.
@_exported public import Observation
import Synchronization

/// A conversation with a model that may call tools (Apple FoundationModels 26.0 and 27.0).
///
/// One turn runs at a time; starting another meanwhile throws ``Error/concurrentRequests``. The session runs the tool
/// loop: the calls of a round run in parallel, their outputs return to the model in the order of the calls, and rounds
/// follow until the model answers without a call. A turn that fails leaves the transcript unchanged, unless the
/// configuration says otherwise.
///
/// Calls that need approval, or whose tools run elsewhere, suspend the session; see ``SuspendingTool``.
public final class LanguageModelSession: Sendable {
    let model: ErasedLanguageModel
    let tools: [any Tool]
    let configuration: Configuration
    /// The source of the settings of each round; `nil` if they never change.
    let source: DynamicSource?
    /// The values that the session's tools, instructions and profiles share (27.0).
    public let properties = SessionPropertyValues()
    private let state: Mutex<SessionStateMachine>
    private let registrar = ObservationRegistrar()

    /// Continues a conversation.
    ///
    /// - Parameters:
    ///   - transcript: The conversation so far. If its last calls have no outputs yet, the session is suspended, and
    /// ``resume(_:)`` continues it.
    ///   - compaction: The shortened form for the model, which is the value of ``compaction`` when the earlier session
    /// ended.
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

// MARK: - Observable properties

extension LanguageModelSession: Observable {
    /// The conversation so far, including the running turn's prompt and its completed rounds of calls with outputs.
    ///
    /// It can be set between two turns. Setting it while a turn is running leaves it unchanged and ends that turn with
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

    /// The tokens used so far, including those of failed turns, because they were paid for.
    public var usage: Usage {
        registrar.access(self, keyPath: \.usage)
        return state.withLock { $0.usage }
    }

    /// Whether a turn is running.
    public var isResponding: Bool {
        registrar.access(self, keyPath: \.isResponding)
        return state.withLock { $0.isResponding }
    }

    /// The policy for the transcript of a turn that failed; `nil` for that of the configuration (27.0).
    public var transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy? {
        get { state.withLock { $0.errorPolicy } }
        set { state.withLock { $0.errorPolicy = newValue } }
    }

    /// Changes the state and notifies its observers outside the lock.
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

// MARK: - Turn lifecycle

extension LanguageModelSession {
    func makeTurnID() -> SessionStateMachine.TurnID { state.withLock { $0.makeID() } }

    /// Reserves the session for a turn and returns the transcript before it.
    func begin(_ id: SessionStateMachine.TurnID) throws -> Transcript {
        try mutate { state in
            // Checked under the lock: a reader that leaves first cancels the task and then frees the session, so that
            // whichever happens second notices the other.
            try Task.checkCancellation()
            return try state.begin(id)
        }
    }

    func check(_ id: SessionStateMachine.TurnID) throws { try state.withLock { try $0.check(id) } }

    func update(_ id: SessionStateMachine.TurnID, transcript: Transcript) {
        mutate { $0.update(id, transcript: transcript) }
    }

    /// Counts tokens, including those of a turn that no longer holds the session.
    func count(_ usage: Usage) {
        guard usage != Usage() else { return }
        mutate { $0.count(usage) }
    }

    func end(_ id: SessionStateMachine.TurnID) { mutate { $0.end(id) } }

    /// Ends a turn that failed or whose reader has left, and frees the session at once.
    func fail(_ id: SessionStateMachine.TurnID) { mutate { $0.fail(id) } }

    /// Frees the session from a cancelled turn, unless the turn's remaining work must stay in the transcript.
    func cancel(_ id: SessionStateMachine.TurnID) { mutate { $0.cancel(id) } }

    /// Sets the active profile's policy for failed turns.
    func use(profilePolicy policy: TranscriptErrorHandlingPolicy?) { state.withLock { $0.profileErrorPolicy = policy } }

    var contextState: ContextState { state.withLock { $0.context } }

    func update(_ id: SessionStateMachine.TurnID, context: ContextState) {
        state.withLock { $0.update(id, context: context) }
    }
}

extension LanguageModelSession {
    /// The shortened form of the transcript that the model reads; `nil` while it reads all of it.
    ///
    /// Store it beside the transcript and pass it to the session that continues the conversation.
    public var compaction: ContextCompaction? {
        let compaction = contextState.compaction
        return compaction?.isValid(for: transcript) == true ? compaction : nil
    }

    /// The transcript as the model reads it.
    public var contextTranscript: Transcript {
        let transcript = transcript
        guard let compaction, let window = configuration.contextWindow else { return transcript }
        return Transcript(entries: compaction.view(of: transcript, wording: window.wording))
    }

    /// The token estimator with the corrections from the model's reports; keep it for the model's next session.
    public var tokenEstimator: TokenEstimator { contextState.estimator }
}
