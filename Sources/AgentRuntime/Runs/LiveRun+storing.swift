import AgentWire
import Foundation
import Storage
import Synchronization

extension LiveRun {
    /// How a run ends: as what, with which last events, and what it leaves in its conversation.
    struct Ending: Sendable {
        var status: RunStatus
        var events: [RunEvent]
        var turn: TurnCommit?
    }

    /// The run as it is stored, as far as it is known here.
    var record: RunRecord { state.withLock { record($0) } }

    func record(_ state: borrowing State) -> RunRecord {
        RunRecord(
            id: identity.id,
            client: identity.client,
            conversation: identity.conversation,
            model: identity.model,
            status: state.machine.status,
            request: identity.request,
            idempotencyKey: identity.idempotencyKey,
            pendingCalls: PendingRunCall.text(of: state.machine.pendingCalls),
            eventCount: state.log.end.sequence,
            createdAt: identity.createdAt,
            updatedAt: state.changedAt
        )
    }

    /// What the store does not have yet, and up to which place that is; `nil` for nothing.
    ///
    /// The end is not among it: that is written by itself, and after that nothing else is.
    func unstored() -> (write: RunWrite, place: EventLog.Place)? {
        state.withLock { state in
            let hasNews = state.log.stored.offset < state.log.end.offset
            guard !state.isFinal, hasNews || !state.isStored else { return nil }
            let chunk = hasNews ? state.log.chunk(from: state.log.stored) : nil
            return (RunWrite(record: record(state), events: chunk), state.log.end)
        }
    }

    /// The store has the events up to this place.
    func markStored(to place: EventLog.Place) {
        state.withLock { state in
            state.isStored = true
            state.log.markStored(to: place)
        }
    }

    /// The end as it is stored, with all events before it; from now on nothing else is written of the run.
    func final(_ ending: Ending, at time: Date) -> RunWrite {
        state.withLock { state in
            state.isFinal = true
            var record = record(state)
            record.status = ending.status
            record.pendingCalls = nil
            record.updatedAt = time
            var chunk = state.log.chunk(from: state.log.stored)
            for event in ending.events { RunEventLine.append(event, to: &chunk.lines) }
            chunk.count += ending.events.count
            return RunWrite(record: record, events: chunk, turn: ending.turn)
        }
    }

    /// Shows the end to all readers, once it is stored.
    func end(_ ending: Ending, at time: Date, isStored: Bool) {
        let waiters = state.withLock { state in
            for event in ending.events {
                state.log.append(event)
                state.outcome.apply(event)
            }
            if isStored { state.log.markStored(to: state.log.end) }
            state.machine.ended(as: ending.status)
            state.changedAt = time
            state.work = nil
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }
}
