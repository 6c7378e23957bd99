import Accounts
import AgentWire
import Foundation
import Storage
import Synchronization

/// A run that has not ended, or has just ended: its state, its log and its readers, under one lock.
///
/// It does not depend on a request: the work continues while readers are added and removed.
final class LiveRun: Sendable {
    // One process: the events of a live run are read here only; the store, which other nodes read, is up to a second behind.

    /// The properties of a run that do not change.
    struct Identity: Sendable {
        let id: String
        let owner: Owner
        /// The id of the token that started it; `nil` when it is unknown or comes from the settings.
        var token: String?
        /// The facts about the user that its token had; `nil` for a run of the client itself.
        var sender: RunSender?
        /// The ground of the signed token that started it; `nil` for another one, and after a restart.
        var grant: TokenGrant?
        /// The conversation; empty when it has none.
        let conversation: String
        /// The title of the conversation that it starts; `nil` when it continues one or has none.
        var title: String?
        /// The model that answers; empty for a direct call.
        let model: String
        /// The request as JSON text, to recognize a repetition.
        let request: String
        /// What the request asks; `nil` for one that is no turn.
        var question: TurnContent.Question?
        let idempotencyKey: String?
        /// The id of the HTTP request that started it.
        var requestID: String?
        /// The trace of the run.
        var traceID: String?
        let createdAt: Date
        /// The time by which the run must have ended, not counting the time that it waits for its client.
        let deadline: ContinuousClock.Instant?
        /// The tool of a direct call; `nil` for any other run.
        var tool: String?
        /// Whether the model's reasoning is among its native events.
        var showsReasoning = false

        /// Whether it is a direct call: without a slot, without a grace window for readers, and shown to its end before the end is
        /// stored.
        var isDirectCall: Bool { tool != nil }

        /// The conversation's key in the queue.
        ///
        /// A run without a conversation has a key of its own.
        var place: ConversationQueue.Place {
            .init(owner: owner, conversation: conversation.isEmpty ? id : conversation)
        }
    }

    struct State {
        var machine: RunStateMachine
        var log = EventLog()
        var outcome = RunOutcome(keepsArguments: false)
        var items = RunItems()
        /// The times and counts, for operators.
        var timeline: RunTimeline
        /// The revision of the timeline that the store has.
        var storedTimelineRevision = 0
        var readers: [Int: Reader] = [:]
        var lastReader = 0
        /// The calls that it waits for, and those that it has waited for.
        var actions = RunActions()
        /// The number of requests that have answered calls, and themselves make sure that the answers are stored and the run resumes.
        var answererCount = 0
        /// Whether the calls that it waits for were shown, so that their deadlines count.
        var hasShownCalls = false
        /// The time by which it must have ended; `nil` while it waits for its client.
        var deadline: ContinuousClock.Instant?
        /// The time that it has left once it resumes.
        var timeLeft: Duration?
        /// The number of changes beside the events, and how many of them the store has.
        var revision = 0
        var storedRevision = 0
        /// The task of the work, once it has started.
        var work: Task<Void, Never>?
        /// The time of the last change of the status.
        var changedAt: Date
        /// Whether the run was appended to the journal, or the store has it.
        var isKept = false
        /// Whether the journal has acknowledged the run.
        var isAcknowledged = false
        /// Whether the store has the run.
        var isStored = false
        /// Whether the writer has fetched its end.
        var isFinal = false
        /// The waits for the store.
        var storeWaits: [StoreWait] = []
        var lastStoreWait = 0
        /// Whether the store has persisted nothing for so long that the run ends.
        var hasGivenUpOnStore = false
        /// The events of the current step; empty except during a call, because only its memory is reused.
        var stepEvents: [RunEvent] = []
    }

    let identity: Identity
    /// The process that performs it.
    let worker: Worker
    /// The process that has left it; `nil` for a run that this process has started.
    let formerWorker: Worker?
    let state: Mutex<State>
    /// The executor of its work; `nil` for the default one.
    let executor: (any TaskExecutor)?
    /// Appends data to the journal before it is shown, so that it survives the process.
    let appendToJournal: @Sendable (JournalEntry) -> JournalKeeping
    /// Requests that its events are stored soon.
    let requestStorage: @Sendable () -> Void
    /// Starts a grace window for an absence of readers.
    let beginGrace: @Sendable (LiveRun, Int) -> Void
    /// Reports that a round, a call or a wait has started or ended.
    let timelineChanged: @Sendable (LiveRun) -> Void
    /// Reports the number of its readers after one was added or removed.
    let readersChanged: @Sendable (LiveRun, Int) -> Void

    var id: String { identity.id }

    /// The state of a run that an earlier process left waiting.
    struct Restored {
        /// The process that has left it.
        var worker: Worker
        var eventCount: Int
        var outcome: RunOutcome
        var actions: RunActions
        var timeLeft: Duration
        var timeline: RunTimelineRecord?
    }

