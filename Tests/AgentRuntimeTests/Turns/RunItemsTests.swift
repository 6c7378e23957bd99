import AgentWire
import LanguageModels
import Testing

@testable import AgentRuntime

@Suite struct RunItemsTests {
    @Test func aMessageGoesOnUntilSomethingElseBegins() {
        var items = RunItems()
        #expect(
            items.events(for: .textDelta("a")) == [
                .itemAdded(RunItem(number: 0, .message)), .textDelta(item: 0, text: "a"),
            ]
        )
        #expect(items.events(for: .textDelta("b")) == [.textDelta(item: 0, text: "b")])
        #expect(items.events(for: .textReplaced("c")) == [.textReplaced(item: 0, text: "c")])
        #expect(
            items.events(for: .reasoningDelta("d")) == [
                .itemDone(item: 0), .itemAdded(RunItem(number: 1, .reasoning)), .reasoningDelta(item: 1, text: "d"),
            ]
        )
        let round = RunRound(finishReason: .stop, usage: WireUsage(inputTokens: 1, outputTokens: 1))
        #expect(items.events(for: round) == [.itemDone(item: 1), .roundEnded(round)])
        #expect(items.events(for: round) == [.roundEnded(round)])
        #expect(
            items.events(forValue: "{}") == [
                .itemAdded(RunItem(number: 2, .value)), .valueDelta(item: 2, text: "{}"),
            ]
        )
        #expect(items.events(forValue: "") == [])
    }

    @Test func anItemThatWasNotToldBeforeAKillKeepsItsNumber() {
        var items = RunItems(count: 3)
        items.restore(call: "a", item: 3)
        #expect(items.add(call: "b") == 4)
        items.restore(call: "c", item: 1)
        #expect(items.add(call: "d") == 5)
        #expect(
            items.events(for: .toolProgress(callID: "a", fraction: nil, note: nil)) == [
                .toolProgress(item: 3, call: "a", fraction: nil, note: nil)
            ]
        )
    }
}
