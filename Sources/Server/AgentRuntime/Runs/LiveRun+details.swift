import AgentWire
import Foundation
import Storage
import Synchronization

extension LiveRun {
    /// Returns the details of the run's turn; `nil` without a conversation.
    ///
    /// It is called apart from the lock, because it reads the request and folds the texts.
    func details(of ending: Ending, at time: Date) -> TurnDetails? {
        guard !identity.conversation.isEmpty else { return nil }
        var (record, outcome, lines) = state.withLock { state in
            let lines = ending.status == .completed ? [] : state.log.lines(from: state.log.start)
            return (self.record(state), state.outcome, lines)
        }
        for event in ending.events { outcome.apply(event) }
        (record.status, record.updatedAt) = (ending.status, time)
        return TurnDetails(record, outcome, turn: ending.turn, partialAnswer: RunEventLine.answer(in: lines))
    }
}
