public import AgentWire
import Storage
import Synchronization

/// Reads a run's events in order, each once: first those that exist, then each new one.
///
/// It reads from the run's memory while it keeps up, and from the store while it is behind. So a slow reader neither slows the run down
/// nor uses memory. One task reads; ``requestHeartbeat()`` and ``close()`` may be called from any task.
public final class RunReader: Sendable {
    private struct State {
        /// The next event to read from the store; `nil` while the reader reads the run's memory.
        var storedSequence: Int?
        var isClosed = false
        /// The reason why the client may no longer read.
        var refusal: Problem?
        /// Called when the reader is closed, if it reads an ended run; a run in memory calls its listeners itself.
        var listener: (@Sendable () -> Void)?
    }

    /// The run's id.
    public let run: String
    /// The number of the native dialect's frame for the first event of this reader.
    public let firstFrame: Int
    /// The number of the first of these frames that the client has not received.
    public let skippedFrames: Int
    /// Whether the model's reasoning has frames, if the start of the run is not among this reader's events.
    public let showsReasoning: Bool

    private let live: (run: LiveRun, reader: Int)?
    private let store: any RunStore
    private let state: Mutex<State>

    /// Makes a reader of a run in memory, at a place.
    ///
    /// - Parameters:
    ///   - skipped: The number of native frames that the client has received.
    ///   - token: The id of the client's token.
    init(
        _ run: LiveRun,
        from place: RunPlace = .start,
        skipping skipped: Int = 0,
        token: String? = nil,
        store: any RunStore
    ) {
        self.run = run.id
        firstFrame = place.native
        showsReasoning = place.showsReasoning
        skippedFrames = skipped
        let sequence = place.event
        self.store = store
        let reader = run.attach(token: token)
        live = (run, reader)
        state = Mutex(State(storedSequence: run.place(reader, before: sequence) ? nil : sequence))
    }

    /// Makes a reader of an ended run, at its first event.
    ///
    /// - Parameter skipped: The number of native frames that the client has received.
    init(stored run: String, skipping skipped: Int = 0, store: any RunStore) {
        self.run = run
        firstFrame = 0
        showsReasoning = false
        skippedFrames = skipped
        self.store = store
        live = nil
        state = Mutex(State(storedSequence: 0))
    }

    deinit { close() }

    /// Returns all new events; waits while there are none.
    ///
    /// - Throws: `StoreError` when the store cannot be read; `CancellationError`.
    public func next() async throws -> RunNews {
        while true {
            switch news() {
            case .behind(let sequence):
                if let news = try await readStore(from: sequence) { return news }
            case .nothing: if let live { await live.run.wait(live.reader, for: .events) }
            case let news: return news
            }
        }
    }

    /// Returns the new events, without waiting.
    public func news() -> RunNews {
        let (sequence, isClosed) = state.withLock { ($0.storedSequence, $0.isClosed) }
        if isClosed || sequence != nil && self.isClosed { return .closed }
        if let sequence { return .behind(first: sequence) }
        // The directory makes no reader of stored events for a run that another node performs.
        guard let live else { return .over }
        let news = live.run.news(for: live.reader)
        if case .behind(let sequence) = news { state.withLock { $0.storedSequence = sequence } }
        return news
    }

    /// Whether the reader was closed or dismissed.
    public var isClosed: Bool {
        state.withLock(\.isClosed) || live.map { $0.run.hasDismissed($0.reader) } == true
    }

    /// Registers a closure that is called, on any thread, when there is news: once until ``news()`` or ``next()`` is called again.
    ///
    /// It is also called when the reader is closed. Stored events are no news: they are read by ``next()``.
    public func listen(_ listener: @escaping @Sendable () -> Void) {
        if let live { return live.run.listen(live.reader, listener) }
        let isClosed = state.withLock { state in
            if !state.isClosed { state.listener = listener }
            return state.isClosed
        }
        if isClosed { listener() }
    }

    /// Shows only events that outlive the process, because the client can resume after the number of one of them.
    ///
    /// It is called before the first event is read.
    public func showKeptOnly() { if let live { live.run.showKeptOnly(live.reader) } }

    /// Reads events from the store; `nil` when the next events are in the run's memory.
    private func readStore(from sequence: Int) async throws -> RunNews? {
        if let live, live.run.place(live.reader, before: sequence) {
            state.withLock { $0.storedSequence = nil }
            return nil
        }
        let chunks = try await store.events(of: run, from: sequence, limit: Self.chunksAtOnce)
        try Task.checkCancellation()
        guard let last = chunks.last else {
            // Without this check, a run that is deleted while it is read would look like an ended one.
            guard live == nil, try await store.run(run) != nil else { throw RunReaderLost() }
            return .over
        }
        state.withLock { $0.storedSequence = last.end }
        return .events(lines: chunks.flatMap { $0.dropping(before: sequence).lines }, first: sequence)
    }

