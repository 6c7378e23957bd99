import AgentWire
public import Foundation
public import HeldBytes
public import Logging
public import PrivateFiles
import Signals
public import Storage
import Synchronization

/// Executes runs independently of the requests that started them: starts them when there is a slot, stops them, stores their events,
/// and deletes expired data.
public final class RunCoordinator: Sendable {
    /// The work of a run; it ends with ``RunCoordinator/end(_:_:usage:)``.
    typealias Work = @Sendable (LiveRun) async -> Void

    let store: any RunStore & ConversationStore
    /// The lease of the store.
    let lease: any StoreLease
    /// The limits of runs.
    public let limits: RunLimits
    let conversationLimits: ConversationLimits
    let memory: MemoryGauge?
    /// The bytes that are held for each client between its requests.
    public let held: HeldBytes
    /// The bytes of the active turns of each client: of their requests and conversations.
    let turnBytes: HeldBytes
    let claims = IdempotencyClaims()
    // One process: only changes of this process are sent.
    let conversationChanges = Broadcast<(owner: Owner, change: ConversationUpdate)>()
    let writer: RunWriter
    let journal: (any EventJournal)?
    /// The devices of the clients; `nil` when none can register.
    let devices: DeviceDirectory?
    let logger: Logger
    let now: @Sendable () -> Date

    let executor: @Sendable () -> (any TaskExecutor)?
    private let observers: [any RunObserver]
    let state: Mutex<State>
    let storage: StorageHealth
    let absences = AsyncStream<(run: LiveRun, absence: Int)>.makeStream()

    /// Makes a coordinator; it does nothing until ``recover()`` and ``run()`` are called.
    ///
    /// - Parameters:
    ///   - lease: The lease of the store, which decides whose runs ``recover()`` ends.
    ///   - journal: The journal for events that were shown but not stored yet; without it, a killed process loses them.
    ///   - load: The limits on concurrent work.
    ///   - conversationLimits: The limits on the size of conversations and of a client's stored data.
    ///   - devices: The devices of the clients, which make calls of runs; `nil` for none.
    ///   - diskSpace: Returns the space of the disk with the store and the journal; `nil` if it is not known.
    ///   - executor: Returns the executor of a run's work; called where the run is made, usually in the task of the request that
    ///     started it.
    public init(
        store: any RunStore & ConversationStore,
        lease: any StoreLease = SoleLease(),
        journal: (any EventJournal)?,
        limits: RunLimits = RunLimits(),
        load: LoadLimits = LoadLimits(),
        conversationLimits: ConversationLimits = ConversationLimits(),
        observers: [any RunObserver] = [],
        devices: DeviceDirectory? = nil,
        diskSpace: @escaping @Sendable () -> DiskSpace? = { nil },
        executor: @escaping @Sendable () -> (any TaskExecutor)? = { nil },
        logger: Logger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.store = store
        self.lease = lease
        self.journal = journal
        self.limits = limits
        self.conversationLimits = conversationLimits
        memory = load.memoryBytes.map { MemoryGauge(limit: $0) }
        held = HeldBytes(.init(memory: load.memoryBytes))
        turnBytes = HeldBytes(.init(owner: .max, total: load.bytesOfTurns))
        state = Mutex(
            State(
                slots: RunSlots(load),
                waiting: WaitingPlaces(load),
                endedCalls: EndedCalls(limits.unstoredCalls)
            )
        )
        self.observers = observers
        self.devices = devices
        self.executor = executor
        self.logger = logger
        self.now = now
        let storage = StorageHealth(journal: journal, diskSpace: diskSpace, logger: logger)
        self.storage = storage
        writer = RunWriter(store: store, journal: journal, logger: logger) { storage.record($0, of: .store) }
        journal?.onKept { [weak self] run, sequence in self?.liveRun(run)?.markKept(before: sequence) }
    }

    /// Works until the task is cancelled.
    ///
    /// Runs that are active then are interrupted, and it returns when their ends are stored.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.writer.work(on: { self.liveRuns }, whenFlushed: self.removeStoredCalls) }
            group.addTask { await self.watchTime() }
            for await (run, absence) in absences.stream {
                group.addTask {
                    // The grace window itself: the only reason to sleep here.
                    try? await Task.sleep(for: self.limits.disconnectGrace)
                    if !Task.isCancelled, run.graceEnded(absence) { await self.endWithoutWork(run) }
                }
            }
            group.cancelAll()
            interruptAll()
            await drained()
            // Stores the last answers to waiting runs.
            await writer.flush()
            writer.stop()
        }
        // Runs that wait for their client resume in the next process; here they would retain the coordinator.
        let waiters = state.withLock { state in
            state.runs = [:]
            state.resumptions = [:]
            state.resumptionProgress = [:]
            return state.dequeueDrainWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// The runs that have not ended.
    var liveRuns: [LiveRun] { state.withLock { Array($0.runs.values) } }

    /// Adds the bytes of the active requests of a client and of its user, which are not wholly stored yet; without direct calls.
    func addPendingBytes(of owner: Owner, to size: inout StoredSize) {
        let (ofClient, ofOwner) = state.withLock { state in
            state.runs.values.reduce(into: (0, 0)) { sums, run in
                guard run.identity.owner.client == owner.client, !run.identity.isDirectCall else { return }
                let bytes = run.identity.request.utf8.count
                sums.0 += bytes
                if run.identity.owner == owner { sums.1 += bytes }
            }
        }
        size.clientBytes += ofClient
        size.userBytes? += ofOwner
    }

    /// Returns a run whose end is not stored yet.
    func liveRun(_ id: String) -> LiveRun? { state.withLock { $0.runs[id] } }

    /// Whether a run or another holder has this conversation.
    func isTaken(_ place: ConversationQueue.Place) -> Bool { state.withLock { $0.queue.isTaken(place) } }

    /// Blocks a conversation for another holder than a run; false while a run has it.
    func holdConversation(_ place: ConversationQueue.Place, for holder: String) -> Bool {
        state.withLock { $0.queue.enter(holder, place, .refuse) == .begin }
    }

    /// Releases a conversation that ``holdConversation(_:for:)`` has blocked.
    func releaseConversation(_ place: ConversationQueue.Place, from holder: String) {
        release(place, by: holder)
    }
}

