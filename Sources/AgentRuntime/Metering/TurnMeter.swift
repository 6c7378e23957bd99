import AgentWire
import KeyVault
import LanguageModels
import ModelProviders
import Synchronization

/// Stands between a turn and its model: sets aside what each round may use, counts what it uses, and takes the times.
///
/// What is set aside is a bound: a text has no more tokens than bytes, and of clients whose tokens are counted a round may write
/// only so much.
final class TurnMeter: Sendable {
    private struct State {
        var count = UsageCount()
        var hasAsked = false
        var hasHeard = false
        /// What is set aside, in the client's books.
        var reservation: Reservation?
        /// The same in tokens.
        var reserved = (input: 0, output: 0)
    }

    /// How many tokens a round may write; `nil` when nobody counts them.
    let outputLimit: Int?

    /// The model as the request or the settings name it.
    private let model: String
    /// The models that may answer, by the names that prices and answers have.
    private let candidates: [String]
    private let client: Client
    private let admission: Admission?
    private let measures: RunMeasures?
    private let times: TurnTimes
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// Makes a meter.
    ///
    /// - Parameters:
    ///   - model: The model as the request or the settings name it.
    ///   - candidates: The models that may answer.
    ///   - outputLimit: How many tokens a round may write when the client's are counted.
    init(
        model: String,
        candidates: [String],
        client: Client,
        admission: Admission?,
        outputLimit: Int,
        measures: RunMeasures?,
        times: TurnTimes,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.model = model
        self.candidates = candidates
        self.client = client
        self.admission = admission
        self.outputLimit = client.limits.countsTokens ? outputLimit : nil
        self.measures = measures
        self.times = times
        self.now = now
    }
}

// MARK: - Setting aside

extension TurnMeter {
    /// Sets aside what the first round may use, before there is a run.
    ///
    /// - Parameter bytes: How long what the model is shown is; only asked for when tokens are counted.
    /// - Throws: ``Problem`` when the client's limits have no room for it; `StoreError`; what `bytes` threw.
    func admit(bytes: () async throws -> Int) async throws {
        guard let admission else { return }
        let input = outputLimit == nil ? 0 : try await bytes()
        try await reserve(admission, input, outputLimit ?? 0)
    }

    /// A model is about to be asked.
    ///
    /// - Throws: ``Problem`` when the client's limits have no room for another round; `StoreError`; `CancellationError`.
    func roundBegins(_ request: LanguageModelExecutorGenerationRequest) async throws {
        let (isFirst, reservation) = state.withLock { state in
            defer { state.hasAsked = true }
            return (!state.hasAsked, state.reservation)
        }
        if let reservation {
            try await extend(reservation, for: request)
        } else if let admission {
            try await reserveAgain(admission, for: request)
        }
        if isFirst { measures?.modelAsked(after: times.overhead(until: now())) }
        let transcript = request.transcript
        state.withLock { state in
            state.reservation?.begin()
            state.count.roundBegins(model: model) { transcript.byteCount }
        }
    }

    private func reserve(_ admission: Admission, _ input: Int, _ output: Int) async throws {
        let estimate = TurnEstimate(models: candidates, inputTokens: input, maxOutputTokens: output)
        let reservation = try await admission.reserve(client, estimate)
        state.withLock { state in
            state.reservation = reservation
            state.reserved = (input, output)
        }
    }

    /// Sets aside what a turn may use that has waited for its client.
    ///
    /// It was let in before, so it waits until there is room beside the client's other turns; a budget that is used up ends it.
    private func reserveAgain(
        _ admission: Admission,
        for request: LanguageModelExecutorGenerationRequest
    ) async throws {
        let input = outputLimit == nil ? 0 : request.transcript.byteCount
        while true {
            do {
                return try await reserve(admission, input, outputLimit ?? 0)
            } catch let problem as Problem where problem.kind == .rateLimited {
                guard let seconds = problem.retryAfterSeconds else { throw problem }
                // The pace of the client's limit: the only reason to sleep here.
                try await Task.sleep(for: .seconds(seconds))
            }
        }
    }

    /// Sets aside what a later round may use beyond what is set aside already.
    private func extend(
        _ reservation: Reservation,
        for request: LanguageModelExecutorGenerationRequest
    ) async throws {
        guard let outputLimit else { return }
        let input = request.transcript.byteCount
        let missing = state.withLock { state in
            let used = state.count.usage
            return (
                input: max(0, used.reduce(0) { $0 + $1.inputTokens } + input - state.reserved.input),
                output: max(0, used.reduce(0) { $0 + $1.outputTokens } + outputLimit - state.reserved.output)
            )
        }
        guard missing.input > 0 || missing.output > 0 else { return }
        let estimate = TurnEstimate(models: candidates, inputTokens: missing.input, maxOutputTokens: missing.output)
        if let refusal = try await reservation.extend(by: estimate) { throw Problem(refusal) }
        state.withLock { state in
            state.reserved.input += missing.input
            state.reserved.output += missing.output
        }
    }
}

// MARK: - Counting

extension TurnMeter {
    /// The model has sent something.
    func heard(_ event: LanguageModelExecutorGenerationChannel.Event) {
        let isContent = event.isContent
        let bytes = isContent ? event.contentBytes : 0
        let usage = isContent ? nil : event.usage
        let name = isContent ? nil : event.metadata(RouterLanguageModel.metadataKey)
        let isFirst = state.withLock { state in
            if let usage { state.count.counted(usage) }
            if let name = try? name?.value(String.self) { state.count.named(name) }
            guard state.count.heard(bytes: bytes, isContent: isContent), !state.hasHeard else { return false }
            state.hasHeard = true
            return true
        }
        if isFirst { measures?.firstToken(of: model, after: now() - times.asked) }
    }

    /// The round is over.
    func roundEnded(_ end: UsageCount.RoundEnd) { state.withLock { $0.count.end(end) } }

    /// A tool's call has ended.
    func toolEnded(_ outcome: ToolOutcome) {
        measures?.toolEnded(outcome.call.toolName, isError: outcome.isError, after: outcome.duration)
    }

    /// The turn is over, or waits for its client: what it has used goes into the books, however it came to that; once.
    func settle() {
        let (reservation, usage) = state.withLock { state in
            defer {
                state.reservation = nil
                state.reserved = (0, 0)
                state.count = UsageCount()
            }
            return (state.reservation, state.count.usage.merged)
        }
        reservation?.settle(usage)
        measures?.used(usage)
    }
}

extension [TurnUsage] {
    /// The same with one count for each model, in the order in which they answered.
    fileprivate var merged: [TurnUsage] {
        var sums: [TurnUsage] = []
        for usage in self {
            guard let index = sums.firstIndex(where: { $0.model == usage.model }) else {
                sums.append(usage)
                continue
            }
            sums[index] = TurnUsage(
                model: usage.model,
                inputTokens: sums[index].inputTokens + usage.inputTokens,
                cachedInputTokens: sums[index].cachedInputTokens + usage.cachedInputTokens,
                outputTokens: sums[index].outputTokens + usage.outputTokens
            )
        }
        return sums
    }
}
