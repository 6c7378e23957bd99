import AgentWire
import StreamingJSON
import Testing

@Suite struct MessagesEncoderTests {
    private static func words(
        _ events: [RunEvent],
        after waits: Int = 0,
        _ change: (inout MessagesOptions) -> Void = { _ in }
    ) throws -> [String] {
        var options = MessagesOptions()
        change(&options)
        return try MessagesFrames.words(MessagesFrames.bytes(events, after: waits, options))
    }

    @Test func everyFrameHasTheFormOfTheWire() {
        let usage =
            #""usage":{"input_tokens":0,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":0,"#
            + #""output_tokens_details":{"thinking_tokens":0},"cache_creation":{"ephemeral_5m_input_tokens":0,"#
            + #""ephemeral_1h_input_tokens":0},"service_tier":"standard","inference_geo":"not_available"}"#
        let expected =
            "event: message_start\n"
            + #"data: {"type":"message_start","message":{"model":"phrasebook","id":"msg_01ab","type":"message","#
            + #""role":"assistant","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"# + usage
            + "}}\n\nevent: content_block_start\n"
            + #"data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#
            + "\n\nevent: content_block_delta\n"
            + #"data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello"}}"#
            + "\n\nevent: content_block_stop\n" + #"data: {"type":"content_block_stop","index":0}"#
            + "\n\nevent: message_delta\n"
            + #"data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"#
            + #""stop_details":null},"usage":{"input_tokens":9,"cache_creation_input_tokens":0,"#
            + #""cache_read_input_tokens":1,"output_tokens":5,"output_tokens_details":{"thinking_tokens":2}}}"#
            + "\n\nevent: message_stop\n" + #"data: {"type":"message_stop"}"# + "\n\n"
        #expect(String(decoding: MessagesFrames.bytes(RecordedRuns.text.events), as: UTF8.self) == expected)
    }

    /// A run, and the frames of its stream.
    @Test(
        arguments: [
            (
                RecordedRuns.pieces,
                ["start msg_01ab", "0 text"]
                    + ["昨", "日\n", "\"\\", "\u{1}\u{2028}", "é", "👩‍👩‍👧"].map { "0 +\($0)" }
                    + ["0 stop", "end end_turn 9 5", "over"]
            ),
            (
                RecordedRuns.serverTool,
                [
                    "start msg_01ab", "0 text", "0 +Let me see.", "0 stop", "1 text", "1 +It is ", "1 +5.", "1 stop",
                    "end end_turn 19 10", "over",
                ]
            ),
            (
                RecordedRuns.twoClientTools,
                [
                    "start msg_01ab", "0 tool_use call_01ab_0 findPeople", "0 +{\"a\":\"\\\"\u{2028}日\"}", "0 stop",
                    "1 tool_use call_01ab_1 openMap", "1 +{\"a\":\"\\\"\u{2028}日\"}", "1 stop", "end tool_use 9 5",
                    "over",
                ]
            ),
            (
                RecordedRuns.value,
                [
                    "start msg_01ab", "0 text", "0 +\n{\"a\":", "0 +[1,\"二\"]}", "0 stop", "end end_turn 19 10", "over",
                ]
            ),
            (
                RecordedRuns.length,
                ["start msg_01ab", "0 text", "0 +Once upon", "0 stop", "end max_tokens 9 5", "over"]
            ),
            (
                RecordedRuns.refusal,
                [
                    "start msg_01ab", "0 text", "0 +Well, ", "0 stop", "1 text", "1 +I can", "1 +not \"\u{2028}日.",
                    "1 stop", "end refusal 9 5", "over",
                ]
            ),
            (RecordedRuns.failure, ["start msg_01ab", "0 text", "0 +Once", "error api_error"]),
            (RecordedRuns.cancelled, ["start msg_01ab", "0 text", "0 +Once", "0 stop", "error conflict_error"]),
            (
                RecordedRuns.brokenCall,
                [
                    "start msg_01ab", "0 tool_use call_01ab_0 findPeople", "0 +{\"a\":", "0 stop", "error api_error",
                ]
            ),
            (
                RecordedRuns.bothTools,
                [
                    "start msg_01ab", "0 text", "0 +One moment.", "0 stop", "1 tool_use call_01ab_2 openMap",
                    "1 +{\"a\":\"\\\"\u{2028}日\"}", "1 stop", "2 text torii", "2 +May sendMail be called?", "2 stop",
                    "end tool_use 9 5", "over",
                ]
            ),
            (
                RecordedRuns.approval,
                [
                    "start msg_01ab", "0 text torii", "0 +May sendMail be called?", "0 stop", "end end_turn 9 5",
                    "over",
                ]
            ),
            // Thinking is hidden unless it was requested.
            (
                RecordedRuns.sealedThoughts,
                ["start msg_01ab", "0 text", "0 +Yes.", "0 stop", "end end_turn 19 10", "over"]
            ),
            // The text waits until the call is complete.
            (
                RecordedRuns.textInACall,
                [
                    "start msg_01ab", "0 text", "0 +One ", "0 stop", "1 tool_use call_01ab_1 find", "1 +{\"a\":",
                    "1 +1}",
                    "1 stop", "2 text", "2 +mo\"ment.", "2 stop", "end tool_use 9 5", "over",
                ]
            ),
        ] as [(RecordedRuns.Run, [String])]
    )
    func aRunIsEncoded(run: RecordedRuns.Run, frames: [String]) throws {
        #expect(try Self.words(run.events) == frames)
    }

