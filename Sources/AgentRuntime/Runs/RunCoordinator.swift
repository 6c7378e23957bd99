import AgentWire
public import Foundation
public import Logging
public import Storage
import Synchronization

/// Performs runs apart from the requests that asked for them: begins them in their turn, stops them when they have to stop, stores
/// what they tell, and clears away what has been kept long enough.
public final class RunCoordinator: Sendable {
    /// What is done for a run; it ends with ``RunCoordinator/end(_:_:usage:)``.
    typealias Work = @Sendable (LiveRun) async -> Void

    let store: any RunStore & ConversationStore
    let limits: RunLimits
    let conversationLimits: ConversationLimits
    let memory: MemoryGauge?
    let claims = IdempotencyClaims()
    let writer: RunWriter
    let journal: EventJournal?
    let logger: Logger
    let now: @Sendable () -> Date

    let executor: @Sendable () -> (any TaskExecutor)?
    private let observers: [any RunObserver]
    let state: Mutex<State>
    let isJournalBroken = Mutex(false)
    let absences = AsyncStream<(run: LiveRun, absence: Int)>.makeStream()

    /// Makes a coordinator; it does nothing until ``recover()`` and ``run()``.
    ///
    /// - Parameters:
    ///   - journal: Where is kept what was shown and is not stored yet; without one, a process that is killed loses it.
    ///   - load: How much may go on at a time.
    ///   - conversationLimits: How large conversations and what is stored of clients may become.
    ///   - executor: Performs a run's work; called where the run is made, commonly in the task of the request that asked for it.
    public init(
        store: any RunStore & ConversationStore,
        journal: EventJournal?,
        limits: RunLimits = RunLimits(),
        load: LoadLimits = LoadLimits(),
        conversationLimits: ConversationLimits = ConversationLimits(),
        observers: [any RunObserver] = [],
        executor: @escaping @Sendable () -> (any TaskExecutor)? = { nil },
        logger: Logger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.store = store
        self.journal = journal
        self.limits = limits
        self.conversationLimits = conversationLimits
        memory = load.memoryBytes.map { MemoryGauge(limit: $0) }
        state = Mutex(
            State(
                slots: RunSlots(load),
                waiting: WaitingPlaces(load),
                endedCalls: EndedCalls(limits.unstoredCalls)
            )
        )
        self.observers = observers
        self.executor = executor
        self.logger = logger
        self.now = now
        writer = RunWriter(store: store, journal: journal, logger: logger)
    }

    /// Works until the task is cancelled; runs that are under way then are interrupted, and it returns when their ends are stored.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.writer.work(on: { self.liveRuns }, whenTried: self.endsWereTried) }
            group.addTask { await self.watchTime() }
            for await (run, absence) in absences.stream {
                group.addTask {
                    // The grace itself: the only reason to sleep here.
                    try? await Task.sleep(for: self.limits.disconnectGrace)
                    if !Task.isCancelled, run.graceEnded(absence) { await self.endUnbegun(run) }
                }
            }
            group.cancelAll()
            interruptAll()
            await drained()
            // What waiting runs were answered last.
            await writer.flush()
            writer.stop()
        }
        // What waits for its client goes on in the next process; here it would hold the coordinator.
        let waiters = state.withLock { state in
            state.runs = [:]
            state.resumptions = [:]
            state.returns = [:]
            return state.takeDrainWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// The runs that have not ended.
    var liveRuns: [LiveRun] { state.withLock { Array($0.runs.values) } }

    /// The bytes of a client's requests that are being answered, which the store does not hold whole yet; direct calls left out.
    func pendingBytes(of client: String) -> Int {
        state.withLock { state in
            state.runs.values.reduce(0) { sum, run in
                run.identity.client == client && !run.identity.isDirectCall
                    ? sum + run.identity.request.utf8.count : sum
            }
        }
    }

    /// A run that has not been stored to its end.
    func liveRun(_ id: String) -> LiveRun? { state.withLock { $0.runs[id] } }

    /// Whether a run has this conversation, or something else that keeps runs out of it.
    func isTaken(_ place: ConversationQueue.Place) -> Bool { state.withLock { $0.queue.isTaken(place) } }

    /// Keeps runs out of a conversation for something else; false while a run has it.
    func hold(_ place: ConversationQueue.Place, for holder: String) -> Bool {
        state.withLock { $0.queue.enter(holder, place, .refuse) == .begin }
    }

    /// Lets runs into a conversation again.
    func giveBack(_ place: ConversationQueue.Place, from holder: String) {
        leave(place, by: holder)
    }
}