    /// The number of chunks to read at once; a chunk usually has the events of a second.
    private static let chunksAtOnce = 8

    /// Waits until the run has content beyond its start event, or until ``requestHeartbeat()``.
    ///
    /// - Returns: The problem of a run that failed without any content.
    /// - Throws: `StoreError`; ``Problem`` when the reader's token was revoked meanwhile; `CancellationError` when the reader was closed.
    public func problemBeforeContent() async throws -> Problem? {
        let outcome: RunOutcome
        if let live {
            await live.run.wait(live.reader, for: .content)
            let overview = live.run.overview(live.reader)
            try check(overview)
            outcome = overview.outcome
        } else {
            outcome = try await storedOutcome(limit: 2)
        }
        guard !outcome.hasContent, outcome.ending != nil else { return nil }
        try await waitUntilKept()
        do { _ = try outcome.reply() } catch { return problemForCaller(error) }
        return nil
    }

    /// Returns the problem for a caller that waited for the run, with the run's id.
    ///
    /// When this process interrupts a run because it stops, the problem advises sending the request again to the next process. A later
    /// request with the same idempotency key gets the run's final problem.
    public func problemForCaller(_ problem: Problem) -> Problem {
        var problem = problem
        problem.run = run
        guard live != nil, problem.kind == .runInterrupted else { return problem }
        var advice = Problem(
            .shuttingDown,
            detail:
                "the server stopped before this was done; send it again, with a new Idempotency-Key if it had one"
        )
        advice.run = problem.run
        advice.conversation = problem.conversation
        advice.isAfterToolCalls = problem.isAfterToolCalls
        return advice
    }

    /// Waits until the run ends or waits for its client.
    ///
    /// The outcome's ``AgentWire/RunOutcome/actions`` has the calls that the run waits for. Such a reader must not request heartbeats.
    ///
    /// - Throws: As ``problemBeforeContent()``.
    public func outcome() async throws -> RunOutcome {
        guard let live else { return try await storedOutcome(limit: .max) }
        while true {
            await live.run.wait(live.reader, for: .outcome)
            let overview = live.run.overview(live.reader)
            try check(overview)
            guard overview.isOver || overview.isPaused else { continue }
            try await waitUntilKept()
            return overview.outcome
        }
    }

    /// Waits until the run and its events so far outlive the process, so that a client finds after a crash what it was told.
    ///
    /// A journal that keeps entries at once makes nothing wait.
    ///
    /// - Throws: As ``problemBeforeContent()``.
    func waitUntilKept() async throws {
        guard let live, let end = live.run.keep() else { return }
        while !live.run.isKept(upTo: end) {
            await live.run.wait(live.reader, for: .kept(end))
            try check(live.run.overview(live.reader))
        }
    }

    /// Throws if the reader was dismissed.
    ///
    /// - Throws: As ``problemBeforeContent()``.
    public func check() throws {
        if let refusal = state.withLock(\.refusal) { throw refusal }
        if let live { try check(live.run.overview(live.reader)) }
    }

    private func check(_ overview: LiveRun.Overview) throws {
        if let refusal = state.withLock(\.refusal) { throw refusal }
        if overview.dismissal == .revoked { throw Problem(.unauthorized, detail: "this token was revoked") }
        if overview.isGone { throw CancellationError() }
    }

    private func storedOutcome(limit: Int) async throws -> RunOutcome {
        try await RunOutcome(of: run, in: store, chunkLimit: limit)
    }

    /// Makes ``next()`` return even if there are no events.
    public func requestHeartbeat() { if let live { live.run.requestHeartbeat(live.reader) } }

    /// Removes the reader from its run, because the client may no longer read; ``check()`` then throws the reason.
    public func dismiss(_ reason: Problem) {
        state.withLock { if !$0.isClosed { $0.refusal = reason } }
        close()
    }

    /// Removes the reader from its run.
    public func close() {
        let listener = state.withLock { state in
            state.isClosed = true
            return state.listener.take()
        }
        if let live { live.run.detach(live.reader) }
        listener?()
    }
}

/// The store does not have the events that the run's memory has dropped, because they were deleted.
struct RunReaderLost: Error {}
