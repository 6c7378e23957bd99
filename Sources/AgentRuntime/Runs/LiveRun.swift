import AgentWire
import Foundation
import Storage
import Synchronization

/// A run that has not ended, or has just ended: its state, its log and who reads it, under one lock.
///
/// It is apart from every request: readers come and go, and the work goes on.
final class LiveRun: Sendable {
    /// What does not change.
    struct Identity: Sendable {
        let id: String
        let client: String
        /// The token that asked for it, by its id; `nil` when that is not known, or came out of the settings.
        var token: String?
        /// The conversation; empty when it has none.
        let conversation: String
        /// The title of the conversation that it begins; `nil` when it continues one or has none.
        var title: String?
        /// The model that answers; empty for a direct call.
        let model: String
        /// The request as JSON text, by which a repeated one is recognised.
        let request: String
        let idempotencyKey: String?
        /// The HTTP request that asked for it.
        var requestID: String?
        /// The trace that it belongs to.
        var traceID: String?
        let createdAt: Date
        /// When the run has to have ended, unless it waits for its client meanwhile.
        let deadline: ContinuousClock.Instant?
        /// The tool of a direct call; `nil` for any other run.
        var tool: String?

        /// Whether it is a direct call: without a slot, without a grace window for readers, and shown to its end before that is stored.
        var isDirectCall: Bool { tool != nil }

        /// The conversation as the queue knows it.
        ///
        /// One without a conversation is by itself.
        var place: ConversationQueue.Place {
            .init(client: client, conversation: conversation.isEmpty ? id : conversation)
        }
    }

    struct State {
        var machine: RunStateMachine
        var log = EventLog()
        var outcome = RunOutcome(keepsArguments: false)
        var items = RunItems()
        var readers: [Int: Reader] = [:]
        var lastReader = 0
        /// What it waits for, and what it has waited for.
        var actions = RunActions()
        /// How many requests have given answers, and see to it themselves that they are stored and the run goes on.
        var answererCount = 0
        /// When it has to have ended; `nil` while it waits for its client.
        var deadline: ContinuousClock.Instant?
        /// How much time it has left once it goes on.
        var timeLeft: Duration?
        /// Counts what changed beside the events, and how much of that the store has.
        var revision = 0
        var storedRevision = 0
        /// The work, once it has begun.
        var work: Task<Void, Never>?
        /// When the status last changed.
        var changedAt: Date
        /// Whether the journal or the store knows of the run.
        var isKept = false
        /// Whether the store knows of it.
        var isStored = false
        /// Whether the writer has taken its end.
        var isFinal = false
        /// The waits for the store.
        var storeWaits: [StoreWait] = []
        var lastStoreWait = 0
        /// Whether the store has persisted nothing for so long that the run ends.
        var hasGivenUpOnStore = false
        /// The events of the current step; empty except during a call, kept for its memory.
        var told: [RunEvent] = []
    }

    /// Someone who reads the run.
    struct Reader {
        /// The token it came with, by its id; `nil` when that is not known, or came out of the settings.
        let token: String?
        /// How far it has read; `nil` while it reads from the store.
        var place: EventLog.Place?
        /// The task that waits for the goal.
        var waiter: CheckedContinuation<Void, Never>?
        var goal = Goal.events
        /// Called when there is news, once until the reader asks for it.
        var listener: (@Sendable () -> Void)?
        var hasBeenCalled = false
        var isPoked = false
        /// Why it was told to stop; `nil` when it was not.
        var dismissal: Dismissal?
    }

    /// Why a reader is told to stop before the end.
    enum Dismissal {
        /// The server stops; it can come back to the next one.
        case shutdown
        /// Its token was revoked.
        case revoked
    }

    /// What a reader waits for.
    enum Goal {
        /// The next events.
        case events
        /// Anything to be shown, or the end.
        case content
        /// The end, or that it waits for its client.
        case pause
    }

    let identity: Identity
    let state: Mutex<State>
    /// Performs its work, whenever that begins; `nil` for any thread.
    let executor: (any TaskExecutor)?
    /// Writes down what is about to be shown, so that it outlives the process.
    let keep: @Sendable (JournalEntry) -> Void
    /// Asks for what it has told to be stored soon.
    let askForStorage: @Sendable () -> Void
    /// Begins a grace window of this absence.
    let beginGrace: @Sendable (LiveRun, Int) -> Void

    var id: String { identity.id }

    /// A run that an earlier process left waiting.
    struct Left {
        var eventCount: Int
        var outcome: RunOutcome
        var actions: RunActions
        var timeLeft: Duration
    }

    init(
        _ identity: Identity,
        outlivesReaders: Bool,
        left: Left? = nil,
        executor: (any TaskExecutor)? = nil,
        keep: @escaping @Sendable (JournalEntry) -> Void = { _ in },
        askForStorage: @escaping @Sendable () -> Void = {},
        beginGrace: @escaping @Sendable (LiveRun, Int) -> Void = { _, _ in }
    ) {
        self.identity = identity
        self.executor = executor
        self.keep = keep
        self.askForStorage = askForStorage
        self.beginGrace = beginGrace
        let machine = RunStateMachine(outlivesReaders: outlivesReaders, isWaiting: left != nil)
        var state = State(machine: machine, changedAt: identity.createdAt)
        state.deadline = identity.deadline
        if let left {
            state.log = EventLog(after: left.eventCount)
            state.outcome = left.outcome
            state.items = RunItems(count: left.outcome.itemCount)
            for call in left.actions.open {
                if let item = call.item { state.items.restore(call: call.modelCall, item: item) }
            }
            state.actions = left.actions
            if left.actions.isComplete, left.actions.hasExpired { state.machine.expire() }
            state.timeLeft = left.timeLeft
            state.isKept = true
            state.isStored = true
        }
        self.state = Mutex(state)
    }
}