// MARK: - Runs that wait for their client

extension RunCoordinator {
    /// Whether no run is taken in any more.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Takes in a run that has its conversation already.
    func takeIn(_ run: LiveRun) {
        state.withLock { state in
            _ = state.queue.enter(run.id, run.identity.place, .queue)
            state.runs[run.id] = run
        }
    }

    /// Wakes who waits until no run is under way.
    func wakeDrained() {
        let waiters = state.withLock { $0.takeDrainWaiters() }
        for waiter in waiters { waiter.resume() }
    }
}

// MARK: - Beginning

extension RunCoordinator {
    /// Takes a run in, and begins it when its conversation is free and there is a slot.
    ///
    /// A direct call begins at once because it takes no slot and has no conversation.
    ///
    /// - Throws: ``Problem`` when the conversation is taken and the run is not to wait, when there is no room, or when the server is
    ///   being stopped.
    func add(_ run: LiveRun, onBusy policy: ChatRequest.BusyPolicy, _ work: @escaping Work) throws(Problem) {
        let entry: Entry? = state.withLock { state in
            guard !state.isStopping else { return nil }
            if state.isErasing(run.identity.client) { return .erasing }
            if run.identity.isDirectCall {
                state.runs[run.id] = run
                return .begin
            }
            let entry = state.queue.enter(run.id, run.identity.place, policy)
            if entry == .refuse { return .busy }
            switch state.slots.enter(run.id, of: run.identity.client, isConversationFree: entry == .begin) {
            case .refuse(let refusal):
                _ = state.queue.leave(run.id, run.identity.place)
                return .refused(refusal, retryAfterSeconds: state.slots.retryAfterSeconds)
            case .begin:
                state.runs[run.id] = run
                return .begin
            case .wait:
                state.runs[run.id] = run
                state.works[run.id] = work
                if case .replace(let other) = entry { return .wait(replacing: other) }
                return .wait(replacing: nil)
            }
        }
        switch entry {
        case nil: throw Self.stopping
        case .refused(let refusal, let seconds): throw Problem(refusal, retryAfterSeconds: seconds)
        case .busy: throw busy(run.identity.place, advice: "wait for its end, or say with on_busy what should happen")
        case .erasing: throw Self.erasing
        case .begin: begin(run, work)
        case .wait(let other):
            tell(run, .queued)
            if let other = other.flatMap(liveRun) { stop(other, .replaced) }
        }
    }

    /// What becomes of a run that comes.
    private enum Entry {
        case begin
        case wait(replacing: String?)
        case busy
        case erasing
        case refused(FairPlaces.Refusal, retryAfterSeconds: Int)
    }

    /// A run has its conversation and a slot.
    func begin(_ run: LiveRun, _ work: @escaping Work) {
        guard run.begin(at: now()) else { return }
        tell(run, .running, before: .queued)
        perform(run) { await work(run) }
    }

    /// Sets a run to work.
    ///
    /// Unstructured, because a run is cancelled by itself, at any time and by whoever may, which a group does not do with one of its
    /// tasks. ``drained()`` waits for all of them.
    func perform(_ run: LiveRun, _ work: @escaping @Sendable () async -> Void) {
        run.take(Task(executorPreference: run.executor, operation: work))
    }

