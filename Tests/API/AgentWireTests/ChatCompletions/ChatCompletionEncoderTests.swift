import AgentWire
import Foundation
import StreamingJSON
import Testing

@Suite struct ChatCompletionEncoderTests {
    /// Returns the data of each frame without the common first members of chunks; the error and the end are not chunks.
    private static func frames(
        _ events: [RunEvent],
        after waits: Int = 0,
        isOver: Bool = true,
        _ change: (inout ChatCompletionOptions) -> Void = { _ in }
    ) throws -> [String] {
        var options = ChatCompletionOptions()
        change(&options)
        var encoder = ChatCompletionEncoder(options, after: waits)
        var bytes: [UInt8] = []
        encoder.encode(RecordedRuns.lines(events), into: &bytes)
        #expect(encoder.isOver == isOver)
        let text = String(decoding: bytes, as: UTF8.self)
        let count = bytes.count
        encoder.encode(RecordedRuns.lines([.textDelta(item: 99, text: "more")]), into: &bytes)
        if isOver { #expect(bytes.count == count) }
        return try text.split(separator: "\n\n", omittingEmptySubsequences: true).map { frame in
            #expect(frame.hasPrefix("data: "))
            let data = frame.dropFirst(6)
            guard data != "[DONE]" else { return "[DONE]" }
            let value = try JSONValue(parsing: String(data))
            guard value["error"] == nil else { return String(data) }
            let suffix = waits > 0 ? "-\(waits)" : ""
            let head =
                #"{"id":"chatcmpl-01ab"# + suffix + #"","object":"chat.completion.chunk","created":1795000000,"#
                + #""model":""# + (options.model ?? "phrasebook") + #"","choices":"#
            #expect(data.hasPrefix(head))
            return String(data.dropFirst(head.count).dropLast())
        }
    }

    private static func delta(_ delta: String, _ more: String = "") -> String {
        #"[{"index":0,"delta":"# + delta + #","finish_reason":null}]"# + more
    }

    private static func content(_ text: String, _ more: String = "") -> String {
        delta(#"{"content":"# + JSONValue.string(text).serialized() + "}", more)
    }

    private static func end(_ reason: String) -> [String] {
        [#"[{"index":0,"delta":{},"finish_reason":""# + reason + #""}]"#, "[DONE]"]
    }

    private static let role = delta(#"{"role":"assistant","content":""}"#)

    /// A client's call: its name, then its arguments.
    private static func call(_ index: Int, _ item: Int, _ name: String) -> [String] {
        [
            delta(
                #"{"tool_calls":[{"index":\#(index),"id":"call_01ab_\#(item)","type":"function","#
                    + #""function":{"name":"\#(name)","arguments":""}}]}"#
            ),
            delta(
                #"{"tool_calls":[{"index":\#(index),"function":{"arguments":"{\"a\":\"\\\"\#u{2028}日\"}"}}]}"#
            ),
        ]
    }

    /// A run, and the frames of its stream.
    @Test(
        arguments: [
            (RecordedRuns.text, [role, content("Hello")] + end("stop")),
            (
                RecordedRuns.pieces,
                [role] + ["昨", "日\n", "\"\\", "\u{1}\u{2028}", "é", "👩‍👩‍👧"].map { content($0) } + end("stop")
            ),
            (
                RecordedRuns.serverTool,
                [role, content("Let me see."), content("\n\nIt is "), content("5.")] + end("stop")
            ),
            (
                RecordedRuns.twoClientTools,
                [role] + call(0, 0, "findPeople") + call(1, 1, "openMap") + end("tool_calls")
            ),
            (RecordedRuns.value, [role, content("\n{\"a\":"), content("[1,\"二\"]}")] + end("stop")),
            (RecordedRuns.length, [role, content("Once upon")] + end("length")),
            (
                RecordedRuns.refusal,
                [
                    role, content("Well, "), delta(#"{"refusal":"I can"}"#),
                    delta(#"{"refusal":"not \"\#u{2028}日."}"#),
                ] + end("stop")
            ),
            (
                RecordedRuns.failure,
                [
                    role, content("Once"),
                    #"{"error":{"message":"the provider broke off","type":"server_error","param":null,"code":"upstream_failed"}}"#,
                ]
            ),
            (
                RecordedRuns.cancelled,
                [
                    role, content("Once"),
                    #"{"error":{"message":"the run was cancelled: its client requested it","type":"invalid_request_error","param":null,"code":"run_cancelled"}}"#,
                ]
            ),
        ] as [(RecordedRuns.Run, [String])]
    )
    func aRunIsEncoded(run: RecordedRuns.Run, frames: [String]) throws {
        #expect(try Self.frames(run.events) == frames)
    }

    private static func startedCall(_ index: Int, _ item: Int, _ name: String) -> String {
        delta(
            #"{"tool_calls":[{"index":\#(index),"id":"call_01ab_\#(item)","type":"function","#
                + #""function":{"name":"\#(name)","arguments":""}}]}"#
        )
    }

    private static func arguments(_ index: Int, _ text: String) -> String {
        delta(
            #"{"tool_calls":[{"index":\#(index),"function":{"arguments":"#
                + JSONValue.string(text).serialized() + "}}]}"
        )
    }

    @Test func argumentsAreSentAsTheModelWritesThem() throws {
        let frames = try Self.frames(RecordedRuns.callsInPieces.events)
        let first = [
            Self.role, Self.content("One "), Self.startedCall(0, 1, "findPeople"), Self.arguments(0, "{\"a\": \"\\\""),
            Self.content("moment."), Self.startedCall(1, 2, "openMap"), Self.arguments(1, "{"),
            Self.arguments(0, "\u{2028}日\" }"), Self.arguments(1, "\n}"),
        ]
        #expect(frames == first + Self.end("tool_calls"))
        // The calls of a later answer are numbered from the first index again.
        let second = [Self.role, Self.startedCall(0, 4, "findPeople"), Self.arguments(0, "{}")]
        #expect(try Self.frames(RecordedRuns.callsInPieces.events, after: 1) == second + Self.end("tool_calls"))
        let last = [Self.role, Self.content("Done.")] + Self.end("stop")
        #expect(try Self.frames(RecordedRuns.callsInPieces.events, after: 2) == last)
    }

    @Test func aCallThatBrokeOffEndsWithAnError() throws {
        let frames = try Self.frames(RecordedRuns.brokenCall.events)
        #expect(frames.dropLast() == [Self.role, Self.startedCall(0, 0, "findPeople"), Self.arguments(0, "{\"a\":")])
        #expect(try JSONValue(parsing: frames.last ?? "")["error"]?["code"] == "upstream_failed")
    }

    @Test func anApprovalIsSentAsText() throws {
        let frames = try Self.frames(RecordedRuns.approval.events)
        #expect(frames.count == 4 && frames.first == Self.role && Array(frames.suffix(2)) == Self.end("stop"))
        #expect(frames[1].hasPrefix(Self.content("May sendMail be called?", #","torii":{"type":"action.required""#)))
        let torii = try JSONValue(parsing: "{\"choices\":" + frames[1] + "}")["torii"]
        #expect(torii?["run"] == "run_01ab" && torii?["call"] == "server0")
        #expect(torii?["decide"] == "POST /v1/runs/run_01ab/outputs")
        #expect(torii?["data"]?["kind"] == "approval")
    }

    @Test func callsPrecedeApprovals() throws {
        let frames = try Self.frames(RecordedRuns.bothTools.events)
        #expect(Array(frames.prefix(4)) == [Self.role, Self.content("One moment.")] + Self.call(0, 2, "openMap"))
        #expect(frames[4].hasPrefix(Self.content(#"\n\nMay sendMail be called?"#.replacing(#"\n"#, with: "\n"))))
        #expect(Array(frames.suffix(2)) == Self.end("tool_calls"))
    }

    /// A run that has waited, the text of its next answer, and the tokens of that answer.
    @Test(arguments: [
        (RecordedRuns.twoClientTools, "Done.", 11), (RecordedRuns.approval, "Sent.", 10),
    ])
    func theNextAnswerStartsAfterTheWait(run: RecordedRuns.Run, text: String, input: Int) throws {
        let frames = try Self.frames(run.events, after: 1) { $0.includesUsage = true }
        let null = #","usage":null"#
        let usage =
            #"[],"usage":{"prompt_tokens":\#(input),"completion_tokens":5,"total_tokens":\#(input + 5),"#
            + #""prompt_tokens_details":{"cached_tokens":0,"cache_write_tokens":0},"completion_tokens_details":{"reasoning_tokens":0}}"#
        #expect(frames == [Self.role + null, Self.content(text, null), Self.end("stop")[0] + null, usage, "[DONE]"])
    }

    @Test func nothingIsSentBeforeTheRequestedWait() throws {
        #expect(try Self.frames(Array(RecordedRuns.twoClientTools.events.prefix(6)), after: 1, isOver: false) == [])
    }

    @Test func tokensAreCountedOnRequest() throws {
        for run in [RecordedRuns.text, RecordedRuns.twoClientTools] {
            let frames = try Self.frames(run.events) { $0.includesUsage = true }
            let usage =
                #"[],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,"#
                + #""prompt_tokens_details":{"cached_tokens":1,"cache_write_tokens":0},"completion_tokens_details":{"reasoning_tokens":2}}"#
            #expect(Array(frames.suffix(2)) == [usage, "[DONE]"])
            #expect(frames.dropLast(2).allSatisfy { $0.hasSuffix(#","usage":null"#) })
            // The other frames are the same as without counts.
            let plain = try Self.frames(run.events)
            #expect(frames.dropLast(2).map { $0.dropLast(#","usage":null"#.count) } == plain.dropLast().map { $0[...] })
        }
    }

    @Test func theServersToolsAreShownOnRequest() throws {
        let frames = try Self.frames(RecordedRuns.serverTool.events) { $0.showsTools = true }
        let shown = frames.filter { $0.hasPrefix("[],") }
        #expect(frames.filter { !$0.hasPrefix("[],") } == (try Self.frames(RecordedRuns.serverTool.events)))
        let natives = RecordedRuns.serverTool.events.compactMap { NativeEvent($0) }.filter {
            $0.type.hasPrefix("tool.")
        }
        #expect(shown == natives.map { #"[],"torii":{"type":"\#($0.type)","data":\#($0.data.serialized())}"# })
        #expect(shown.count == 3)
    }

    @Test func reasoningIsShownOnRequest() throws {
        let frames = try Self.frames(RecordedRuns.pieces.events) { $0.showsReasoning = true }
        #expect(frames[1] == Self.delta(#"{"reasoning_content":"hm\n…"}"#))
        #expect(frames.count == (try Self.frames(RecordedRuns.pieces.events)).count + 1)
    }

    @Test func theModelHasTheNameInTheRequest() throws {
        #expect(try Self.frames(RecordedRuns.text.events) { $0.model = "gpt" }.count == 4)
    }

    /// The events between a run's start and its end, and the sent content.
    @Test(
        arguments: [
            // A replacement counts if nothing was sent before.
            ([.textReplaced(item: 0, text: "B"), .textDelta(item: 0, text: "C")], ["B", "C"]),
            (
                [.textDelta(item: 0, text: "A"), .textReplaced(item: 0, text: "B"), .textDelta(item: 0, text: "C")],
                ["A", "C"]
            ),
            ([.textReplaced(item: 0, text: ""), .textDelta(item: 0, text: "C")], ["C"]),
            // An answer without deltas.
            ([.answered(RunAnswer(text: "B"))], ["B"]),
            ([.textDelta(item: 0, text: "A"), .answered(RunAnswer(text: "A"))], ["A"]),
            (
                [
                    .textDelta(item: 0, text: "A"),
                    .itemAdded(
                        RunItem(number: 1, .toolCall(.init(id: "c", name: "f", site: .server, arguments: .null)))
                    ),
                    .answered(RunAnswer(text: "B")),
                ], ["A", "\n\nB"]
            ),
            // A value without JSON text.
            ([.objectCompleted(StructuredAnswer(object: ["a": 1])), .answered(RunAnswer(text: "x"))], [#"{"a":1}"#]),
            (
                [
                    .valueDelta(item: 0, text: "7"), .objectCompleted(StructuredAnswer(object: 7)),
                    .answered(RunAnswer(text: "7")),
                ], ["7"]
            ),
            // White space alone does not start a value, and is not content.
            ([.valueDelta(item: 0, text: " "), .valueDelta(item: 0, text: "\t\r\n[")], ["\t\r\n["]),
            ([.valueDelta(item: 0, text: "\\{"), .valueDelta(item: 0, text: "{}")], []),
        ] as [([RunEvent], [String])]
    )
    func contentIsSentOnce(events: [RunEvent], content: [String]) throws {
        let events = [RecordedRuns.start] + events + [.completed(usage: RecordedRuns.usage(1, 1))]
        #expect(try Self.frames(events) == [Self.role] + content.map { Self.content($0) } + Self.end("stop"))
    }

    @Test func aHeldValueIsSentWhenItIsComplete() throws {
        let frames = try Self.frames(
            [
                RecordedRuns.start, .valueDelta(item: 0, text: #"{"value":[1]}"#),
                .objectCompleted(StructuredAnswer(object: [1])), .answered(RunAnswer(text: "[1]")),
                .completed(usage: RecordedRuns.usage(1, 1)),
            ]
        ) { $0.holdsValue = true }
        #expect(frames == [Self.role, Self.content("[1]")] + Self.end("stop"))
    }

    /// Events after which the sent text cannot become valid JSON.
    @Test(
        arguments: [
            [.valueDelta(item: 0, text: #"{"a":"#), .valueDelta(item: 1, text: "{}")],
            [
                .valueDelta(item: 0, text: "{}"),
                .itemAdded(RunItem(number: 1, .toolCall(.init(id: "c", name: "f", site: .server, arguments: .null)))),
                .objectCompleted(StructuredAnswer(object: [:])),
            ],
        ] as [[RunEvent]]
    )
    func restartedJSONEndsTheStream(events: [RunEvent]) throws {
        let frames = try Self.frames([RecordedRuns.start] + events)
        #expect(frames.count == 3)
        #expect(try JSONValue(parsing: frames[2])["error"]?["code"] == "structured_output_invalid")
    }

    /// The end of a run, and the code of its error.
    @Test(arguments: [
        (RunEvent.interrupted(Problem(.runInterrupted, detail: "d")), "server_stopped"),
        (.failed(Problem(.refused, detail: "d")), "content_filter"),
        (.failed(Problem(.conversationTooLong, detail: "d")), "context_length_exceeded"),
    ])
    func anEndWithoutAnAnswerIsAnError(event: RunEvent, code: String) throws {
        let frames = try Self.frames([RecordedRuns.start, event])
        #expect(frames.count == 2)
        #expect(try JSONValue(parsing: frames[1])["error"]?["code"]?.stringValue == code)
    }

    @Test func theHeartbeatIsAComment() {
        #expect(ChatCompletionEncoder().heartbeat == Array(": hb\n".utf8))
    }
}
