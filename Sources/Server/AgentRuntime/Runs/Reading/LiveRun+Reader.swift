import AgentWire

extension LiveRun {
    /// A reader of the run.
    struct Reader {
        /// The id of its token; `nil` when it is unknown or comes from the settings.
        let token: String?
        /// The place up to which it has read; `nil` while it reads from the store.
        var place: EventLog.Place?
        /// Whether it is shown only events that outlive the process.
        var showsKeptOnly = false
        /// The task that waits for the goal.
        var waiter: CheckedContinuation<Void, Never>?
        var goal = Goal.events
        /// Called when there is news, once until the reader fetches it.
        var listener: (@Sendable () -> Void)?
        var hasBeenCalled = false
        var isHeartbeatDue = false
        /// The reason for its dismissal; `nil` when it was not dismissed.
        var dismissal: Dismissal?
    }

    /// The reason for dismissing a reader before the end.
    enum Dismissal {
        /// The server stops; the client can read again from the next process.
        case shutdown
        /// The reader's token was revoked.
        case revoked
    }

    /// The goal that a reader waits for.
    enum Goal {
        /// The next events.
        case events
        /// Any content to show, or the end.
        case content
        /// The end, or a wait for the client.
        case outcome
        /// That the run and its events up to an offset outlive the process.
        case kept(Int)
    }
}

extension LiveRun.State {
    /// Removes and returns the wake-ups for readers whose goal is reached.
    mutating func dequeueWakes() -> ReaderWakes {
        var wakes = ReaderWakes()
        let progress = progress
        // By index, because a loop over the dictionary itself would copy it at each change.
        var index = readers.values.startIndex
        while index != readers.values.endIndex {
            readers.values[index].dequeueWake(progress, into: &wakes)
            readers.values.formIndex(after: &index)
        }
        return wakes
    }

    /// Whether the run waits for its client, and the event about it was appended.
    ///
    /// Calls that apps on devices make are none of the reader's.
    var isPaused: Bool {
        machine.isWaiting && outcome.actions.contains { $0.kind == .approval || $0.device == nil }
    }

    /// Whether the journal or the store has the run.
    ///
    /// A short run is stored with its end, and by nothing else.
    var outlivesProcess: Bool { isAcknowledged || isStored || log.stored.offset > 0 }

    /// The progress of the run that its readers wait for.
    var progress: LiveRun.Progress {
        LiveRun.Progress(
            end: log.end.offset,
            appended: log.appended.offset,
            kept: outlivesProcess ? log.kept.offset : -1,
            isOver: log.isOver,
            hasContent: outcome.hasContent,
            isPaused: isPaused
        )
    }

    /// Calls a closure with a reader in place; `nil` when there is no reader with this number.
    mutating func withReader<Result>(_ number: Int, _ body: (inout LiveRun.Reader) -> Result) -> Result? {
        guard let index = readers.index(forKey: number) else { return nil }
        return body(&readers.values[index])
    }
}

extension LiveRun {
    /// The progress of a run that its readers wait for.
    struct Progress {
        /// The offset of the end of the log.
        let end: Int
        /// The offset up to which the events were appended to the journal.
        let appended: Int
        /// The offset up to which the events outlive the process; negative while the run itself does not.
        let kept: Int
        let isOver: Bool
        let hasContent: Bool
        let isPaused: Bool
    }
}

extension LiveRun.Reader {
    /// Whether the reader has reached its goal, or must be woken for another reason.
    func isReady(_ progress: LiveRun.Progress) -> Bool {
        if dismissal != nil || isHeartbeatDue { return true }
        switch goal {
        case .events:
            guard let place, place.offset < progress.end else { return place == nil || progress.isOver }
            // A reader also asks for events so that they are appended to the journal.
            return !showsKeptOnly || place.offset < progress.kept || progress.appended < progress.end
        case .content: return progress.isOver || progress.hasContent
        case .outcome: return progress.isOver || progress.isPaused
        case .kept(let offset): return progress.kept >= offset
        }
    }

    /// Adds the reader to those to notify, if it waits and is ready.
    fileprivate mutating func dequeueWake(_ progress: LiveRun.Progress, into wakes: inout ReaderWakes) {
        guard waiter != nil || (listener != nil && !hasBeenCalled), isReady(progress) else { return }
        wakes.add(self)
        waiter = nil
        hasBeenCalled = true
    }
}
