import OwnerLiterals
import Storage
import Testing

@testable import AgentRuntime

@Suite struct RunSlotsTests {
    private let time = ContinuousClock.now

    private func slots(_ runs: Int, queued: Int) -> RunSlots {
        RunSlots(LoadLimits(runs: runs, queuedRuns: queued))
    }

    @Test func slotsAreHandedOutRoundRobin() {
        var slots = slots(1, queued: 100)
        #expect(slots.enter("a0", of: "a", isConversationFree: true) == .begin)
        for run in ["a1", "a2", "a3"] { #expect(slots.enter(run, of: "a", isConversationFree: true) == .wait) }
        #expect(slots.enter("b1", of: "b", isConversationFree: true) == .wait)
        #expect(slots.enter("c1", of: "c", isConversationFree: true) == .wait)
        #expect(slots.enter("b2", of: "b", isConversationFree: true) == .wait)
        var order: [String] = []
        var next: String? = "a0"
        while let run = next {
            order.append(run)
            next = slots.leave(run, at: time)
        }
        #expect(order == ["a0", "a1", "b1", "c1", "a2", "b2", "a3"])
        #expect(slots.workingCount == 0 && slots.queuedCount == 0)
    }

    /// Clients are served in turn, and users in turn within a client.
    @Test func slotsAreHandedOutToUsersWithinTheirClient() {
        var slots = slots(1, queued: 1000)
        #expect(slots.enter("w", of: "w", isConversationFree: true) == .begin)
        let waiting: [(run: String, owner: Owner)] = [
            ("a1.0", "a/1"), ("a1.1", "a/1"), ("a1.2", "a/1"), ("a2.0", "a/2"), ("a.0", "a"), ("b.0", "b"),
            ("b.1", "b"),
            ("b1.0", "b/1"), ("a2.1", "a/2"), ("c.0", "c"),
        ]
        for (run, owner) in waiting { #expect(slots.enter(run, of: owner, isConversationFree: true) == .wait) }
        // A run that was stopped in the queue leaves the order of the others as it is.
        #expect(slots.leave("a2.0", at: time) == nil)
        var order: [String] = []
        var next = slots.leave("w", at: time)
        while let run = next {
            order.append(run)
            next = slots.leave(run, at: time)
        }
        #expect(order == ["a1.0", "b.0", "c.0", "a2.1", "b1.0", "a.0", "b.1", "a1.1", "a1.2"])
    }

    /// However many runs of a client's users wait, a run of another client gets the next slot but one at the latest.
    @Test func aClientWithManyUsersDelaysNoOther() {
        var slots = slots(1, queued: 8192)
        #expect(slots.enter("w", of: "w", isConversationFree: true) == .begin)
        for user in 0..<4000 {
            let entry = slots.enter("a\(user)", of: Owner(client: "a", user: "\(user)"), isConversationFree: true)
            guard entry == .wait else {
                Issue.record("user \(user) was refused: \(entry)")
                return
            }
        }
        #expect(slots.enter("b", of: "b", isConversationFree: true) == .wait)
        #expect(slots.leave("w", at: time) == "a0")
        #expect(slots.leave("a0", at: time) == "b")
        #expect(slots.leave("b", at: time) == "a1")
    }

    @Test func aResumingRunOfAUserPrecedesThatUsersOthersOnly() {
        var slots = slots(1, queued: 100)
        for run in ["x", "y"] {
            #expect(slots.enter(run, of: "a/1", isConversationFree: true) == .begin)
            #expect(slots.leave(run, at: time) == nil)
        }
        #expect(slots.enter("w", of: "w", isConversationFree: true) == .begin)
        #expect(slots.enter("a2", of: "a/2", isConversationFree: true) == .wait)
        #expect(slots.enter("a1", of: "a/1", isConversationFree: true) == .wait)
        #expect(slots.enterAgain("x", of: "a/1") == false && slots.enterAgain("y", of: "a/1") == false)
        var order: [String] = []
        var next = slots.leave("w", at: time)
        while let run = next {
            order.append(run)
            next = slots.leave(run, at: time)
        }
        #expect(order == ["a2", "x", "y", "a1"])
    }

    @Test func oneClientGetsHalfTheQueueAndEachNewClientAPlace() {
        var slots = slots(1, queued: 16)
        #expect(slots.enter("w", of: "w", isConversationFree: true) == .begin)
        var taken: [String: Int] = [:]
        for client in ["a", "b", "c", "d", "e"] {
            var count = 0
            while slots.enter("\(client)\(count)", of: Owner(client: client), isConversationFree: true) == .wait {
                count += 1
            }
            taken[client] = count
        }
        #expect(taken == ["a": 8, "b": 4, "c": 2, "d": 1, "e": 1])
        #expect(slots.queuedCount == 16)
        // Now no client gets a place.
        #expect(slots.enter("f", of: "f", isConversationFree: true) == .refuse(.full))
        #expect(slots.refusal(of: "a", isConversationFree: true) == .full)
        // The first free place does not go to the client with the most places.
        #expect(slots.leave("b0", at: time) == nil)
        #expect(slots.refusal(of: "a", isConversationFree: true) == .share)
        #expect(slots.enter("f", of: "f", isConversationFree: true) == .wait)
    }

    @Test func runsThatWaitForTheirConversationCountForTheShare() {
        var slots = slots(4, queued: 4)
        #expect(slots.enter("a0", of: "a", isConversationFree: true) == .begin)
        #expect(slots.enter("a1", of: "a", isConversationFree: false) == .wait)
        #expect(slots.enter("a2", of: "a", isConversationFree: false) == .wait)
        #expect(slots.enter("a3", of: "a", isConversationFree: false) == .refuse(.share))
        // A slot is free, so no place in the queue is needed.
        #expect(slots.enter("a4", of: "a", isConversationFree: true) == .begin)
        #expect(slots.leave("a0", at: time) == nil)
        #expect(slots.freeConversation(for: "a1") == true)
        #expect(slots.workingCount == 2 && slots.queuedCount == 1)
    }

    @Test func aRunWhoseConversationIsFreeWaitsForASlot() {
        var slots = slots(1, queued: 8)
        #expect(slots.enter("a0", of: "a", isConversationFree: true) == .begin)
        #expect(slots.enter("a1", of: "a", isConversationFree: false) == .wait)
        #expect(slots.enter("b0", of: "b", isConversationFree: true) == .wait)
        #expect(slots.freeConversation(for: "a1") == false)
        #expect(slots.freeConversation(for: "a1") == false)
        #expect(slots.leave("a0", at: time) == "b0")
        #expect(slots.leave("b0", at: time) == "a1")
        #expect(slots.leave("a1", at: time) == nil)
    }

    @Test func aRunStoppedInTheQueueIsSkipped() {
        var slots = slots(1, queued: 8)
        _ = slots.enter("a0", of: "a", isConversationFree: true)
        _ = slots.enter("b0", of: "b", isConversationFree: true)
        _ = slots.enter("c0", of: "c", isConversationFree: true)
        #expect(slots.leave("b0", at: time) == nil)
        #expect(slots.leave("b0", at: time) == nil)
        #expect(slots.leave("a0", at: time) == "c0")
        #expect(slots.leave("nobody", at: time) == nil)
        #expect(slots.workingCount == 1)
    }

    @Test func aResumingRunIsNeverRefusedAndPrecedesItsClientsOthers() {
        var slots = slots(1, queued: 2)
        for run in ["a0", "a1"] {
            #expect(slots.enter(run, of: "a", isConversationFree: true) == .begin)
            // They wait for their client, without slots.
            #expect(slots.leave(run, at: time) == nil)
        }
        #expect(slots.enter("a2", of: "a", isConversationFree: true) == .begin)
        #expect(slots.enter("a3", of: "a", isConversationFree: true) == .wait)
        #expect(slots.enter("b0", of: "b", isConversationFree: true) == .wait)
        // The queue is full.
        #expect(slots.enterAgain("a0", of: "a") == false)
        #expect(slots.enterAgain("a1", of: "a") == false)
        #expect(slots.enterAgain("a0", of: "a") == false)
        #expect(slots.enter("c", of: "c", isConversationFree: true) == .refuse(.full))
        #expect(slots.leave("a2", at: time) == "a0")
        #expect(slots.enterAgain("a0", of: "a") == true)
        #expect(slots.leave("a0", at: time) == "b0")
        #expect(slots.leave("b0", at: time) == "a1")
        #expect(slots.leave("a1", at: time) == "a3")
        #expect(slots.leave("a3", at: time) == nil)
        #expect(slots.enterAgain("a0", of: "a") == true)
        #expect(slots.workingCount == 1)
        #expect(slots.queuedCount == 0)
    }

    @Test func withoutAQueueOnlyFreeSlotsCount() {
        var slots = slots(1, queued: 0)
        #expect(slots.enter("a", of: "a", isConversationFree: true) == .begin)
        #expect(slots.enter("b", of: "b", isConversationFree: true) == .refuse(.full))
        #expect(slots.leave("a", at: time) == nil)
        #expect(slots.enter("b", of: "b", isConversationFree: true) == .begin)
    }

    @Test func retryAfterFollowsTheRecentRate() {
        var slots = slots(1, queued: 100)
        #expect(slots.retryAfterSeconds == 1)
        _ = slots.enter("0", of: "a", isConversationFree: true)
        for run in 1...40 { _ = slots.enter("\(run)", of: "a", isConversationFree: true) }
        #expect(slots.retryAfterSeconds == 41)
        var time = time
        for run in 0..<30 {
            time += .milliseconds(500)
            #expect(slots.leave("\(run)", at: time) == "\(run + 1)")
        }
        // Ten runs wait, and every half second one gets a slot.
        #expect(slots.queuedCount == 10)
        #expect(slots.retryAfterSeconds == 6)
        for run in 30..<35 {
            time += .seconds(600)
            #expect(slots.leave("\(run)", at: time) == "\(run + 1)")
        }
        #expect(slots.retryAfterSeconds == 60)
    }
}