    /// A run, the form of its thinking, and the frames of the thoughts.
    @Test(
        arguments: [
            (
                RecordedRuns.sealedThoughts, .shown,
                [
                    "0 thinking", "0 +First \"", "0 +look.", "0 seal c2VhbA==", "0 stop",
                    "1 redacted_thinking c2VjcmV0",
                    "1 stop", "2 thinking", "2 +Now.", "2 stop",
                ]
            ),
            (
                RecordedRuns.sealedThoughts, .omitted,
                ["0 thinking", "0 seal c2VhbA==", "0 stop", "1 redacted_thinking c2VjcmV0", "1 stop"]
            ),
            (RecordedRuns.pieces, .shown, ["0 thinking", "0 +hm\n…", "0 stop"]), (RecordedRuns.pieces, .omitted, []),
        ] as [(RecordedRuns.Run, MessagesOptions.Thinking, [String])]
    )
    func thinkingIsShownOnRequest(run: RecordedRuns.Run, form: MessagesOptions.Thinking, thoughts: [String]) throws {
        let frames = try Self.words(run.events) { $0.thinking = form }
        #expect(Array(frames.dropFirst().prefix(thoughts.count)) == thoughts)
        let rest = frames.dropFirst(thoughts.count + 1)
        #expect(rest.first?.hasSuffix(" text") == true && rest.last == "over")
    }

