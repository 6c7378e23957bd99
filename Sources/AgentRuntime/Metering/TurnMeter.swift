import Accounts
import AgentWire
import LanguageModels
import ModelProviders
import Synchronization

/// Stands between a turn and its model: sets aside what each round may use, counts what it has used, and takes the times.
///
/// What is set aside is a bound: a text has no more tokens than bytes, and of clients whose tokens are counted a round may write
/// only so much. It has something to do before and after a round, and nothing for each token.
final class TurnMeter: Sendable {
    struct State {
        var count = UsageCount()
        var hasAsked = false
        var hasHeard = false
        /// What is set aside, in the client's books.
        var reservation: Reservation?
        /// The same in tokens.
        var reserved = (input: 0, output: 0)
        /// Why nothing more could be set aside for a turn that has waited.
        var refusal: Problem?
    }

    /// How many tokens a round may write of a client whose tokens are counted.
    let outputLimit: Int
    /// How many answers the model is asked for at once, each of which is counted by a ``sample()`` of the meter.
    let sampleCount: Int
    /// How many calls a round may make: the one that mends an answer, and that of a model which joins a slow one, come on top.
    let callLimit: Int
    /// The models that may answer, by the names that prices and answers have.
    let candidates: [String]
    /// Whose turn it is, as its limits were when it came.
    let client: Client
    let admission: Admission?
    let state = Mutex(State())

    /// The model as the request or the settings name it.
    private let model: String
    private let measures: RunMeasures?
    private let times: TurnTimes?
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Makes a meter.
    ///
    /// - Parameters:
    ///   - model: The model as the request or the settings name it.
    ///   - candidates: The models that may answer.
    ///   - outputLimit: How many tokens a round may write when the client's are counted.
    ///   - times: When the turn was asked for; `nil` for one that was, in another process.
    init(
        model: String,
        candidates: [String],
        client: Client,
        admission: Admission?,
        outputLimit: Int,
        sampleCount: Int = 1,
        callLimit: Int = 1,
        measures: RunMeasures?,
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
        self.measures = measures
        self.times = times
        self.now = now
    }
}

// MARK: - Rounds

extension TurnMeter {
    /// How many tokens the model is told that it may write; `nil` when nobody counts them.
    var askedLimit: Int? { client.limits.countsTokens ? outputLimit : nil }

    /// A model is about to be asked.
    ///
    /// - Throws: ``Problem`` when the client's limits have no room for another round; `StoreError`; `CancellationError`.
    func roundBegins(_ request: LanguageModelExecutorGenerationRequest) async throws {
        let transcript = request.transcript
        try await makeRoom { transcript.byteCount }
        let isFirst = state.withLock { state in
            defer { state.hasAsked = true }
            state.reservation?.begin()
            state.count.roundBegins(model: model) { transcript.byteCount }
            return !state.hasAsked
        }
        if isFirst, let times { measures?.modelAsked(after: times.overhead(until: now())) }
    }

    /// The model was done with the round, or was stopped.
    func modelEnded(_ end: UsageCount.RoundEnd) { state.withLock { $0.count.modelEnded(end) } }

    /// The round is over.
    func roundEnded(_ report: RoundReport) {
        let isFirst = state.withLock { state in
            state.count.roundEnded(
                UsageCount.Heard(
                    usage: report.usage,
                    bytes: report.byteCount,
                    hasContent: report.firstContentAt != nil,
                    model: report.metadata.modelName
                )
            )
            guard report.firstContentAt != nil, !state.hasHeard else { return false }
            state.hasHeard = true
            return true
        }
        if isFirst, let times, let first = report.firstContentAt {
            measures?.firstToken(of: model, after: first - times.asked)
        }
    }

    /// A meter for one of several answers that are asked for at once: it counts only, for room was made for all of them together.
    func sample() -> TurnMeter {
        state.withLock { $0.reservation }?.begin()
        return TurnMeter(
            model: model,
            candidates: candidates,
            client: client,
            admission: nil,
            outputLimit: outputLimit,
            measures: nil,
            times: nil
        )
    }

    /// A tool's call has ended.
    func toolEnded(_ outcome: ToolOutcome) {
        measures?.toolEnded(outcome.call.toolName, isError: outcome.isError, after: outcome.duration)
    }

    /// The turn is over, or waits for its client: what it has used goes into the books, however it came to that; once.
    ///
    /// - Parameter samples: The meters of the answers that were asked for at once.
    /// - Returns: What goes into the books, also of rounds that were broken off; nothing the second time.
    @discardableResult
    func settle(_ samples: [TurnMeter] = []) -> WireUsage {
        let sampled = samples.flatMap { sample in
            sample.state.withLock { state in
                defer { state.count = UsageCount() }
                return state.count.usage
            }
        }
        let (reservation, usage) = state.withLock { state in
            defer {
                state.reservation = nil
                state.reserved = (0, 0)
                state.count = UsageCount()
            }
            return (state.reservation, (state.count.usage + sampled).merged)
        }
        reservation?.settle(usage)
        measures?.used(usage)
        return usage.reduce(WireUsage(inputTokens: 0, outputTokens: 0)) { sum, usage in
            sum + WireUsage(inputTokens: usage.inputTokens, outputTokens: usage.outputTokens)
        }
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
