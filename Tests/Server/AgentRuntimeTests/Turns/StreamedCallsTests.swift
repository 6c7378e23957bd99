import AgentWire
import Testing

@testable import AgentRuntime

@Suite struct StreamedCallsTests {
    /// The calls of one round, with their events.
    private struct Round {
        var calls = StreamedCalls()
        var numbers = ItemNumbers()
        var events: [RunEvent] = []

        mutating func append(_ arguments: String, of id: String) {
            calls.append(arguments, of: id, "f", numbers: &numbers, to: &events)
        }

        mutating func end(isWhole: Bool = true) { calls.endRound(isWhole: isWhole, numbers: &numbers, to: &events) }
    }

    private static func added(_ number: Int, _ id: String) -> RunEvent {
        .itemAdded(RunItem(number: number, .toolCall(.init(id: id, name: "f", site: .client, arguments: nil))))
    }

    @Test func aCallIsHeldUntilTheOneBeforeIsComplete() {
        var round = Round()
        round.append("{", of: "1")
        round.append("{}", of: "2")
        #expect(round.events == [Self.added(0, "1"), .argumentsDelta(item: 0, text: "{")])
        round.events = []
        round.append("}", of: "1")
        #expect(
            round.events == [
                .argumentsDelta(item: 0, text: "}"), Self.added(1, "2"), .argumentsDelta(item: 1, text: "{}"),
            ]
        )
    }

    @Test func aCallOfABrokenRoundNeverEnds() {
        var round = Round()
        round.append("{", of: "1")
        round.append("", of: "2")
        round.events = []
        round.end(isWhole: false)
        #expect(round.events == [])
        #expect(round.calls.hasBrokenCall)
        #expect(round.calls.endedCall("1") == nil)
    }

    /// The ids from the model, those used before, and the ids that clients receive.
    @Test(
        arguments: [
            (["a", "b"], [], ["a", "b"]), (["a", "b"], ["a"], ["a#2", "b"]),
            (["a", "a#2"], ["a"], ["a#2", "a#2#2"]), (["a"], ["a", "a#2"], ["a#3"]),
        ] as [([String], Set<String>, [String])]
    )
    func anIDIsEmittedOnce(ids: [String], used: Set<String>, emitted: [String]) {
        var round = Round()
        round.calls.usedIDs = used
        for id in ids { round.append("{}", of: id) }
        round.end()
        #expect(ids.map { round.calls.endedCall($0)?.id } == emitted)
    }
}