    /// - Parameter requestedAt: The time of the request; `nil` for now.
    init(
        _ identity: Identity,
        of worker: Worker = Worker(),
        outlivesReaders: Bool,
        requestedAt: ContinuousClock.Instant? = nil,
        restored: Restored? = nil,
        executor: (any TaskExecutor)? = nil,
        appendToJournal: @escaping @Sendable (JournalEntry) -> JournalKeeping = { _ in .kept },
        requestStorage: @escaping @Sendable () -> Void = {},
        timelineChanged: @escaping @Sendable (LiveRun) -> Void = { _ in },
        readersChanged: @escaping @Sendable (LiveRun, Int) -> Void = { _, _ in },
        beginGrace: @escaping @Sendable (LiveRun, Int) -> Void = { _, _ in }
    ) {
        self.identity = identity
        self.worker = worker
        formerWorker = restored?.worker
        self.executor = executor
        self.appendToJournal = appendToJournal
        self.requestStorage = requestStorage
        self.timelineChanged = timelineChanged
        self.readersChanged = readersChanged
        self.beginGrace = beginGrace
        let machine = RunStateMachine(outlivesReaders: outlivesReaders, isWaiting: restored != nil)
        let start = requestedAt ?? .now
        let timeline =
            restored.map { restored in
                let calls = restored.actions.open.filter { $0.answer == nil }.map(\.action.call)
                return RunTimeline(start: start, restored.timeline, waitingFor: calls)
            } ?? RunTimeline(start: start)
        var state = State(machine: machine, timeline: timeline, changedAt: identity.createdAt)
        state.deadline = identity.deadline
        if let restored {
            state.log = EventLog(after: restored.eventCount)
            state.outcome = restored.outcome
            state.items = RunItems(count: restored.outcome.itemCount)
            for call in restored.actions.open {
                if let item = call.item { state.items.restore(call: call.modelCall, item: item) }
            }
            state.actions = restored.actions
            if restored.actions.isComplete, restored.actions.hasExpired { state.machine.expire() }
            state.timeLeft = restored.timeLeft
            state.isKept = true
            state.isStored = true
        }
        self.state = Mutex(state)
    }
}

// MARK: - The work

extension LiveRun {
    /// Starts the run; false when it was stopped before.
    func start(at time: Date) -> Bool {
        state.withLock { state in
            guard state.machine.start() else { return false }
            state.timeline.started(at: .now)
            state.changedAt = time
            return true
        }
    }

    /// Sets the task of the work, which is cancelled at once if the run was stopped meanwhile.
    func setWork(_ work: Task<Void, Never>) {
        let isStopped = state.withLock { state in
            state.work = work
            return state.machine.stopReason != nil
        }
        if isStopped { work.cancel() }
    }

    /// Records that the work has ended; returns the status with which the run ends.
    func workEnded(hasAnswer: Bool) -> RunStatus { state.withLock { $0.machine.workEnded(hasAnswer: hasAnswer) } }

    /// Appends an event and wakes the readers that wait for it; the work then calls ``waitForStore()``.
    func append(_ event: RunEvent) { append { _ in [event] } }

    /// Appends events under one lock and wakes the readers that wait for them; the work then calls ``waitForStore()``.
    ///
    /// - Parameter make: Makes the events; it is called once, with the run's lock held.
    func append(_ make: (inout RunItems) -> [RunEvent]) { append { items, events in events = make(&items) } }

    /// Does the same with a closure that appends the events to an array whose memory is reused.
    func append(_ add: (inout RunItems, inout [RunEvent]) -> Void) {
        let (wakes, unstoredBytes, isTimelineNew) = state.withLock { state in
            let revision = state.timeline.revision
            add(&state.items, &state.stepEvents)
            for event in state.stepEvents { state.append(event) }
            state.stepEvents.removeAll(keepingCapacity: state.stepEvents.count < 64)
            return (state.dequeueWakes(), state.log.unstoredBytes, state.timeline.revision != revision)
        }
        wakes.wake()
        if isTimelineNew { timelineChanged(self) }
        if unstoredBytes > Self.manyUnstoredBytes { requestStorage() }
    }

    /// Returns the events of the rest of an answer's JSON text, which belong to the run's end.
    func events(forValue text: String) -> [RunEvent] { state.withLock { $0.items.events(forValue: text) } }

    /// Returns the events of a refusal, which belong to the run's end; `nil` when the refusal has broken off a call that was emitted.
    func events(forRefusal text: String) -> [RunEvent]? {
        state.withLock { $0.items.hasBrokenCall ? nil : $0.items.events(forRefusal: text) }
    }

    /// The unstored bytes from which the store is asked to persist early.
    private static var manyUnstoredBytes: Int { 512 * 1024 }
}

extension LiveRun.State {
    /// Appends an event to the log and updates the outcome.
    mutating func append(_ event: RunEvent) {
        log.append(event)
        outcome.apply(event)
        timeline.apply(event)
    }
}

// MARK: - Stopping

extension LiveRun {
    /// Stops the run, unless it is over or has its answer.
    ///
    /// - Returns: Whether the caller must write the end, because there is no active work that would do it.
    func stop(_ reason: RunStateMachine.StopReason) -> Bool {
        let (action, work) = state.withLock { ($0.machine.stop(reason), $0.work) }
        return carryOut(action, work)
    }

    /// Ends a grace window; returns as ``stop(_:)``.
    func graceEnded(_ absence: Int) -> Bool {
        let (action, work) = state.withLock { ($0.machine.graceEnded(absence), $0.work) }
        return carryOut(action, work)
    }

    private func carryOut(_ action: RunStateMachine.Action, _ work: Task<Void, Never>?) -> Bool {
        switch action {
        case .none, .beginGrace: return false
        case .cancelWork:
            work?.cancel()
            return false
        case .writeEnd: return true
        }
    }

    /// The reason why the run must stop.
    var stopReason: RunStateMachine.StopReason? { state.withLock { $0.machine.stopReason } }

    /// The status of the run.
    var status: RunStatus { state.withLock { $0.machine.status } }
}

extension RunRequest {
    /// What a turn asks; `nil` for another request.
    var question: TurnContent.Question? {
        guard case .turn(let request) = self else { return nil }
        return TurnContent.Question(request)
    }
}
