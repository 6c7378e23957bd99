import Accounts
import AgentWire
import LanguageModels
import ModelProviders
import Storage
import StreamingJSON
import Synchronization

/// The meter between a turn and its model: it reserves the tokens of each round, counts those used, and records the times.
///
/// The reserved number is an estimate of the input with a margin, and the limit of the output, which is sent to the model for clients whose
/// tokens are counted. The meter works before and after a round, never for each token.
final class TurnMeter: Sendable {
    struct State {
        var count: UsageCount
        var hasAsked = false
        var hasContent = false
        /// The reservation at the client's limits.
        var reservation: Reservation?
        /// The reason why a turn that has waited could reserve nothing more.
        var refusal: Problem?
        /// The run whose timeline has the rounds, and the meter's lane in it.
        var follower: (run: LiveRun, lane: Int)?
        /// The end of the executor's call of this round.
        var end: UsageCount.RoundEnd?

        init(_ count: UsageCount) { self.count = count }
    }

    /// The most tokens that a round may write, for a client whose tokens are counted: the server's limit, or the request's smaller one.
    let outputLimit: Int
    /// The number of answers that the model writes at once.
    ///
    /// A ``sample()`` of the meter counts each of them.
    let sampleCount: Int
    /// The most calls in a round, including a call that repairs an answer and the call of a model that joins a slow one.
    let callLimit: Int
    /// The models that may answer, by their names in prices and answers.
    let candidates: [String]
    /// The turn's client, with its limits at the time of the request.
    let client: Principal
    let admission: Admission?
    let state: Mutex<State>

    /// The model, as the request or the settings name it.
    private let model: String
    private let metrics: RunMetrics?
    private let times: TurnTimes?
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Makes a meter.
    ///
    /// - Parameters:
    ///   - model: The model, as the request or the settings name it.
    ///   - candidates: The models that may answer.
    ///   - outputLimit: The most tokens that a round may write when the client's tokens are counted.
    ///   - times: The times of the request; `nil` for a request that another process accepted.
    init(
        model: String,
        candidates: [String],
        client: Principal,
        admission: Admission?,
        outputLimit: Int,
        sampleCount: Int = 1,
        callLimit: Int = 1,
        metrics: RunMetrics?,
        times: TurnTimes?,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.model = model
        self.candidates = candidates
        self.client = client
        self.admission = admission
        self.outputLimit = outputLimit
        self.sampleCount = sampleCount
        self.callLimit = callLimit
        self.metrics = metrics
        self.times = times
        self.now = now
        state = Mutex(State(UsageCount(now: { [admission] in admission?.now() })))
    }
}

// MARK: - Rounds

extension TurnMeter {
    /// The limit of tokens that is sent to the model; `nil` when the client's tokens are not counted.
    var sentOutputLimit: Int? { client.countsTokens ? outputLimit : nil }

    /// Admits a round before the model is called.
    ///
    /// - Throws: ``Problem`` when the client's limits have no room for another round; `StoreError`; `CancellationError`.
    func startRound(_ request: LanguageModelExecutorGenerationRequest) async throws {
        try await extendReservation { TokenEstimator.reserving.tokenCount(of: request) }
        let (isFirst, follower) = state.withLock { state in
            defer { state.hasAsked = true }
            state.reservation?.markStarted()
            state.count.startRound(model: model) { TokenEstimator.reserving.tokenCount(of: request) }
            state.end = nil
            return (!state.hasAsked, state.follower)
        }
        follower?.run.roundStarted(follower?.lane ?? 0, at: now())
        if isFirst, let times { metrics?.recordOverhead(times.overhead(until: now())) }
    }

    /// Records that the model has finished the round, or was stopped.
    func modelEnded(_ end: UsageCount.RoundEnd) {
        state.withLock { state in
            state.count.modelEnded(end)
            state.end = end
        }
    }

    /// Adds the rounds from now on to a run's timeline.
    ///
    /// - Parameter lane: A number that no other meter of the run has.
    func follow(_ run: LiveRun, as lane: Int = 0) { state.withLock { $0.follower = (run, lane) } }

