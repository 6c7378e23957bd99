import AgentWire
import StreamingJSON
import Testing

@Suite struct MessagesReplyTests {
    private static func reply(
        _ run: RecordedRuns.Run,
        after waits: Int = 0,
        _ change: (inout MessagesOptions) -> Void = { _ in }
    ) throws -> JSONValue {
        var options = MessagesOptions()
        change(&options)
        var reply = MessagesReply(options, after: waits)
        for event in run.events { reply.apply(event) }
        return try reply.jsonValue()
    }

    @Test func aReplyHasAllMembers() throws {
        let expected =
            #"{"model":"phrasebook","id":"msg_01ab","type":"message","role":"assistant","content":["#
            + #"{"type":"text","text":"Hello"}],"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"#
            + #""usage":{"input_tokens":9,"cache_creation_input_tokens":0,"cache_read_input_tokens":1,"output_tokens":5,"#
            + #""output_tokens_details":{"thinking_tokens":2},"cache_creation":{"ephemeral_5m_input_tokens":0,"#
            + #""ephemeral_1h_input_tokens":0},"service_tier":"standard","inference_geo":"not_available"}}"#
        #expect(try Self.reply(RecordedRuns.text).serialized() == expected)
        #expect(try Self.reply(RecordedRuns.text) { $0.model = "claude" }["model"] == "claude")
    }

    /// A run and the number of waits before its answer, which equals the message that a client composes of the stream.
    @Test(arguments: [
        (RecordedRuns.text, 0), (RecordedRuns.pieces, 0), (RecordedRuns.serverTool, 0),
        (RecordedRuns.twoClientTools, 0),
        (RecordedRuns.twoClientTools, 1), (RecordedRuns.thoughts, 0), (RecordedRuns.thoughts, 1),
        (RecordedRuns.bothTools, 0), (RecordedRuns.approval, 0), (RecordedRuns.approval, 1), (RecordedRuns.length, 0),
        (RecordedRuns.refusal, 0), (RecordedRuns.callsInPieces, 1), (RecordedRuns.callsInPieces, 2),
        (RecordedRuns.sealedThoughts, 0),
    ])
    func aReplyEqualsItsStream(run: RecordedRuns.Run, waits: Int) throws {
        for form in [MessagesOptions.Thinking.hidden, .omitted, .shown] {
            var options = MessagesOptions()
            options.thinking = form
            let streamed = try MessagesFrames.message(MessagesFrames.bytes(run.events, after: waits, options))
            #expect(try Self.reply(run, after: waits) { $0 = options } == streamed)
        }
    }

    @Test func aValueIsItsText() throws {
        let reply = try Self.reply(RecordedRuns.value)
        #expect(reply["content"] == [["type": "text", "text": #"{"a":[1,"二"]}"#]])
    }

    @Test func streamedArgumentsAreAnObject() throws {
        let content = try Self.reply(RecordedRuns.callsInPieces)["content"]?.arrayValue ?? []
        #expect(content.map { $0["type"] } == ["text", "tool_use", "tool_use"])
        #expect(content[0]["text"] == "One moment.")
        #expect(content[1]["input"] == ["a": "\"\u{2028}日"] && content[2]["input"] == [:])
    }

    @Test func theServersToolsAreShownOnRequest() throws {
        let torii = try #require(try Self.reply(RecordedRuns.serverTool) { $0.showsTools = true }["torii"])
        #expect(torii["run"] == "run_01ab")
        #expect(torii["tool_calls"]?.arrayValue?.map { $0["name"] } == ["getInventory"])
    }

    @Test func aReplacedTextCounts() throws {
        let run = RecordedRuns.Run(
            name: "replaced",
            events: [
                RecordedRuns.start, .textDelta(item: 0, text: "A"), .textReplaced(item: 0, text: "B"),
                .completed(usage: RecordedRuns.usage(1, 1)),
            ]
        )
        #expect(try Self.reply(run)["content"] == [["type": "text", "text": "B"]])
    }

    /// A run without an answer, its problem, and whether tools were called before it.
    @Test(arguments: [
        (RecordedRuns.failure, 0, Problem.Kind.upstreamFailed, false),
        (RecordedRuns.cancelled, 0, .runCancelled, false), (RecordedRuns.bothTools, 1, .runCancelled, true),
        (RecordedRuns.brokenCall, 0, .upstreamFailed, false),
        (RecordedRuns.Run(name: "begun", events: [RecordedRuns.start]), 0, .conflict, false),
    ])
    func aRunWithoutAnAnswerIsAProblem(run: RecordedRuns.Run, waits: Int, kind: Problem.Kind, isAfterTools: Bool) {
        let problem = #expect(throws: Problem.self) { try Self.reply(run, after: waits) }
        #expect(problem?.kind == kind && problem?.run == "run_01ab" && problem?.isAfterToolCalls == isAfterTools)
    }
}
