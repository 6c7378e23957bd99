import AgentWire
import LanguageModels
import Testing

@testable import AgentRuntime

@Suite struct RunItemsTests {
    @Test func aMessageContinuesUntilAnotherItemStarts() {
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

    private static let round = RunRound(finishReason: .toolCalls, usage: WireUsage(inputTokens: 1, outputTokens: 1))

    private static func added(_ number: Int, _ id: String, _ name: String = "f") -> RunEvent {
        .itemAdded(RunItem(number: number, .toolCall(.init(id: id, name: name, site: .client, arguments: nil))))
    }

    /// Text and pieces of calls mixed: the message continues, calls are emitted one after the other, and all end with the round.
    @Test func callsAreEmittedAsTheyArriveAndEndWithTheirRound() {
        var items = RunItems()
        var events: [RunEvent] = []
        for step: SessionEvent in [
            .textDelta("a"), .callDelta(id: "1", name: "f", arguments: ""),
            .callDelta(id: "1", name: "f", arguments: "{"), .callDelta(id: "2", name: "g", arguments: "["),
            .textDelta("b"), .callDelta(id: "2", name: "g", arguments: "]"),
            .callDelta(id: "3", name: "g", arguments: ""), .callDelta(id: "1", name: "f", arguments: "}"),
            .callDelta(id: "4", name: "f", arguments: "{}"), .callDelta(id: "1", name: "f", arguments: " "),
        ] {
            items.append(step, to: &events)
        }
        #expect(
            events == [
                .itemAdded(RunItem(number: 0, .message)), .textDelta(item: 0, text: "a"), Self.added(1, "1"),
                .argumentsDelta(item: 1, text: "{"), .textDelta(item: 0, text: "b"),
                .argumentsDelta(item: 1, text: "}"), Self.added(2, "2", "g"), .argumentsDelta(item: 2, text: "[]"),
                Self.added(3, "3", "g"), .argumentsDelta(item: 1, text: " "),
            ]
        )
        #expect(items.streamedCall("1") == nil)
        // An empty text would not be JSON, so a call without arguments has an empty object.
        #expect(
            items.events(for: Self.round) == [
                .itemDone(item: 0), Self.added(4, "4"), .argumentsDelta(item: 4, text: "{}"), .itemDone(item: 1),
                .itemDone(item: 2), .argumentsDelta(item: 3, text: "{}"), .itemDone(item: 3), .itemDone(item: 4),
                .roundEnded(Self.round),
            ]
        )
        #expect(items.streamedCall("2").map { [$0.id, "\($0.item)"] } == ["2", "2"])
        #expect(items.streamedCall("5") == nil)
        #expect(
            items.events(for: .toolProgress(callID: "2", fraction: nil, note: nil)) == [
                .toolProgress(item: 2, call: "2", fraction: nil, note: nil)
            ]
        )
        #expect(items.events(for: Self.round) == [.roundEnded(Self.round)])
        #expect(items.streamedCall("2") == nil)
    }

    /// Words that were emitted as they arrived are not emitted again; they are part of the message.
    @Test(arguments: [false, true]) func aRefusalIsEmittedOnce(isStreamed: Bool) {
        var items = RunItems()
        var events = items.events(for: .textDelta("Well, "))
        if isStreamed { for text in ["I can", "not."] { items.append(.refusalDelta(text), to: &events) } }
        events += items.events(for: Self.round, isWhole: false)
        events += items.events(forRefusal: "I cannot.")
        let words = events.compactMap {
            if case .refusalDelta(let item, let text) = $0 { "\(item) \(text)" } else { nil }
        }
        #expect(words == (isStreamed ? ["0 I can", "0 not."] : ["1 I cannot."]))
        #expect(events.count { if case .itemAdded = $0 { true } else { false } } == (isStreamed ? 1 : 2))
        #expect(events.count { if case .itemDone = $0 { true } else { false } } == (isStreamed ? 1 : 2))
        #expect(!items.hasBrokenCall)
    }
}
