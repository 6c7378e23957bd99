import AgentWire
import Storage
import Synchronization

extension LiveRun {
    /// Adds a reader; returns its number.
    ///
    /// - Parameter token: The id of its token.
    func attach(token: String? = nil) -> Int {
        let (reader, count) = state.withLock { state in
            state.machine.addReader()
            state.lastReader += 1
            state.readers[state.lastReader] = Reader(token: token)
            return (state.lastReader, state.readers.count)
        }
        readersChanged(self, count)
        return reader
    }

    /// Removes a reader.
    func detach(_ reader: Int) {
        let (wakes, action, count) = state.withLock { state -> (ReaderWakes, RunStateMachine.Action, Int?) in
            var wakes = ReaderWakes()
            guard var left = state.readers.removeValue(forKey: reader) else { return (wakes, .none, nil) }
            left.hasBeenCalled = false
            wakes.add(left)
            return (wakes, state.machine.removeReader(), state.readers.count)
        }
        wakes.wake()
        if let count { readersChanged(self, count) }
        if case .beginGrace(let absence) = action { beginGrace(self, absence) }
    }

    /// Shows a reader only events that outlive the process, because its client can resume after the number of one of them.
    func showKeptOnly(_ reader: Int) { state.withLock { $0.readers[reader]?.showsKeptOnly = true } }

    /// Sets a reader's place before an event; false when the event is not in memory and is not the next one to be appended.
    func place(_ reader: Int, before sequence: Int) -> Bool {
        state.withLock { state in
            guard let place = state.log.place(before: sequence) else { return false }
            state.readers[reader]?.place = place
            return true
        }
    }

    /// Makes a reader return even if there are no events.
    func requestHeartbeat(_ reader: Int) {
        let wakes = state.withLock { state in
            state.readers[reader]?.isHeartbeatDue = true
            return state.dequeueWakes()
        }
        wakes.wake()
    }

    /// Registers a closure that is called when there is news for a reader, once until the next ``news(for:)``; or now if there is news.
    func listen(_ reader: Int, _ listener: @escaping @Sendable () -> Void) {
        let wakes = state.withLock { state in
            _ = state.withReader(reader) { reader in
                reader.listener = listener
                // Whatever goal the reader had before.
                reader.goal = .events
                reader.hasBeenCalled = false
            }
            return state.dequeueWakes()
        }
        wakes.wake()
    }

    /// Returns the news for a reader.
    ///
    /// Events are appended to the journal first, under the lock. A reader whose client can resume sees no event that a crash could lose:
    /// there is nothing for it until the journal has acknowledged the next one.
    func news(for reader: Int) -> RunNews {
        state.withLock { state in
            typealias Found = (place: EventLog.Place, isHeartbeatDue: Bool, showsKeptOnly: Bool)
            let found = state.withReader(reader) { reader -> Found? in
                guard reader.dismissal == nil, let place = reader.place else { return nil }
                reader.hasBeenCalled = false
                return (place, reader.isHeartbeatDue, reader.showsKeptOnly)
            }
            guard let found, let (place, isHeartbeatDue, showsKeptOnly) = found else { return .closed }
            if place.offset < state.log.end.offset {
                guard state.log.holds(place) else { return .behind(first: place.sequence) }
                var news = state.log.chunk(from: place)
                writeToJournal(&state, news)
                var end = state.log.end
                if showsKeptOnly, state.log.kept.offset < end.offset {
                    end = state.log.kept.offset > place.offset ? state.log.kept : place
                    news = state.log.chunk(from: place, to: end)
                }
                if end.offset > place.offset {
                    _ = state.withReader(reader) { reader in
                        reader.place = end
                        reader.isHeartbeatDue = false
                    }
                    return .events(lines: news.lines, first: news.first)
                }
            } else if state.log.isOver {
                return .over
            }
            guard isHeartbeatDue else { return .nothing }
            state.readers[reader]?.isHeartbeatDue = false
            return .quiet
        }
    }

