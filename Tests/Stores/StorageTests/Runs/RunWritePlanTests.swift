import Foundation
import OwnerLiterals
import Storage
import Testing

@Suite struct RunWritePlanTests {
    private static let time = Date(timeIntervalSince1970: 0)
    private let conversation = ConversationRecord(id: "c", owner: "alice", createdAt: time, updatedAt: time)

    private func write(
        _ events: Range<Int>? = nil,
        turn: TurnCommit? = nil,
        opening: ConversationRecord? = nil
    ) -> RunWrite {
        let record = RunRecord(
            id: "r",
            owner: "alice",
            conversation: "c",
            model: "m",
            status: .running,
            request: "{}",
            createdAt: Self.time,
            updatedAt: Self.time
        )
        return RunWrite(record: record, events: events.map(chunk), turn: turn, opening: opening)
    }

    private func chunk(_ range: Range<Int>) -> RunEventChunk {
        RunEventChunk(first: range.lowerBound, count: range.count, lines: range.flatMap { Array("event \($0)\n".utf8) })
    }

    /// The number of stored events, the events of the write, those that are stored, and their number afterwards; -1 for a misfit.
    @Test(
        arguments: [
            (nil, nil, nil, 0), (nil, 0..<3, 0..<3, 3), (nil, 0..<0, nil, 0), (nil, 1..<3, nil, -1),
            (0, 0..<2, 0..<2, 2), (2, nil, nil, 2), (2, 2..<4, 2..<4, 4), (2, 0..<4, 2..<4, 4),
            (2, 0..<2, nil, 2), (2, 0..<1, nil, 2), (2, 3..<4, nil, -1), (2, 2..<2, nil, 2), (2, 3..<3, nil, 2),
        ] as [(Int?, Range<Int>?, Range<Int>?, Int)]
    )
    func onlyEventsThatFollowTheStoredOnesAreWritten(
        stored: Int?,
        events: Range<Int>?,
        written: Range<Int>?,
        count: Int
    ) {
        let plan = RunWritePlan(write(events), storedEventCount: stored, conversation: nil)
        guard count >= 0 else {
            #expect(plan == nil)
            return
        }
        #expect(plan?.isNew == (stored == nil))
        #expect(plan?.events == written.map(chunk))
        #expect(plan?.eventCount == count)
        #expect(plan?.conversation == RunWritePlan.ConversationStep.none)
    }

    @Test func aTurnThatDoesNotFitKeepsTheWholeWriteOut() {
        let turn = TurnCommit(conversation: conversation, entries: [], expectedCount: 2)
        let write = write(0..<1, turn: turn, opening: conversation)
        func plan(_ owner: Owner?, _ entries: Int) -> RunWritePlan? {
            RunWritePlan(
                write,
                storedEventCount: nil,
                conversation: ConversationState(owner: owner, entryCount: entries)
            )
        }
        #expect(plan("alice", 2)?.conversation == .commit(turn))
        #expect(plan("alice", 2)?.entryCount == 2)
        #expect(plan("alice", 3) == nil)
        #expect(plan("bob", 2) == nil)
    }

    @Test func onlyTheFirstWriteOfARunOpensItsConversation() {
        let write = write(opening: conversation)
        let first = RunWritePlan(write, storedEventCount: nil, conversation: nil)
        #expect(first?.conversation == .open(conversation))
        let later = RunWritePlan(write, storedEventCount: 0, conversation: nil)
        #expect(later?.conversation == RunWritePlan.ConversationStep.none)
    }
}