    @Test func aThoughtInACallWaitsForItsEnd() throws {
        let frames = try Self.words(RecordedRuns.textInACall.events) { $0.thinking = .shown }
        #expect(
            Array(frames.suffix(9)) == [
                "2 text", "2 +mo\"ment.", "2 stop", "3 thinking", "3 +hm", "3 seal s", "3 stop", "end tool_use 9 5",
                "over",
            ]
        )
    }

    @Test func callsInTurnsEndWithAnError() throws {
        let frames = try Self.words(RecordedRuns.callsInPieces.events)
        #expect(frames.last == "error api_error" && frames.filter { $0.hasSuffix(" openMap") }.count == 1)
        // The answers after the waits are complete.
        let second = ["start msg_01ab-1", "0 tool_use call_01ab_4 findPeople", "0 +{}", "0 stop"]
        #expect(try Self.words(RecordedRuns.callsInPieces.events, after: 1) == second + ["end tool_use 9 5", "over"])
        let last = ["start msg_01ab-2", "0 text", "0 +Done.", "0 stop", "end end_turn 11 5", "over"]
        #expect(try Self.words(RecordedRuns.callsInPieces.events, after: 2) == last)
    }

    /// A run that has waited, the text of its next answer, and the tokens of that answer.
    @Test(arguments: [
        (RecordedRuns.twoClientTools, "Done.", 11), (RecordedRuns.approval, "Sent.", 10),
    ])
    func theNextAnswerStartsAfterTheWait(run: RecordedRuns.Run, text: String, input: Int) throws {
        let frames = try Self.words(run.events, after: 1)
        #expect(
            frames == ["start msg_01ab-1", "0 text", "0 +\(text)", "0 stop", "end end_turn \(input) 5", "over"]
        )
    }

    @Test func nothingIsSentBeforeTheRequestedWait() throws {
        #expect(MessagesFrames.bytes(Array(RecordedRuns.twoClientTools.events.prefix(6)), after: 1) == [])
    }

    @Test func anApprovalNamesItsRun() throws {
        let frames = try MessagesFrames.data(MessagesFrames.bytes(RecordedRuns.approval.events))
        let torii = frames[1]["content_block"]?["torii"]
        #expect(torii?["run"] == "run_01ab" && torii?["call"] == "server0" && torii?["data"]?["kind"] == "approval")
        #expect(torii?["decide"] == "POST /v1/runs/run_01ab/outputs")
    }

    @Test func aRefusalIsExplained() throws {
        let frames = try MessagesFrames.data(MessagesFrames.bytes(RecordedRuns.refusal.events))
        let details: JSONValue = [
            "type": "refusal", "category": .null, "explanation": "I cannot \"\u{2028}日.",
        ]
        #expect(frames[frames.count - 2]["delta"]?["stop_details"] == details)
    }

    @Test func theServersToolsAreShownOnRequest() throws {
        let frames = try Self.words(RecordedRuns.serverTool.events) { $0.showsTools = true }
        #expect(
            frames.filter { $0.hasPrefix("ping") } == ["ping tool.started", "ping tool.progress", "ping tool.finished"]
        )
        #expect(frames.filter { !$0.hasPrefix("ping") } == (try Self.words(RecordedRuns.serverTool.events)))
    }

    @Test func theModelHasTheNameInTheRequest() throws {
        var options = MessagesOptions()
        options.model = "claude"
        let frames = try MessagesFrames.data(MessagesFrames.bytes(RecordedRuns.text.events, options))
        #expect(frames[0]["message"]?["model"] == "claude")
    }

    @Test func anErrorNamesTheRequest() throws {
        var options = MessagesOptions()
        options.requestID = "req1"
        let frames = try MessagesFrames.data(MessagesFrames.bytes(RecordedRuns.failure.events, options))
        #expect(frames.last?["request_id"] == "req1")
        #expect(frames.last?["error"]?["message"] == "the provider broke off")
    }

    /// The events between a run's start and its end, and the sent text.
    @Test(
        arguments: [
            // A replacement counts if nothing was sent before.
            ([.textReplaced(item: 0, text: "B"), .textDelta(item: 0, text: "C")], ["0 +B", "0 +C"]),
            ([.textDelta(item: 0, text: "A"), .textReplaced(item: 0, text: "B")], ["0 +A"]),
            ([.textReplaced(item: 0, text: "")], []),
            // The answer's text counts if none was sent since the last call.
            ([.answered(RunAnswer(text: "B"))], ["0 +B"]),
            ([.textDelta(item: 0, text: "A"), .answered(RunAnswer(text: "B"))], ["0 +A"]),
            ([.objectCompleted(StructuredAnswer(object: [1]))], ["0 +[1]"]),
        ] as [([RunEvent], [String])]
    )
    func textIsSentOnce(events: [RunEvent], sent: [String]) throws {
        let frames = try Self.words([RecordedRuns.start] + events + [.completed(usage: RecordedRuns.usage(1, 1))])
        #expect(frames.filter { $0.contains("+") } == sent)
    }

    @Test func aRestartedValueEndsWithAnError() throws {
        let events: [RunEvent] = [
            RecordedRuns.start, .valueDelta(item: 0, text: "{\"a\":"), .valueDelta(item: 1, text: "{}"),
        ]
        #expect(try Self.words(events).last == "error api_error")
        #expect(try Self.words(events) { $0.holdsValue = true } == ["start msg_01ab"])
    }

    /// An interrupted run, the number of waits before, and a part of the client's error.
    @Test(arguments: [
        (RecordedRuns.text, 0, "the server's own words"), (RecordedRuns.twoClientTools, 1, "send the request again"),
    ])
    func anInterruptionNamesTheRemedy(run: RecordedRuns.Run, waits: Int, words: String) throws {
        let beginning = run.events.prefix { event in
            switch event {
            case .answered, .completed: false
            default: true
            }
        }
        let events = beginning + [.interrupted(Problem(.runInterrupted, detail: "the server's own words"))]
        let error = try MessagesFrames.data(MessagesFrames.bytes(Array(events), after: waits)).last?["error"]
        #expect(error?["type"] == "overloaded_error")
        #expect(error?["message"]?.stringValue?.contains(words) == true)
    }
}