    /// Tells the observers where a run stands.
    func tell(_ run: LiveRun, _ status: RunStatus, before: RunStatus? = nil, usage: WireUsage? = nil) {
        guard !observers.isEmpty else { return }
        let change = RunChange(
            run: run.id,
            client: run.identity.client,
            conversation: run.identity.conversation,
            model: run.identity.model,
            tool: run.identity.tool,
            status: status,
            former: before,
            usage: usage,
            requestID: run.identity.requestID,
            traceID: run.identity.traceID,
            createdAt: run.identity.createdAt,
            time: now()
        )
        for observer in observers { observer.runChanged(change) }
    }
}

// MARK: - Ending

extension RunCoordinator {
    /// Stops a run, unless it is over or has its answer.
    func stop(_ run: LiveRun, _ reason: RunStateMachine.StopReason) {
        guard run.stop(reason) else { return }
        // Unstructured, because whoever stops a run that has not begun does not wait for its end to be stored; `drained()` does.
        Task { await endUnbegun(run) }
    }

    /// Writes the end of a run that was stopped while no work was under way.
    func endUnbegun(_ run: LiveRun) async {
        if run.status == .queued { run.tell(.started(RunStart(run.identity))) }
        let (turn, usage) = abandonedTurn(of: run)
        await end(run, LiveRun.Ending(stopped: run.stopReason ?? .requested, usage: usage, turn: turn), usage: usage)
    }

    /// Stores a run's end, lets the next run of the conversation in, and shows the end to the readers.
    func end(_ run: LiveRun, _ ending: LiveRun.Ending, usage: WireUsage) async {
        if run.identity.isDirectCall { return endDirectCall(run, ending, usage: usage) }
        var ending = ending
        let time = now()
        var outcome = await writer.end(run, ending, at: time)
        if case .doesNotFit = outcome {
            let problem = Problem(
                .conversationBusy,
                detail: "another turn was added to this conversation meanwhile; send this one again"
            )
            ending = LiveRun.Ending(status: .failed, events: [.failed(problem)])
            outcome = await writer.end(run, ending, at: time)
        }
        var isStored = true
        if case .failed = outcome {
            isStored = false
            if ending.status == .completed {
                let problem = Problem(
                    .internalError,
                    detail: "the answer could not be stored; the server's log says why"
                )
                ending = LiveRun.Ending(status: .failed, events: [.failed(problem)])
            }
        }
        // Before the end is shown: whoever reads it may send the next turn at once.
        leave(run.identity.place, by: run.id)
        run.end(ending, at: time, isStored: isStored)
        tell(run, ending.status, usage: usage)
        forget([run])
    }

    /// Removes runs that are over from memory, and wakes who waits for that.
    func forget(_ runs: [LiveRun]) {
        guard !runs.isEmpty else { return }
        let waiters = state.withLock { state in
            for run in runs {
                state.runs[run.id] = nil
                state.resumptions[run.id] = nil
                state.returns[run.id] = nil
                state.endedCalls.remove(run.id)
                state.waiting.leave(run.id, at: .now)
            }
            return state.takeDrainWaiters()
        }
        // After the removal: whoever gives a run its key afterwards finds it gone and releases the key.
        for run in runs {
            if let key = run.identity.idempotencyKey { claims.release(.init(client: run.identity.client, key: key)) }
        }
        for waiter in waiters { waiter.resume() }
    }

    /// No run is taken in any more.
    ///
    /// Who reads a run that waits is sent away: its client comes back after the next start.
    public func stopTaking() {
        let runs = state.withLock { state in
            state.isStopping = true
            return state.runs.values.filter { state.isAtRest($0) }
        }
        for run in runs { run.dismissReaders() }
        // The ends of direct calls are stored now, because whoever stops the server waits for them.
        writer.requestFlush()
    }

    /// Stops all runs because the server stops.
    public func interruptAll() {
        stopTaking()
        for run in liveRuns { stop(run, .shutdown) }
    }

    /// Returns when no run is under way, or all wait for their clients; also when the task is cancelled only then.
    public func drained() async {
        await withCheckedContinuation { waiter in
            let isDrained = state.withLock { state in
                if !state.isDrained { state.drainWaiters.append(waiter) }
                return state.isDrained
            }
            if isDrained { waiter.resume() }
        }
    }
}
