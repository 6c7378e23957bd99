import AgentWire

/// The times and counts of a run, for operators: when it waited for a slot, called the model and its tools, and waited for its client.
///
/// It has no texts, arguments or titles. It changes where a round, a tool or a wait starts or ends, never for a token. The number of its
/// spans is bounded; the counts also include what has no span.
struct RunTimeline: Sendable, Equatable {
    /// The most spans of a run.
    static let mostSpans = 256

    /// The numbers of a run so far.
    struct Counts: Sendable, Equatable {
        /// The milliseconds in which it waited for its conversation or a slot; `nil` until it has started.
        var queueTime: Int?
        /// The milliseconds from the request to the end; `nil` until it has ended.
        var duration: Int?
        /// The number of model calls.
        var rounds = 0
        /// The number of calls of the server's tools.
        var toolCalls = 0
        /// The tokens of the ended rounds, as far as the provider has counted them.
        var usage = RoundUsage()
        /// The kind of problem with which it failed.
        var problem: Problem.Kind?
    }

    /// The tokens of a round, as the provider has counted them.
    struct RoundUsage: Sendable, Equatable {
        /// The tokens read, those of the cache among them.
        var input = 0
        /// The tokens of the input that the provider's cache had.
        var cached = 0
        /// The tokens written.
        var output = 0

        /// Adds tokens; the sums end at the greatest number, because a provider may report any.
        mutating func add(_ other: RoundUsage) {
            input = Self.sum(input, other.input)
            cached = Self.sum(cached, other.cached)
            output = Self.sum(output, other.output)
        }

        private static func sum(_ left: Int, _ right: Int) -> Int {
            let (sum, overflows) = left.addingReportingOverflow(max(0, right))
            return overflows ? .max : sum
        }
    }

    /// The spans, in the order of their starts.
    private(set) var spans: [Span] = []
    /// The number of spans beyond ``mostSpans``.
    private(set) var omittedCount = 0
    /// The numbers.
    private(set) var counts = Counts()
    /// The number of changes.
    private(set) var revision = 0

    private let start: ContinuousClock.Instant
    /// The indexes of the rounds under way, by the meters that count them.
    private var rounds: [(lane: Int, index: Int)] = []
    /// The indexes of the calls under way, by their items.
    private var calls: [(item: Int, index: Int)] = []
    /// The index of the wait for a slot.
    private var queue: Int?
    /// The indexes of the waits for the client, by their calls.
    private var waits: [(call: String, index: Int)] = []

    /// Makes the timeline of a run that waits for its conversation or a slot.
    ///
    /// - Parameter start: The time of the request.
    init(start: ContinuousClock.Instant) {
        self.start = start
        queue = add(.queue, at: 0)
    }

    /// Makes the timeline of a run that an earlier process left waiting for its client.
    ///
    /// - Parameter calls: The calls that it waits for.
    init(
        start: ContinuousClock.Instant,
        spans: [Span],
        omittedCount: Int,
        counts: Counts,
        waitingFor calls: [String]
    ) {
        self.start = start
        self.spans = Array(spans.prefix(Self.mostSpans))
        self.omittedCount = omittedCount
        self.counts = counts
        var calls = calls[...]
        for index in self.spans.indices where self.spans[index].duration == nil {
            switch self.spans[index].kind {
            case .queue: queue = index
            case .wait: waits.append((calls.popFirst() ?? "", index))
            // A run does not wait while it calls its model or a tool.
            case .round, .tool: break
            }
        }
    }

    /// Applies an event: the start or the end of a call of one of the server's tools.
    mutating func apply(_ event: RunEvent) {
        switch event {
        case .itemAdded(let item):
            guard case .toolCall(let call) = item.content, call.site == .server else { return }
            toolStarted(item: item.number, name: call.name, at: .now)
        case .toolFinished(let item, let call):
            if !calls.isEmpty { toolEnded(item: item, hasFailed: call.status == .failed, at: .now) }
        default: return
        }
    }

    static func == (left: RunTimeline, right: RunTimeline) -> Bool {
        left.spans == right.spans && left.counts == right.counts && left.omittedCount == right.omittedCount
    }
}

// MARK: - The run

extension RunTimeline {
    /// Records that the run has its slot: for the first time, or again after it has waited for its client.
    mutating func started(at time: ContinuousClock.Instant) {
        let now = milliseconds(at: time)
        closeWaits(at: now) { _ in true }
        guard let index = queue else { return }
        queue = nil
        let waited = now - spans[index].start
        spans[index].duration = waited
        counts.queueTime = (counts.queueTime ?? 0) + waited
        revision += 1
    }