    /// Waits until a reader has reached its goal, is due for a heartbeat or was dismissed, or the task is cancelled.
    func wait(_ reader: Int, for goal: Goal) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isReady = state.withLock { state in
                    guard var found = state.readers[reader] else { return true }
                    found.goal = goal
                    let isReady = found.isReady(state.progress)
                    found.waiter = isReady ? nil : waiter
                    state.readers[reader] = found
                    return isReady
                }
                if isReady { waiter.resume() }
            }
        } onCancel: {
            detach(reader)
        }
    }

    /// The state of a run that a reader may need beside the events.
    struct Overview {
        /// The result of the events so far.
        var outcome: RunOutcome
        /// Whether they contain the end.
        var isOver: Bool
        /// Whether the run waits for its client.
        var isPaused: Bool
        /// Whether the reader was removed or dismissed.
        var isGone: Bool
        /// The reason for its dismissal.
        var dismissal: Dismissal?
    }

    /// Returns the state of the run for a reader.
    func overview(_ reader: Int) -> Overview {
        state.withLock { state in
            let found = state.readers[reader]
            state.readers[reader]?.isHeartbeatDue = false
            // Kept before it is shown, as in `news(for:)`.
            if state.isPaused { writeToJournal(&state) }
            return Overview(
                outcome: state.outcome,
                isOver: state.log.isOver,
                isPaused: state.isPaused,
                isGone: found.map { $0.dismissal != nil } ?? true,
                dismissal: found?.dismissal
            )
        }
    }

    /// Dismisses all readers because the server stops; their clients can read again from the next process.
    func dismissReaders() { dismissReaders(.shutdown) { _ in true } }

    /// Dismisses the readers whose token is no longer accepted.
    ///
    /// - Parameter isAccepted: Whether the token with this id is accepted. It is called outside of the run's lock.
    func dismissReaders(unless isAccepted: (String?) -> Bool) {
        let refused = Set(state.withLock { $0.readers.values.map(\.token) }).filter { !isAccepted($0) }
        guard !refused.isEmpty else { return }
        dismissReaders(.revoked) { refused.contains($0.token) }
    }

    /// Whether a reader was dismissed.
    func hasDismissed(_ reader: Int) -> Bool { state.withLock { $0.readers[reader]?.dismissal != nil } }

    private func dismissReaders(_ reason: Dismissal, where isMeant: (Reader) -> Bool) {
        let wakes = state.withLock { state in
            for (id, reader) in state.readers where reader.dismissal == nil && isMeant(reader) {
                state.readers[id]?.dismissal = reason
                state.readers[id]?.hasBeenCalled = false
            }
            return state.dequeueWakes()
        }
        wakes.wake()
    }

    /// Records that the journal keeps the events before this number, and wakes the readers that wait for them.
    func markKept(before sequence: Int) {
        let wakes = state.withLock { state in
            let isFirst = !state.isAcknowledged
            // Entries are acknowledged in their order, and the run is the first one.
            state.isAcknowledged = true
            return state.log.acknowledge(before: sequence) || isFirst ? state.dequeueWakes() : ReaderWakes()
        }
        wakes.wake()
    }

    /// Appends the run and its events so far to the journal; returns the offset to wait for, or `nil` if all of it outlives the process.
    func keep() -> Int? {
        state.withLock { state in
            let end = state.log.end.offset
            if state.progress.kept < end { writeToJournal(&state) }
            return state.progress.kept < end ? end : nil
        }
    }

    /// Whether the run and its events up to an offset outlive the process.
    func isKept(upTo offset: Int) -> Bool { state.withLock { $0.progress.kept >= offset } }

    /// Appends the events of the log to the journal, so that they survive the process.
    func writeToJournal() { state.withLock { writeToJournal(&$0) } }

    /// Does the same for a run whose lock is held.
    ///
    /// - Parameter news: The last events, if the caller has them: usually these are the only ones that the journal does not have.
    func writeToJournal(_ state: inout State, _ news: RunEventChunk? = nil) {
        if !state.isKept, !state.isStored, appendToJournal(.run(record(state))) == .kept { state.isAcknowledged = true }
        state.isKept = true
        guard let chunk = state.log.dequeueUnappended(news) else { return }
        switch appendToJournal(.events(run: id, chunk)) {
        case .kept: state.log.markKept()
        case .later: state.log.awaitAcknowledgement()
        }
    }
}

/// The readers to notify once the run's lock is released.
struct ReaderWakes {
    // One is stored inline because most runs have one reader, and an array costs an allocation.
    private var listener: (@Sendable () -> Void)?
    private var listeners: [@Sendable () -> Void] = []
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Adds a reader's waiter or listener.
    mutating func add(_ reader: LiveRun.Reader) {
        if let waiter = reader.waiter { waiters.append(waiter) }
        guard let listener = reader.listener, !reader.hasBeenCalled else { return }
        if self.listener == nil { self.listener = listener } else { listeners.append(listener) }
    }

    /// Notifies them.
    func wake() {
        listener?()
        for listener in listeners { listener() }
        for waiter in waiters { waiter.resume() }
    }
}
