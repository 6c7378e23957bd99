/// Keeps one request of a turn within the context window: asks the plan, requests summaries and emits the changes.
struct ContextKeeper {
    private let session: LanguageModelSession
    private let turn: SessionStateMachine.TurnID
    private let request: LanguageModelExecutorGenerationRequest
    private let window: ContextWindow?
    private var state: ContextState
    /// The estimated weight of the last request.
    private var weight = 0.0
    /// The tokens spent on summaries; the session has counted them already.
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

    /// Returns the transcript for the model to read.
    mutating func fit(_ emit: (SessionEvent) async throws -> Void) async throws -> Transcript {
        guard let window else { return request.transcript }
        guard let size = size(of: window) else { return shown(window) }
        return try await fit(window, size: size, emit) ?? shown(window)
    }

    /// Returns a shorter transcript after the model found the last one too long; `nil` if it cannot be shortened.
    mutating func fit(
        after excess: LanguageModelError.ContextSizeExceeded,
        _ emit: (SessionEvent) async throws -> Void
    ) async throws -> Transcript? {
        guard let window else { return nil }
        learn(from: excess, window)
        session.update(turn, context: state)
        guard let size = size(of: window) else { return nil }
        return try await fit(window, size: size, emit)
    }

    /// Corrects either the token estimate or the assumed context size.
    private mutating func learn(from excess: LanguageModelError.ContextSizeExceeded, _ window: ContextWindow) {
        if excess.contextSize > 0 { state.learnedSize = excess.contextSize }
        let estimate = state.estimator.scaled(weight)
        if excess.tokenCount > 0 { state.estimator.observe(weight: weight, reported: excess.tokenCount) }
        guard let size = size(of: window) else {
            // The model does not report its size, so it must be less than the size of this request.
            state.learnedSize = estimate * 3 / 4
            return
        }
        guard excess.tokenCount <= size else { return }
        if excess.contextSize == 0, state.estimator.hasReports, estimate < size * 9 / 10 {
            // The estimate is reliable by now, so the assumed size is wrong.
            state.learnedSize = estimate * 3 / 4
        } else {
            state.estimator.observe(weight: weight, exceeding: size)
        }
    }

    /// The smaller of the configured and the learned context size.
    private func size(of window: ContextWindow) -> Int? {
        [window.size, state.learnedSize].compactMap(\.self).min()
    }

    /// Corrects the estimate by the model's report of the tokens it read.
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

    /// The weight of the request's parts beside the transcript.
    private var fixedWeight: Double {
        let schema = request.contextOptions.includeSchemaInPrompt == false ? nil : request.schema
        return TokenEstimator.weight(of: request.enabledToolDefinitions)
            + (schema.map { TokenEstimator.weight(of: $0) } ?? 0)
    }

    /// Shortens the conversation until it fits; returns `nil` if the shown form does not change.
    private mutating func fit(
        _ window: ContextWindow,
        size: Int,
        _ emit: (SessionEvent) async throws -> Void
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
        try await emit(
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
            // Space for the instructions, the question and the answer.
            inputTokenCount: size - 2 * count - size / 8
        )
    }
}
