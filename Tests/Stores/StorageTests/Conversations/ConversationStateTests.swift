import Foundation
import OwnerLiterals
import Storage
import Testing

@Suite struct ConversationStateTests {
    /// The stored owner and number of entries, the turn's client and expected number, and the decision.
    @Test(
        arguments: [
            (nil, 0, "alice", 0, nil), (nil, 0, "alice", 1, .otherTurn),
            ("alice", 0, "alice", 0, nil), ("alice", 4, "alice", 4, nil),
            ("alice", 4, "alice", 3, .otherTurn), ("alice", 4, "alice", 5, .otherTurn),
            ("alice", 4, "bob", 4, .otherClient), ("alice", 4, "bob", 0, .otherClient),
        ] as [(Owner?, Int, Owner, Int, TurnMisfit?)]
    )
    func aTurnFitsItsOwnersConversationOfTheExpectedLength(
        owner: Owner?,
        count: Int,
        sender: Owner,
        expected: Int,
        misfit: TurnMisfit?
    ) {
        let time = Date(timeIntervalSince1970: 0)
        let conversation = ConversationRecord(id: "c", owner: sender, createdAt: time, updatedAt: time)
        let turn = TurnCommit(conversation: conversation, entries: [], expectedCount: expected)
        #expect(ConversationState(owner: owner, entryCount: count).misfit(of: turn) == misfit)
    }

    @Test(arguments: [TurnMisfit.otherClient, .otherTurn]) func aMisfitIsAConflict(misfit: TurnMisfit) {
        #expect(misfit.error.code == .conflict)
    }
}
