import LanguageModels
import Testing

@testable import ModelProviders

/// Joining the events of one read that add to the same text.
@Suite struct JoinedEventsTests {
    private static let usage = ModelStreamEvent.usage(.init(), ofCalls: false)

    @Test(
        arguments: [
            ([], []),
            ([.text("a")], [.text("a")]),
            ([.text("a"), .text("b"), .text("c")], [.text("abc")]),
            ([.text("a"), usage, .text("b"), .text("c")], [.text("a"), usage, .text("bc")]),
            ([.refusal("a"), .refusal("b"), .text("c")], [.refusal("ab"), .text("c")]),
            ([.text("a"), .replaceText("b"), .text("c")], [.text("a"), .replaceText("b"), .text("c")]),
            ([.reasoning("a"), .reasoning("b"), .text("c"), .text("d")], [.reasoning("ab"), .text("cd")]),
            (
                [.reasoning("a", entryID: "1"), .reasoning("b", entryID: "1"), .reasoning("c", entryID: "2")],
                [.reasoning("ab", entryID: "1"), .reasoning("c", entryID: "2")]
            ),
            (
                [.reasoning("a", entryID: "1", segmentID: "x"), .reasoning("b", entryID: "1", segmentID: "y")],
                [.reasoning("a", entryID: "1", segmentID: "x"), .reasoning("b", entryID: "1", segmentID: "y")]
            ),
            (
                [call("1", "{"), call("1", "}"), call("2", "{"), call("1", " "), call("2", "}")],
                [call("1", "{}"), call("2", "{"), call("1", " "), call("2", "}")]
            ),
        ] as [([ModelStreamEvent], [ModelStreamEvent])]
    ) func neighboursAreJoined(events: [ModelStreamEvent], joined: [ModelStreamEvent]) {
        var events = events
        events.joinNeighbours()
        #expect(events == joined)
    }

    /// Characters of several scalars that arrive in two pieces do not change.
    @Test func theBytesStayTheSame() {
        let text = "e\u{301}👩‍👩‍👧🇯🇵가"
        var events = text.unicodeScalars.map { ModelStreamEvent.text(String($0)) }
        events.joinNeighbours()
        #expect(events.count == 1)
        var joined = ""
        if case .text(let text) = events[0] { joined = text }
        #expect(Array(joined.utf8) == Array(text.utf8))
    }

    private static func call(_ id: String, _ arguments: String) -> ModelStreamEvent {
        .toolCall(id: id, name: "f", arguments: arguments)
    }
}
