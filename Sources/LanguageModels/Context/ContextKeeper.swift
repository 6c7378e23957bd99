/// Keeps one request of a turn within the context window: asks the plan, has summaries written, and tells the session.
struct ContextKeeper {
    private let session: LanguageModelSession
    private let turn: SessionStateMachine.TurnID
    private let request: LanguageModelExecutorGenerationRequest
    private let window: ContextWindow?
    private var state: ContextState
    /// What the last request weighed.
    private var weight = 0.0
    /// What summaries cost; the session has counted it already.
    private(set) var spent = LanguageModelSession.Usage()

    init(
        session: LanguageModelSession,
        turn: SessionStateMachine.TurnID,
        request: LanguageModelExecutorGenerationRequest
    ) {
        self.session = session
        self.turn = turn
        self.request = request
        window = session.configuration.contextWindow
        state = session.contextState
        if let compaction = state.compaction, !compaction.isValid(for: request.transcript) { state.compaction = nil }
    }

    /// The transcript as it is to be shown.
    mutating func fit(_ tell: (SessionEvent) async throws -> Void) async throws -> Transcript {
        guard let window else { return request.transcript }
        guard let size = size(of: window) else { return shown(window) }
        return try await fit(window, size: size, tell) ?? shown(window)
    }

    /// The transcript as it is to be shown after the model found it too long; `nil` when nothing can be done about that.
    mutating func fit(
        after excess: LanguageModelError.ContextSizeExceeded,
        _ tell: (SessionEvent) async throws -> Void
    ) async throws -> Transcript? {
        guard let window else { return nil }
        learn(from: excess, window)
        session.update(turn, context: state)
        guard let size = size(of: window) else { return nil }
        return try await fit(window, size: size, tell)
    }

    /// Finds out what was wrong: how tokens are counted, or how many the model can read.
    private mutating func learn(from excess: LanguageModelError.ContextSizeExceeded, _ window: ContextWindow) {
        if excess.contextSize > 0 { state.learnedSize = excess.contextSize }
        let estimate = state.estimator.scaled(weight)
        if excess.tokenCount > 0 { state.estimator.observe(weight: weight, reported: excess.tokenCount) }
        guard let size = size(of: window) else {
            // A model that does not say how much it can read can read less than it was shown.
            state.learnedSize = estimate * 3 / 4
            return
        }
        guard excess.tokenCount <= size else { return }
        if excess.contextSize == 0, state.estimator.hasReports, estimate < size * 9 / 10 {
            // The count is a good one by now, so it is the size that is wrong.
            state.learnedSize = estimate * 3 / 4
        } else {
            state.estimator.observe(weight: weight, exceeding: size)
        }
    }

    /// The size that is known, by whoever names the smaller one.
    private func size(of window: ContextWindow) -> Int? {
        [window.size, state.learnedSize].compactMap(\.self).min()
    }

    /// Learns from how many tokens the model says it has read.
    mutating func observe(_ usage: LanguageModelSession.Usage) {
        guard window != nil else { return }
        state.estimator.observe(weight: weight, reported: usage.input.totalTokenCount)
        session.update(turn, context: state)
    }
}

extension ContextKeeper {
    private var compaction: ContextCompaction { state.compaction ?? ContextCompaction() }

    private mutating func shown(_ window: ContextWindow) -> Transcript {
        let entries = compaction.view(of: request.transcript, wording: window.wording)
        weight = TokenEstimator.weight(of: entries) + fixedWeight
        return Transcript(entries: entries)
    }

    /// What the request has beside the transcript.
    private var fixedWeight: Double {
        let schema = request.contextOptions.includeSchemaInPrompt == false ? nil : request.schema
        return TokenEstimator.weight(of: request.enabledToolDefinitions)
            + (schema.map { TokenEstimator.weight(of: $0) } ?? 0)
    }

    /// Makes the conversation fit; `nil` when it is shown as before.
    private mutating func fit(
        _ window: ContextWindow,
        size: Int,
        _ tell: (SessionEvent) async throws -> Void
    ) async throws -> Transcript? {
        let plan = plan(window, size: size)
        guard let decision = plan.decide(request.transcript, compaction) else { return nil }
        let before = plan.tokenCount(request.transcript, compaction)
        var next = decision.compaction
        if let summarized = decision.summarized, let summarizer = summarizer(window, size: size) {
            let summary = try await summarizer.summary(
                of: request.transcript[summarized],
                after: next.summary,
                counting: session.count
            )
            next.summary = summary.text
            spent.add(summary.usage)
        }
        state.compaction = next
        session.update(turn, context: state)
        let transcript = shown(window)
        try await tell(
            .contextCompacted(
                .init(
                    tokenCountBefore: before,
                    tokenCountAfter: plan.tokenCount(request.transcript, next),
                    coveredEntryCount: next.coveredCount,
                    hasSummary: next.summary != nil,
                    omittedOutputCount: request.transcript.indices[
                        next.coveredCount..<max(next.coveredCount, next.omittedThrough)
                    ]
                    .count { if case .toolOutput = request.transcript[$0] { true } else { false } }
                )
            )
        )
        return transcript
    }

    private func plan(_ window: ContextWindow, size: Int) -> ContextPlan {
        let answer = request.generationOptions.maximumResponseTokens ?? window.responseTokenCount ?? size / 4
        let limit = max(1, size - min(answer, size / 2))
        return ContextPlan(
            limit: limit,
            target: Int(Double(limit) * min(max(window.fillAfterCompaction, 0), 1)),
            summaryTokenCount: summaryTokenCount(window, size: size),
            fixedTokenCount: state.estimator.scaled(fixedWeight),
            estimator: state.estimator,
            wording: window.wording
        )
    }

    private func summaryTokenCount(_ window: ContextWindow, size: Int) -> Int {
        if case .none = window.summarizer { return 0 }
        return window.summaryTokenCount ?? min(size / 8, 1000)
    }

    private func summarizer(_ window: ContextWindow, size: Int) -> ConversationSummarizer? {
        let model: ErasedLanguageModel
        switch window.summarizer {
        case .none: return nil
        case .sessionModel: model = session.model
        case .model(let other): model = ErasedLanguageModel(other)
        }
        let count = summaryTokenCount(window, size: size)
        return ConversationSummarizer(
            model: model,
            wording: window.wording,
            estimator: state.estimator,
            summaryTokenCount: count,
            // Room for the instructions, the question and the answer.
            inputTokenCount: size - 2 * count - size / 8
        )
    }
}
