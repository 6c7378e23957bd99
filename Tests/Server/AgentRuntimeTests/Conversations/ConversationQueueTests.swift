import AgentWire
import OwnerLiterals
import Testing

@testable import AgentRuntime

@Suite struct ConversationQueueTests {
    private let place = ConversationQueue.Place(owner: "alice", conversation: "c")

    @Test func oneRunAtATime() {
        var queue = ConversationQueue()
        #expect(!queue.isTaken(place))
        #expect(queue.enter("a", place, .refuse) == .begin)
        #expect(queue.isTaken(place))
        #expect(queue.enter("b", place, .refuse) == .refuse)
        #expect(queue.enter("b", .init(owner: "bob", conversation: "c"), .refuse) == .begin)
        #expect(queue.enter("b", .init(owner: "alice", conversation: "d"), .refuse) == .begin)
        #expect(queue.leave("a", place) == nil)
        #expect(!queue.isTaken(place))
    }

    @Test func runsWaitInTheOrderOfTheirArrival() {
        var queue = ConversationQueue()
        #expect(queue.enter("a", place, .queue) == .begin)
        for run in ["b", "c", "d"] { #expect(queue.enter(run, place, .queue) == .wait) }
        // A run that no longer waits.
        #expect(queue.leave("c", place) == nil)
        #expect(queue.leave("a", place) == "b")
        #expect(queue.leave("b", place) == "d")
        #expect(queue.leave("d", place) == nil)
        #expect(!queue.isTaken(place))
    }

    @Test func aReplacingRunIsNext() {
        var queue = ConversationQueue()
        #expect(queue.enter("a", place, .replace) == .begin)
        #expect(queue.enter("b", place, .queue) == .wait)
        #expect(queue.enter("c", place, .replace) == .replace("a"))
        #expect(queue.enter("d", place, .replace) == .replace("a"))
        #expect(queue.leave("a", place) == "d")
        #expect(queue.leave("d", place) == "c")
        #expect(queue.leave("c", place) == "b")
    }

    @Test func theQueueIsBounded() {
        var queue = ConversationQueue(capacity: 2)
        #expect(queue.enter("a", place, .queue) == .begin)
        #expect(queue.enter("b", place, .queue) == .wait)
        #expect(queue.enter("c", place, .queue) == .wait)
        #expect(queue.enter("d", place, .queue) == .refuse)
        #expect(queue.enter("d", place, .replace) == .refuse)
    }

    @Test func removingAnUnknownRunChangesNothing() {
        var queue = ConversationQueue()
        #expect(queue.leave("a", place) == nil)
        #expect(queue.enter("a", place, .refuse) == .begin)
        #expect(queue.leave("b", place) == nil)
        #expect(queue.isTaken(place))
    }
}
