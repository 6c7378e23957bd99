import AgentWire
import Foundation
import Storage
import Synchronization

extension LiveRun {
    /// The run in its stored form.
    var record: RunRecord { state.withLock { record($0) } }

    func record(_ state: borrowing State) -> RunRecord {
        RunRecord(
            id: identity.id,
            owner: identity.owner,
            worker: worker,
            conversation: identity.conversation,
            model: identity.model,
            tool: identity.tool,
            status: state.machine.status,
            request: identity.request,
            idempotencyKey: identity.idempotencyKey,
            pendingCalls: state.actions.text,
            eventCount: state.log.end.sequence,
            createdAt: identity.createdAt,
            updatedAt: state.changedAt
        )
    }

    /// Returns the changes that the store does not have yet, with a mark of how far they reach; `nil` for none.
    ///
    /// The end of a turn is not included: it is written separately, and nothing follows it.
    ///
    /// - Parameter byteLimit: The approximate limit on the bytes of events; the next call returns the rest. Some runs are returned as a
    ///   whole: a run that waits for its client, because its calls belong after its last event, and a direct call that has ended,
    ///   because the store may delete a run that has an end.
    func unstored(byteLimit: Int = .max) -> (write: RunWrite, mark: Mark)? {
        state.withLock { state in
            let hasNews = state.log.stored.offset < state.log.end.offset
            guard !state.isFinal, hasNews || !state.isStored || state.storedRevision < state.revision else {
                return nil
            }
            let limit = state.machine.status == .waiting || state.log.isOver ? .max : byteLimit
            let (chunk, place) = state.log.chunk(from: state.log.stored, byteLimit: limit)
            return (
                RunWrite(
                    record: record(state),
                    formerWorker: formerWorker,
                    events: hasNews ? chunk : nil,
                    timeline: state.timeline.revision > state.storedTimelineRevision ? state.timeline.record : nil,
                    opening: state.isStored ? nil : identity.opening
                ),
                Mark(place: place, revision: state.revision, timelineRevision: state.timeline.revision)
            )
        }
    }

    /// The extent of a run at one moment.
    struct Mark: Sendable {
        var place: EventLog.Place
        var revision: Int
        var timelineRevision = 0
    }

    /// Records that the store has the run up to a mark.
    func markStored(to mark: Mark, at time: ContinuousClock.Instant = .now) {
        let (waits, wakes) = state.withLock { state in
            let outlived = state.outlivesProcess
            state.isStored = true
            state.storedRevision = max(state.storedRevision, mark.revision)
            state.storedTimelineRevision = max(state.storedTimelineRevision, mark.timelineRevision)
            let kept = state.log.kept
            state.log.markStored(to: mark.place)
            for index in state.storeWaits.indices { state.storeWaits[index].since = time }
            return (
                state.log.unstoredBytes <= Self.fewUnstoredBytes ? state.dequeueStoreWaits() : [],
                state.log.kept == kept && outlived ? ReaderWakes() : state.dequeueWakes()
            )
        }
        wakes.wake()
        for wait in waits { wait.resume(.stored) }
    }

    /// Whether the log contains the last event.
    var isOver: Bool { state.withLock { $0.log.isOver } }

    /// The place after the last event.
    var end: EventLog.Place { state.withLock { $0.log.end } }

    /// The bytes of events that the store does not have yet.
    var unstoredBytes: Int { state.withLock { $0.log.unstoredBytes } }

    /// Returns the end in its stored form, with all events before it.
    ///
    /// Afterwards nothing else of the run is written.
    func final(_ ending: Ending, at time: Date) -> RunWrite {
        state.withLock { state in
            state.isFinal = true
            var record = record(state)
            record.status = ending.status
            record.pendingCalls = state.actions.afterEnd.text
            record.updatedAt = time
            var chunk = state.log.chunk(from: state.log.stored)
            chunk.lines += ending.lines
            chunk.count += ending.events.count
            state.timeline.ended(with: ending, at: .now)
            return RunWrite(
                record: record,
                formerWorker: formerWorker,
                events: chunk,
                turn: ending.turn,
                details: ending.details,
                timeline: state.timeline.record
            )
        }
    }

    /// Shows the end to all readers, once it is stored or, if it cannot be, once the journal has it.
    func end(_ ending: Ending, at time: Date, isStored: Bool) {
        let wakes = state.withLock { state in
            state.log.append(ending.lines, count: ending.events.count, isLast: ending.events.last?.isTerminal == true)
            for event in ending.events { state.outcome.apply(event) }
            if !isStored { state.timeline.ended(with: ending, at: .now) }
            if isStored { state.log.markStored(to: state.log.end) }
            state.machine.ended(as: ending.status)
            state.changedAt = time
            state.actions = state.actions.afterEnd
            state.work = nil
            if !isStored { writeToJournal(&state) }
            return state.dequeueWakes()
        }
        wakes.wake()
    }
}