// MARK: - The work's side

extension LiveRun {
    /// The run's turn has come; false when it was stopped before.
    func begin(at time: Date) -> Bool {
        state.withLock { state in
            guard state.machine.begin() else { return false }
            state.changedAt = time
            return true
        }
    }

    /// Hands over the work, which is cancelled at once when the run was stopped meanwhile.
    func take(_ work: Task<Void, Never>) {
        let isStopped = state.withLock { state in
            state.work = work
            return state.machine.stopReason != nil
        }
        if isStopped { work.cancel() }
    }

    /// The work has ended, well or not; tells what the run ends as.
    func workEnded(hasAnswer: Bool) -> RunStatus { state.withLock { $0.machine.workEnded(hasAnswer: hasAnswer) } }

    /// Adds an event and wakes who waits for it; the work then calls ``waitForStore()``.
    func tell(_ event: RunEvent) { tell { _ in [event] } }

    /// Adds events under one lock and wakes who waits for them; the work then calls ``waitForStore()``.
    ///
    /// - Parameter make: Makes them; it is called once, under the run's lock.
    func tell(_ make: (inout RunItems) -> [RunEvent]) { tell { items, events in events = make(&items) } }

    /// As above, with the events appended to an array whose memory is used again.
    func tell(_ add: (inout RunItems, inout [RunEvent]) -> Void) {
        let (wakes, unstoredBytes) = state.withLock { state in
            add(&state.items, &state.told)
            for event in state.told { state.append(event) }
            state.told.removeAll(keepingCapacity: state.told.count < 64)
            return (state.takeWakes(), state.log.unstoredBytes)
        }
        wakes.wake()
        if unstoredBytes > Self.manyUnstoredBytes { askForStorage() }
    }

    /// The events of the rest of an answer's JSON text, which belong to the run's end.
    func events(forValue text: String) -> [RunEvent] { state.withLock { $0.items.events(forValue: text) } }

    /// The events of a refusal, which belong to the run's end; `nil` when a call was told that the refusal has broken off.
    func events(forRefusal text: String) -> [RunEvent]? {
        state.withLock { $0.items.hasBrokenCall ? nil : $0.items.events(forRefusal: text) }
    }

    /// So much is stored before its time.
    private static var manyUnstoredBytes: Int { 512 * 1024 }
}

extension LiveRun.State {
    /// Adds an event to the log and to what the run has come to.
    mutating func append(_ event: RunEvent) {
        log.append(event)
        outcome.apply(event)
    }

    /// The readers that have something to read now.
    mutating func takeWakes() -> ReaderWakes {
        var wakes = ReaderWakes()
        let progress = progress
        // By index, because a loop over the dictionary itself would copy it at each change.
        var index = readers.values.startIndex
        while index != readers.values.endIndex {
            readers.values[index].takeWake(progress, into: &wakes)
            readers.values.formIndex(after: &index)
        }
        return wakes
    }

    /// Whether the run waits for its client, who was told.
    var isPaused: Bool { machine.isWaiting && !outcome.actions.isEmpty }

    /// The state of the run as far as its readers wait for it.
    var progress: LiveRun.Progress {
        LiveRun.Progress(
            end: log.end.offset,
            isOver: log.isOver,
            hasContent: outcome.hasContent,
            isPaused: isPaused
        )
    }

    /// Calls a closure with a reader in place; `nil` when there is none of this number.
    mutating func withReader<Result>(_ number: Int, _ body: (inout LiveRun.Reader) -> Result) -> Result? {
        guard let index = readers.index(forKey: number) else { return nil }
        return body(&readers.values[index])
    }
}

extension LiveRun {
    /// The state of a run as far as its readers wait for it.
    struct Progress {
        /// The offset of the end of the log.
        let end: Int
        let isOver: Bool
        let hasContent: Bool
        let isPaused: Bool
    }
}

extension LiveRun.Reader {
    /// Whether the reader has reached its goal, or must be woken for another reason.
    func isReady(_ progress: LiveRun.Progress) -> Bool {
        if dismissal != nil || isPoked || progress.isOver { return true }
        switch goal {
        case .events: return place.map { $0.offset < progress.end } ?? true
        case .content: return progress.hasContent
        case .pause: return progress.isPaused
        }
    }

    /// Adds the reader to those to notify, if it waits and is ready.
    fileprivate mutating func takeWake(_ progress: LiveRun.Progress, into wakes: inout ReaderWakes) {
        guard waiter != nil || (listener != nil && !hasBeenCalled), isReady(progress) else { return }
        wakes.add(self)
        waiter = nil
        hasBeenCalled = true
    }
}

// MARK: - Stopping

extension LiveRun {
    /// Stops the run, unless it is over or has its answer.
    ///
    /// - Returns: Whether the end is to be written by the caller, because no work is under way that would do it.
    func stop(_ reason: RunStateMachine.StopReason) -> Bool {
        let (action, work) = state.withLock { ($0.machine.stop(reason), $0.work) }
        return carryOut(action, work)
    }

    /// A grace window has ended; returns as ``stop(_:)``.
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

    /// Why the run is to stop.
    var stopReason: RunStateMachine.StopReason? { state.withLock { $0.machine.stopReason } }

    /// Where the run stands.
    var status: RunStatus { state.withLock { $0.machine.status } }
}
