import AgentWire
import LanguageModels
import Storage
import StreamingJSON
import Testing

@testable import AgentRuntime

/// The items made of a transcript's entries.
@Suite struct ConversationItemMakerTests {
    private let maker = ConversationItemMaker(conversation: "conv_c") { $0.hasPrefix("server") }

    private func records(_ entries: Transcript.Entry...) -> [TranscriptEntryRecord] {
        entries.enumerated().map { position, entry in
            TranscriptEntryRecord(
                id: entry.id,
                position: position,
                kind: entry.kind,
                json: entry.jsonValue.serialized()
            )
        }
    }

    private func text(_ text: String) -> [Transcript.Segment] { [.text(.init(content: text))] }

    private func call(_ id: String, _ name: String) -> Transcript.ToolCall {
        .init(id: id, toolName: name, arguments: GeneratedContent(jsonValue: ["q": "昨日"]))
    }

    private func output(_ id: String, _ name: String, _ text: String) -> Transcript.Entry {
        .toolOutput(.init(id: id, toolName: name, segments: self.text(text)))
    }

    private func items(_ records: [TranscriptEntryRecord]) throws -> [ConversationItem] {
        try records.indices.flatMap { try maker.items(of: records[$0], followedBy: records[($0 + 1)...]) }
    }

    @Test func eachPartOfATurnIsAnItem() throws {
        let made = try items(
            records(
                .prompt(.init(segments: text("hi"))),
                .reasoning(.init(segments: text("hm"))),
                .toolCalls(.init([call("a", "server1"), call("b", "app"), call("c", "server2")])),
                output("a", "server1", "A"),
                output("b", "app", "B"),
                .response(.init(segments: text("")))
            )
        )
        let arguments = #"{"q":"昨日"}"#
        #expect(
            made.map(\.content) == [
                .question([.text("hi")]), .reasoning("hm"),
                .serverCall(id: "a", name: "server1", arguments: arguments, output: "A"),
                .call(id: "b", name: "app", arguments: arguments),
                .serverCall(id: "c", name: "server2", arguments: arguments, output: nil), .output(call: "b", "B"),
            ]
        )
        #expect(made.map(\.id) == ["msg_c_0", "rs_c_1", "tc_c_2", "fc_c_2_1", "tc_c_2_2", "fco_c_4"])
    }

    /// Two rounds may use the same ids.
    @Test func anOutputBelongsToTheCallsBeforeIt() throws {
        let made = try items(
            records(
                .toolCalls(.init([call("a", "server")])),
                output("a", "server", "first"),
                .toolCalls(.init([call("a", "server")])),
                output("a", "server", "second")
            )
        )
        let outputs = made.map { item -> String? in
            if case .serverCall(_, _, _, let output) = item.content { output } else { nil }
        }
        #expect(outputs == ["first", "second"])
    }

    @Test func theKindsAreThoseOfTheTranscript() {
        let records = records(
            .toolCalls(.init([call("a", "server")])),
            output("a", "server", "A"),
            .prompt(.init(segments: text("hi")))
        )
        #expect(records.map { ConversationItemMaker.precedesOutputs($0.kind) } == [true, true, false])
        #expect(records.map { ConversationItemMaker.isOutput($0.kind) } == [false, true, false])
    }
}