    /// Records that the run waits for its client.
    mutating func waiting(for calls: [(call: String, name: String, kind: WaitKind)], at time: ContinuousClock.Instant) {
        let now = milliseconds(at: time)
        for call in calls {
            if let index = add(.wait(.init(round: counts.rounds, tool: call.name, kind: call.kind)), at: now) {
                waits.append((call.call, index))
            }
        }
    }

    /// Records that calls were answered or have expired; after the last one, the run waits for a slot.
    ///
    /// - Parameter isOpen: Whether a call still needs an answer.
    mutating func answered(at time: ContinuousClock.Instant, isOpen: (String) -> Bool) {
        let now = milliseconds(at: time)
        closeWaits(at: now) { !isOpen($0) }
        if waits.isEmpty, queue == nil { queue = add(.queue, at: now) }
    }

    /// Records the end of the run, which ends every span.
    ///
    /// The last call counts, because an end that could not be stored is replaced by another one.
    mutating func ended(at time: ContinuousClock.Instant, problem: Problem.Kind?) {
        let now = milliseconds(at: time)
        for index in spans.indices where spans[index].duration == nil { spans[index].stop(at: now) }
        (rounds, calls, waits, queue) = ([], [], [], nil)
        counts.duration = now
        counts.problem = problem
        revision += 1
    }

    private mutating func closeWaits(at now: Int, where isEnded: (String) -> Bool) {
        for (call, index) in waits where isEnded(call) {
            spans[index].duration = max(0, now - spans[index].start)
            revision += 1
        }
        waits.removeAll { isEnded($0.call) }
    }
}

// MARK: - Rounds and tools

extension RunTimeline {
    /// Records the start of a model call.
    ///
    /// - Parameters:
    ///   - lane: The meter that counts it, which has one round at a time.
    ///   - model: The model, as far as it is known.
    mutating func roundStarted(_ lane: Int, model: String, at time: ContinuousClock.Instant) {
        counts.rounds += 1
        rounds.removeAll { $0.lane == lane }
        let round = Round(number: counts.rounds, model: model)
        if let index = add(.round(round), at: milliseconds(at: time)) { rounds.append((lane, index)) }
    }

    /// Records the end of a model call.
    ///
    /// - Parameters:
    ///   - model: The model that answered, if it was one of several.
    ///   - firstContent: The time of the first piece of the answer; `nil` if there was none.
    ///   - usage: The tokens, as the provider has counted them.
    ///   - end: The way in which it ended; `nil` if the model named no reason.
    mutating func roundEnded(
        _ lane: Int,
        model: String?,
        firstContent: ContinuousClock.Instant?,
        usage: RoundUsage,
        end: Round.End?,
        at time: ContinuousClock.Instant
    ) {
        counts.usage.add(usage)
        revision += 1
        guard let place = rounds.firstIndex(where: { $0.lane == lane }) else { return }
        let index = rounds.remove(at: place).index
        guard case .round(var round) = spans[index].kind else { return }
        if let model { round.model = model }
        round.firstContent = firstContent.map { max(0, milliseconds(at: $0) - spans[index].start) }
        round.usage = usage
        round.end = end
        spans[index].kind = .round(round)
        spans[index].duration = milliseconds(at: time) - spans[index].start
    }

    /// Records the start of a call of one of the server's tools.
    mutating func toolStarted(item: Int, name: String, at time: ContinuousClock.Instant) {
        counts.toolCalls += 1
        let call = ToolCall(round: counts.rounds, tool: name)
        if let index = add(.tool(call), at: milliseconds(at: time)) { calls.append((item, index)) }
    }

    /// Records the end of such a call; does nothing for any other call.
    mutating func toolEnded(item: Int, hasFailed: Bool, at time: ContinuousClock.Instant) {
        guard let place = calls.firstIndex(where: { $0.item == item }) else { return }
        let index = calls.remove(at: place).index
        guard case .tool(var call) = spans[index].kind else { return }
        call.state = hasFailed ? .failed : .done
        spans[index].kind = .tool(call)
        spans[index].duration = milliseconds(at: time) - spans[index].start
        revision += 1
    }
}

extension RunTimeline {
    /// Adds a span; `nil` if there are too many.
    private mutating func add(_ kind: Span.Kind, at now: Int) -> Int? {
        revision += 1
        guard spans.count < Self.mostSpans else {
            omittedCount += 1
            return nil
        }
        spans.append(Span(start: now, kind: kind))
        return spans.count - 1
    }

    /// Returns the milliseconds since the request.
    private func milliseconds(at time: ContinuousClock.Instant) -> Int {
        let (seconds, attoseconds) = (time - start).components
        guard seconds >= 0, seconds < 1 << 40 else { return 0 }
        return max(0, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}
