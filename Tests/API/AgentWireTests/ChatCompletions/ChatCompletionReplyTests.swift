import AgentWire
import StreamingJSON
import Testing

@Suite struct ChatCompletionReplyTests {
    /// The outcome of a run's first events, up to its first wait or its end.
    private static func outcome(_ run: RecordedRuns.Run, upToWait: Bool = false) -> RunOutcome {
        var outcome = RunOutcome(keepsReasoning: true)
        for event in run.events {
            outcome.apply(event)
            if upToWait, outcome.isWaiting { break }
        }
        return outcome
    }

    private static func reply(
        _ run: RecordedRuns.Run,
        upToWait: Bool = false,
        _ change: (inout ChatCompletionOptions) -> Void = { _ in }
    ) throws -> JSONValue {
        var options = ChatCompletionOptions()
        change(&options)
        return try ChatCompletionReply(outcome(run, upToWait: upToWait), options).jsonValue
    }

    @Test func aReplyHasAllMembers() throws {
        let reply = try Self.reply(RecordedRuns.text)
        let expected =
            #"{"id":"chatcmpl-01ab","object":"chat.completion","created":1795000000,"model":"phrasebook","choices":["#
            + #"{"index":0,"message":{"role":"assistant","content":"Hello","refusal":null},"logprobs":null,"#
            + #""finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,"#
            + #""prompt_tokens_details":{"cached_tokens":1,"cache_write_tokens":0},"completion_tokens_details":{"reasoning_tokens":2}}}"#
        #expect(reply.serialized() == expected)
        #expect(try Self.reply(RecordedRuns.text) { $0.model = "gpt" }["model"] == "gpt")
    }

    /// A run, its content, the reason for its end, and its tokens.
    @Test(arguments: [
        (RecordedRuns.pieces, "昨日\n\"\\\u{1}\u{2028}é👩‍👩‍👧", "stop", 15), (RecordedRuns.serverTool, "It is 5.", "stop", 30),
        (RecordedRuns.value, #"{"a":[1,"二"]}"#, "stop", 30), (RecordedRuns.length, "Once upon", "length", 15),
        (RecordedRuns.twoClientTools, "Done.", "stop", 16), (RecordedRuns.approval, "Sent.", "stop", 15),
    ])
    func anAnswerIsItsText(run: RecordedRuns.Run, content: String, reason: String, tokens: Int) throws {
        let reply = try Self.reply(run)
        #expect(reply["choices"]?[0]?["message"]?["content"]?.stringValue == content)
        #expect(reply["choices"]?[0]?["message"]?["tool_calls"] == nil)
        #expect(reply["choices"]?[0]?["finish_reason"]?.stringValue == reason)
        #expect(reply["usage"]?["total_tokens"]?.intValue == tokens)
        #expect(reply["torii"] == nil)
    }

    @Test func aRefusalIsNotContent() throws {
        let choice = try #require(try Self.reply(RecordedRuns.refusal)["choices"]?[0])
        #expect(choice["message"]?["content"] == .null && choice["finish_reason"] == "stop")
        #expect(choice["message"]?["refusal"] == "I cannot \"\u{2028}日.")
        // The native reply has the refusal as its text, and marks it.
        let native = try Self.outcome(RecordedRuns.refusal).reply().jsonValue
        #expect(native["message"]?["text"] == "I cannot \"\u{2028}日." && native["message"]?["refused"] == true)
        #expect(try Self.outcome(RecordedRuns.text).reply().jsonValue["message"]?["refused"] == nil)
    }

    @Test func callsEqualThoseOfTheStream() throws {
        let reply = try Self.reply(RecordedRuns.twoClientTools, upToWait: true)
        let choice = try #require(reply["choices"]?[0])
        #expect(choice["message"]?["content"] == .null && choice["finish_reason"] == "tool_calls")
        let calls = try #require(choice["message"]?["tool_calls"]?.arrayValue)
        #expect(calls.map { $0["id"] } == ["call_01ab_0", "call_01ab_1"])
        #expect(calls.map { $0["function"]?["name"] } == ["findPeople", "openMap"])
        #expect(calls.map { $0["type"] } == ["function", "function"])
        #expect(try JSONValue(parsing: calls[0]["function"]?["arguments"]?.stringValue ?? "") == ["a": "\"\u{2028}日"])
        #expect(reply["usage"]?["total_tokens"] == 15)
        // The events after the wait belong to another answer.
        #expect(reply["id"] == "chatcmpl-01ab")
        #expect(try Self.reply(RecordedRuns.twoClientTools)["id"] == "chatcmpl-01ab-1")
    }

    /// The reply has exactly the text of the deltas.
    @Test func streamedArgumentsKeepTheirText() throws {
        let reply = try Self.reply(RecordedRuns.callsInPieces, upToWait: true)
        let calls = try #require(reply["choices"]?[0]?["message"]?["tool_calls"]?.arrayValue)
        #expect(calls.map { $0["id"] } == ["call_01ab_1", "call_01ab_2"])
        #expect(calls.map { $0["function"]?["arguments"] } == ["{\"a\": \"\\\"\u{2028}日\" }", "{\n}"])
        #expect(throws: Problem.self) { try Self.reply(RecordedRuns.brokenCall) }
    }

    @Test func anApprovalIsSentAsText() throws {
        for (run, reason) in [(RecordedRuns.approval, "stop"), (RecordedRuns.bothTools, "tool_calls")] {
            let reply = try Self.reply(run, upToWait: true)
            #expect(reply["choices"]?[0]?["message"]?["content"] == "May sendMail be called?")
            #expect(reply["choices"]?[0]?["finish_reason"]?.stringValue == reason)
            let actions = try #require(reply["torii"]?["actions"]?.arrayValue)
            #expect(actions.map { $0["decide"] } == ["POST /v1/runs/run_01ab/outputs"])
            #expect(reply["torii"]?["tool_calls"] == nil)
        }
    }

    @Test func theServersToolsAreShownOnRequest() throws {
        let torii = try #require(try Self.reply(RecordedRuns.serverTool) { $0.showsTools = true }["torii"])
        #expect(torii["run"] == "run_01ab")
        #expect(torii["tool_calls"]?.arrayValue?.map { $0["name"] } == ["getInventory"])
    }

    /// The reasoning equals that of the stream, even in an answer after the client's outputs.
    @Test(
        arguments: [
            (RecordedRuns.text, 0, nil), (RecordedRuns.pieces, 0, "hm\n…"),
            (RecordedRuns.thoughts, 0, "First, look.\n\nThen ask."), (RecordedRuns.thoughts, 1, "Now I know."),
        ] as [(RecordedRuns.Run, Int, String?)]
    )
    func reasoningIsShownOnRequest(run: RecordedRuns.Run, waits: Int, thoughts: String?) throws {
        var outcome = RunOutcome(keepsReasoning: true)
        for event in run.events {
            outcome.apply(event)
            if outcome.waitCount > waits { break }
        }
        var options = ChatCompletionOptions()
        #expect(
            try ChatCompletionReply(outcome, options).jsonValue["choices"]?[0]?["message"]?["reasoning_content"] == nil
        )
        options.showsReasoning = true
        let message = try ChatCompletionReply(outcome, options).jsonValue["choices"]?[0]?["message"]
        #expect(message?["reasoning_content"]?.stringValue == thoughts)
        var encoder = ChatCompletionEncoder(options, after: waits)
        var bytes: [UInt8] = []
        encoder.encode(run.lines, into: &bytes)
        let frames = String(decoding: bytes, as: UTF8.self).split(separator: "\n\n").map { $0.dropFirst(6) }
        let streamed = try frames.dropLast().compactMap { frame in
            try JSONValue(parsing: String(frame))["choices"]?[0]?["delta"]?["reasoning_content"]?.stringValue
        }
        #expect(streamed.joined() == thoughts ?? "")
    }