// MARK: - Runs that wait for their client

extension RunCoordinator {
    /// Whether no new run is accepted.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Adds a run that has its conversation already.
    func addWaiting(_ run: LiveRun) {
        state.withLock { state in
            _ = state.queue.enter(run.id, run.identity.place, .queue)
            state.runs[run.id] = run
        }
    }

    /// Resumes the tasks that wait until no run is active.
    func wakeDrained() {
        let waiters = state.withLock { $0.dequeueDrainWaiters() }
        for waiter in waiters { waiter.resume() }
    }
}

// MARK: - Starting

extension RunCoordinator {
    /// Adds a run, and starts it when its conversation and a slot are free.
    ///
    /// A direct call starts at once because it needs no slot and has no conversation.
    ///
    /// - Parameter hold: The bytes that the run has until it ends or waits for its client; `nil` for a direct call.
    /// - Throws: ``Problem`` when the conversation is busy and the run must not wait, when there is no room, or when the server is
    ///   stopping.
    func add(
        _ run: LiveRun,
        onBusy policy: ChatRequest.BusyPolicy,
        holding hold: HeldBytes.Hold? = nil,
        _ work: @escaping Work
    ) throws(Problem) {
        let entry: Entry? = state.withLock { state in
            guard !state.isStopping else { return nil }
            if state.isErasing(run.identity.owner) { return .erasing }
            if run.identity.isDirectCall {
                state.runs[run.id] = run
                return .begin
            }
            let entry = state.queue.enter(run.id, run.identity.place, policy)
            if entry == .refuse { return .busy }
            switch state.slots.enter(run.id, of: run.identity.owner, isConversationFree: entry == .begin) {
            case .refuse(let refusal):
                _ = state.queue.leave(run.id, run.identity.place)
                return .refused(refusal, retryAfterSeconds: state.slots.retryAfterSeconds)
            case .begin:
                state.runs[run.id] = run
                state.turnHolds[run.id] = hold
                return .begin
            case .wait:
                state.runs[run.id] = run
                state.turnHolds[run.id] = hold
                state.works[run.id] = work
                if case .replace(let other) = entry { return .wait(replacing: other) }
                return .wait(replacing: nil)
            }
        }
        switch entry {
        case nil: throw Self.stopping
        case .refused(let refusal, let seconds): throw Problem(refusal, retryAfterSeconds: seconds)
        case .busy: throw busy(run.identity.place, advice: "wait for its end, or choose what happens with on_busy")
        case .erasing: throw Self.erasing
        case .begin: start(run, work)
        case .wait(let other):
            notifyObservers(of: run, .queued)
            if let other = other.flatMap(liveRun) { stop(other, .replaced) }
        }
    }

    /// The decision about a new run.
    private enum Entry {
        case begin
        case wait(replacing: String?)
        case busy
        case erasing
        case refused(FairPlaces.Refusal, retryAfterSeconds: Int)
    }

    /// Starts a run that has its conversation and a slot.
    func start(_ run: LiveRun, _ work: @escaping Work) {
        guard run.start(at: now()) else { return }
        notifyObservers(of: run, .running, before: .queued)
        perform(run) { await work(run) }
    }

    /// Starts the task of a run's work.
    ///
    /// Unstructured, because any task may cancel a run at any time, which a task group does not support for its members. ``drained()``
    /// waits for all of them.
    func perform(_ run: LiveRun, _ work: @escaping @Sendable () async -> Void) {
        run.setWork(Task(executorPreference: run.executor, operation: work))
    }

    /// Notifies the observers of a run's new status.
    func notifyObservers(of run: LiveRun, _ status: RunStatus, before: RunStatus? = nil, usage: WireUsage? = nil) {
        noteConversationChange(of: run, status)
        guard !observers.isEmpty else { return }
        let change = RunChange(
            run: run.id,
            client: run.identity.owner.client,
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

    /// Notifies the observers that a model call, a tool or a wait of a run has started or ended.
    func notifyTimelineObservers(of run: LiveRun) {
        for observer in observers { observer.timelineChanged(of: run.id) }
    }

    /// Notifies the observers of the number of a run's readers.
    func notifyReaderObservers(of run: LiveRun, _ count: Int) {
        for observer in observers { observer.readersChanged(of: run.id, to: count) }
    }

    /// Notifies the readers of a run's conversation, if the status means that the turn was stored.
    private func noteConversationChange(of run: LiveRun, _ status: RunStatus) {
        let identity = run.identity
        guard !identity.conversation.isEmpty, status.isOver || status == .waiting else { return }
        // Only a run that starts a conversation gives it a title.
        if identity.title != nil { conversationChanges.notify((identity.owner, .list)) }
        conversationChanges.notify((identity.owner, .content(identity.conversation)))
    }
}