    /// Records the end of a round.
    ///
    /// - Returns: The round's cost; `nil` if it used no tokens.
    @discardableResult
    func roundEnded(_ report: RoundReport) -> WireCost? {
        let (usage, isFirst, follower, end) = state.withLock { state in
            let usage = state.count.roundEnded(
                UsageCount.Received(
                    usage: report.usage,
                    bytes: report.byteCount,
                    hasContent: report.firstContentAt != nil,
                    model: report.metadata.modelName
                )
            )
            let isFirst = report.firstContentAt != nil && !state.hasContent
            if isFirst { state.hasContent = true }
            return (usage, isFirst, state.follower, state.end)
        }
        follower?.run.roundEnded(follower?.lane ?? 0, report, usage, end, at: now())
        if isFirst, let times, let first = report.firstContentAt {
            metrics?.recordFirstToken(of: model, after: first - times.requestedAt)
        }
        return usage.flatMap { cost(of: $0) }
    }

    /// Returns what the client's budget is charged for a round; `nil` if it used no tokens.
    private func cost(of usage: TurnUsage) -> WireCost? {
        guard let admission, usage.inputTokens > 0 || usage.outputTokens > 0 else { return nil }
        return WireCost(micros: admission.cost(of: usage)?.micros, currency: admission.prices.currency)
    }

    /// Returns a meter for one of several answers that the model writes at once.
    ///
    /// It only counts, because the reservation covers all of them: it is neither admitted nor settled.
    func sample() -> TurnMeter {
        state.withLock { $0.reservation }?.markStarted()
        return TurnMeter(
            model: model,
            candidates: candidates,
            client: client,
            admission: admission,
            outputLimit: outputLimit,
            metrics: nil,
            times: nil
        )
    }

    /// Records the end of a tool call.
    func toolEnded(_ outcome: ToolOutcome) {
        metrics?.recordToolCall(outcome.call.toolName, isError: outcome.isError, after: outcome.duration)
    }

    /// Settles the turn once it is over or waits for its client, whatever the reason: records the used tokens at the client's limits.
    ///
    /// - Parameter samples: The meters of the answers that the model wrote at once.
    /// - Returns: The recorded tokens with their cost, including those of interrupted rounds; zero for a second call.
    @discardableResult
    func settle(_ samples: [TurnMeter] = []) -> WireUsage {
        let sampled = samples.flatMap { sample in
            sample.state.withLock { state in
                defer { state.count.removeAll() }
                return state.count.usage
            }
        }
        // A round that was abandoned without a report is shown with what it is charged.
        let (open, follower, end) = state.withLock { ($0.count.roundEnded(.init()), $0.follower, $0.end) }
        if let open { follower?.run.roundEnded(follower?.lane ?? 0, nil, open, end, at: now()) }
        let (reservation, usage) = state.withLock { state in
            defer {
                state.reservation = nil
                state.count.removeAll()
                state.follower = nil
            }
            return (state.reservation, state.count.usage + sampled)
        }
        reservation?.settle(usage)
        metrics?.recordUsage(usage)
        return usage.reduce(WireUsage(inputTokens: 0, outputTokens: 0)) { sum, usage in
            sum
                + WireUsage(
                    inputTokens: usage.inputTokens,
                    outputTokens: usage.outputTokens,
                    cachedInputTokens: usage.cachedInputTokens,
                    cacheWriteTokens: usage.writtenTokens,
                    longCacheWriteTokens: usage.longWrittenTokens,
                    cost: cost(of: usage)
                )
        }
    }
}

/// The times of a turn before its model is called.
final class TurnTimes: Sendable {
    /// The time at which the request arrived.
    let requestedAt: ContinuousClock.Instant

    private let waits = Mutex<(admitted: ContinuousClock.Instant?, waitEnded: ContinuousClock.Instant?)>((nil, nil))

    init(requestedAt: ContinuousClock.Instant) { self.requestedAt = requestedAt }

    /// Records that the turn was admitted.
    ///
    /// It may wait from now on.
    func admitted(at time: ContinuousClock.Instant) { waits.withLock { $0.admitted = time } }

    /// Records that the turn waits no longer.
    func waitEnded(at time: ContinuousClock.Instant) { waits.withLock { $0.waitEnded = time } }

    /// Returns the time that the server itself used since the request, without the time that the turn waited for other turns.
    func overhead(until time: ContinuousClock.Instant) -> Duration {
        let (admitted, waitEnded) = waits.withLock { $0 }
        guard let admitted, let waitEnded, waitEnded > admitted else { return time - requestedAt }
        return (time - requestedAt) - (waitEnded - admitted)
    }
}