    @Test func reasoningIsKeptOnlyOnRequest() {
        var outcome = RunOutcome()
        for event in RecordedRuns.pieces.events { outcome.apply(event) }
        #expect(outcome.reasoning.isEmpty)
    }

    /// A run without an answer, its problem, and whether tools were called before it.
    @Test(arguments: [
        (RecordedRuns.failure, Problem.Kind.upstreamFailed, false), (RecordedRuns.cancelled, .runCancelled, false),
        (RecordedRuns.bothTools, .runCancelled, true),
        (RecordedRuns.Run(name: "begun", events: [RecordedRuns.start]), .conflict, false),
    ])
    func aRunWithoutAnAnswerIsAProblem(run: RecordedRuns.Run, kind: Problem.Kind, isAfterToolCalls: Bool) {
        let problem = #expect(throws: Problem.self) { try Self.reply(run) }
        #expect(problem?.kind == kind)
        #expect(problem?.run == "run_01ab")
        #expect(problem?.isAfterToolCalls == isAfterToolCalls)
    }

    /// An interrupted run, the number of waits before, and a part of the client's error, streamed or not.
    @Test(arguments: [
        (RecordedRuns.text, 0, "the server's own words"), (RecordedRuns.twoClientTools, 1, "send the request again"),
        (RecordedRuns.bothTools, 1, "omit the calls"),
    ])
    func anInterruptionNamesTheRemedy(run: RecordedRuns.Run, waits: Int, words: String) throws {
        let beginning = run.events.prefix { event in
            switch event {
            case .answered, .completed, .cancelled: false
            default: true
            }
        }
        let events = beginning + [.interrupted(Problem(.runInterrupted, detail: "the server's own words"))]
        let problem = #expect(throws: Problem.self) {
            try Self.reply(RecordedRuns.Run(name: "interrupted", events: Array(events)))
        }
        #expect(problem?.detail.contains(words) == true)
        var encoder = ChatCompletionEncoder(after: waits)
        var bytes: [UInt8] = []
        encoder.encode(RecordedRuns.lines(Array(events)), into: &bytes)
        let error = try #require(String(decoding: bytes, as: UTF8.self).split(separator: "\n\n").last?.dropFirst(6))
        #expect(try JSONValue(parsing: String(error))["error"]?["message"]?.stringValue == problem?.detail)
    }

    @Test func aWaitEndsWithTheNextEvent() {
        var outcome = Self.outcome(RecordedRuns.twoClientTools, upToWait: true)
        #expect(outcome.isWaiting && outcome.waitCount == 1 && outcome.clientCalls.count == 2)
        #expect(outcome.actions.count == 2)
        outcome.apply(.itemAdded(RunItem(number: 2, .message)))
        #expect(!outcome.isWaiting && outcome.waitCount == 1 && outcome.clientCalls.isEmpty)
        #expect(outcome.usageBeforeWait == RecordedRuns.usage(10, 5))
    }
}
