import LanguageModels
import Testing

@testable import ModelProviders

@Suite struct AnthropicStreamDecoderTests {
    private static let model = "claude-sonnet-5-5"

    private static func usage(
        _ input: Int,
        _ output: Int,
        ofCalls: Bool = false,
        cached: Int = 0,
        written: Int = 0,
        long: Int = 0,
        reasoning: Int = 0
    ) -> ModelStreamEvent {
        var input = LanguageModelSession.Usage.Input(totalTokenCount: input, cachedTokenCount: cached)
        (input.writtenTokenCount, input.longWrittenTokenCount) = (written, long)
        let output = LanguageModelSession.Usage.Output(totalTokenCount: output, reasoningTokenCount: reasoning)
        return .usage(.init(input: input, output: output), ofCalls: ofCalls)
    }

    private static func weather(_ arguments: String) -> ModelStreamEvent {
        .toolCall(id: "toolu_01TestWeather0000000001", name: "get_weather", arguments: arguments)
    }

    private static let time = ModelStreamEvent.toolCall(
        id: "toolu_01TestNow000000000000002",
        name: "get_time",
        arguments: ""
    )

    private static func metadata(_ reason: String) -> ModelStreamEvent {
        .metadata(["finish_reason": reason, "model": model])
    }

    /// The metadata of an answer that does not name its model.
    private static let stopped = ModelStreamEvent.metadata(["finish_reason": "stop"])

    static let rows: [DecodingRow] = [
        DecodingRow(
            fixture: "anthropic_stream_text.sse",
            events: ["It", " is", " 12.4", "°C", " in", " 東京", "."].map(ModelStreamEvent.text) + [
                metadata("stop"), usage(25, 12),
            ]
        ),
        DecodingRow(
            fixture: "anthropic_stream_thinking.sse",
            events: [
                .reasoning("The user asks", entryID: "thought_x_1"),
                .reasoning(" about weather.", entryID: "thought_x_1"),
                .seal(
                    "EqQBCgIYAhIMdGVzdC1zaWduYXR1cmU=",
                    metadata: ["anthropic": "thinking"],
                    entryID: "thought_x_1"
                ),
                .text("It is sunny."), metadata("stop"), usage(43, 30),
            ]
        ),
        DecodingRow(
            fixture: "anthropic_stream_redacted_thinking.sse",
            events: [
                .seal("EmwKAhgBEgx0ZXN0", metadata: ["anthropic": "redacted_thinking"], entryID: "thought_x_1"),
                .text("Done."), metadata("stop"), usage(43, 9),
            ]
        ),
        DecodingRow(
            fixture: "anthropic_stream_parallel_tools.sse",
            events: [
                .text("I'll check"), .text(" both."), weather(""), weather("{\"ci"), weather("ty\": \"東京\""),
                weather("}"), time, metadata("tool_calls"), usage(472, 89, ofCalls: true),
            ]
        ),
        DecodingRow(
            fixture: "anthropic_stream_max_tokens.sse",
            events: [.text("It is"), metadata("length"), usage(25, 2)]
        ),
        DecodingRow(
            fixture: "anthropic_stream_max_tokens.sse",
            events: [.text("It is")],
            failure: "outputLimit",
            needsWholeAnswer: true
        ),
        DecodingRow(
            fixture: "anthropic_stream_refusal.sse",
            events: [.refusal("This request triggered restrictions."), usage(18, 5)],
            failure: "refusal: This request triggered restrictions."
        ),
        DecodingRow(
            fixture: "anthropic_stream_overloaded.sse",
            events: [.text("It is")],
            failure: "upstreamFault"
        ),
        DecodingRow(
            fixture: "anthropic_messages.json",
            events: [.text("It is 12.4°C in 東京."), metadata("stop"), usage(25, 12)]
        ),
        DecodingRow(
            fixture: "anthropic_messages_tools.json",
            events: [
                .text("I'll check both."), weather(""), weather(#"{"city":"東京"}"#), time, metadata("tool_calls"),
                usage(472, 89, ofCalls: true),
            ]
        ),
    ]

    private func decoder(needsWholeAnswer: Bool = false, maximumBytes: Int = 1000) -> AnthropicStreamDecoder {
        AnthropicStreamDecoder(
            host: "host",
            fallbackID: "x",
            needsWholeAnswer: needsWholeAnswer,
            maximumBytes: maximumBytes
        )
    }

    @Test(arguments: rows) func table(row: DecodingRow) throws {
        try row.check(decoder(needsWholeAnswer: row.needsWholeAnswer))
    }

    @Test(arguments: rows) func cutAnywhere(row: DecodingRow) throws {
        try row.checkCuts(
            terminator: "event: message_stop",
            decoder(needsWholeAnswer: row.needsWholeAnswer)
        )
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var data: [String]
        var events: [ModelStreamEvent] = []
        var failure: String?
    }

    private static func start(_ block: String) -> String {
        #"{"type":"content_block_start","index":0,"content_block":\#(block)}"#
    }
    private static func delta(_ delta: String) -> String {
        #"{"type":"content_block_delta","index":0,"delta":\#(delta)}"#
    }
    private static let stop = #"{"type":"content_block_stop","index":0}"#
    private static let text = start(#"{"type":"text","text":"a"}"#)
    private static let end = #"{"type":"message_stop"}"#

    static let cases: [Case] = [
        Case(
            testDescription: "events and fields that are not known",
            data: [
                #"{"type":"later","x":{"type":"error"}}"#,
                start(#"{"type":"text","text":""}"#),
                delta(#"{"type":"citations_delta","citation":{"text":"no"}}"#),
                delta(#"{"new":[1,{"text":"no"}],"text":"a\n\"é\u00e9","type":"text_delta"}"#), stop, end,
            ],
            events: [.text("a\n\"éé")]
        ),
        Case(
            testDescription: "a block that is not known",
            data: [
                start(#"{"type":"server_tool_use","id":"s","name":"search","input":{}}"#),
                delta(#"{"type":"input_json_delta","partial_json":"{}"}"#), stop, text, end,
            ],
            events: [.text("a")]
        ),
        Case(
            testDescription: "a call without an id and without input, as llama.cpp may send it",
            data: [
                start(#"{"type":"tool_use","name":"f"}"#), delta(#"{"type":"input_json_delta","partial_json":"{}"}"#),
                stop, end,
            ],
            events: [
                .toolCall(id: "call_x_0", name: "f", arguments: ""),
                .toolCall(id: "call_x_0", name: "f", arguments: "{}"),
            ]
        ),
        Case(
            testDescription: "two calls with one id",
            data: [
                start(#"{"type":"tool_use","id":"a","name":"f"}"#), stop,
                start(#"{"type":"tool_use","id":"a","name":"f"}"#), stop, end,
            ],
            events: [
                .toolCall(id: "a", name: "f", arguments: ""), .toolCall(id: "a_2", name: "f", arguments: ""),
            ]
        ),
        Case(
            testDescription: "a call without a name",
            data: [start(#"{"type":"tool_use","id":"a"}"#)],
            failure: "notUnderstood"
        ),
        Case(
            testDescription: "arguments of no call",
            data: [delta(#"{"type":"input_json_delta","partial_json":"{}"}"#)],
            failure: "notUnderstood"
        ),
        Case(
            testDescription: "a cut call",
            data: [
                start(#"{"type":"tool_use","id":"a","name":"f"}"#),
                #"{"type":"message_delta","delta":{"stop_reason":"max_tokens"}}"#, end,
            ],
            events: [.toolCall(id: "a", name: "f", arguments: "")],
            failure: "outputLimit"
        ),
        Case(
            testDescription: "thoughts without a signature",
            data: [
                start(#"{"type":"thinking","thinking":"","signature":""}"#),
                delta(#"{"type":"thinking_delta","thinking":"Hm."}"#), stop, end,
            ],
            events: [.reasoning("Hm.", entryID: "thought_x_1")],
            failure: "upstreamFault"
        ),
        Case(
            testDescription: "thoughts up to the limit",
            data: [
                start(#"{"type":"thinking","thinking":"Hm.","signature":""}"#), stop,
                #"{"type":"message_delta","delta":{"stop_reason":"max_tokens"}}"#, end,
            ],
            events: [.reasoning("Hm.", entryID: "thought_x_1")],
            failure: "outputLimit"
        ),
        Case(
            testDescription: "an end without an answer",
            data: [#"{"type":"message_delta","delta":{"stop_reason":"end_turn"}}"#, end],
            failure: "upstreamFault"
        ),
        Case(
            testDescription: "a reason of tomorrow without an answer",
            data: [#"{"type":"message_delta","delta":{"stop_reason":"of_tomorrow"}}"#, end],
            failure: "upstreamFault"
        ),
        Case(
            testDescription: "an error without a type, as llama.cpp sends it",
            data: [#"{"error":{"code":500,"message":"secret","type":"server_error"}}"#],
            failure: "upstreamFault"
        ),
        Case(
            testDescription: "a rate limit amid the stream",
            data: [#"{"type":"error","error":{"type":"rate_limit_error","message":"no"}}"#],
            failure: "rateLimited"
        ),
        Case(
            testDescription: "a pause",
            data: [#"{"type":"message_delta","delta":{"stop_reason":"pause_turn"}}"#, end],
            failure: "notUnderstood"
        ),
        Case(testDescription: "not JSON", data: [#"{"type":"#], failure: "notUnderstood"),
        Case(testDescription: "not an object", data: ["[]"], failure: "notUnderstood"),
        Case(testDescription: "nothing", data: [], failure: "truncatedStream"),
        Case(
            testDescription: "counts in several changes, with a cache",
            data: [
                #"{"type":"message_start","message":{"usage":{"input_tokens":1,"cache_read_input_tokens":20,"output_tokens":1}}}"#,
                text,
                #"{"type":"message_delta","delta":{},"usage":{"output_tokens":5,"cache_creation_input_tokens":3}}"#,
                #"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":7}}"#, end,
            ],
            events: [.text("a"), stopped, usage(24, 7, cached: 20, written: 3)]
        ),
        Case(
            testDescription: "counts in details",
            data: [
                #"{"type":"message_start","message":{"usage":{"input_tokens":1,"cache_creation_input_tokens":9,"cache_creation":{"ephemeral_5m_input_tokens":5,"ephemeral_1h_input_tokens":4},"output_tokens":1}}}"#,
                text,
                #"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":7,"output_tokens_details":{"thinking_tokens":6}}}"#,
                end,
            ],
            events: [.text("a"), stopped, usage(10, 7, written: 9, long: 4, reasoning: 6)]
        ),
        Case(
            testDescription: "a whole message with counts in details",
            data: [
                #"{"type":"message","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"cache_creation_input_tokens":2,"output_tokens":7,"output_tokens_details":{"thinking_tokens":3}}}"#
            ],
            events: [.text("a"), stopped, usage(3, 7, written: 2, reasoning: 3)]
        ),
    ]

    @Test(arguments: cases) func oddities(row: Case) throws {
        let body = row.data.map { "data: \($0)\n\n" }.joined()
        let decoded = DecodedStream([Array(body.utf8)], with: decoder())
        #expect(decoded == DecodedStream(events: row.events, failure: row.failure))
    }

    @Test func aStreamWithoutAnEndIsLeft() throws {
        var decoder = decoder(maximumBytes: 20)
        let chunk = Self.delta(#"{"type":"text_delta","text":"0123456789"}"#)
        for _ in 0..<2 { #expect(try decoder.decode(chunk) == [.text("0123456789")]) }
        let error = #expect(throws: ModelProviderError.self) { try decoder.decode(chunk) }
        #expect(error?.message == "The answer of host is longer than 20 bytes.")
        var calls = self.decoder()
        for _ in 0..<64 { _ = try calls.decode(Self.start(#"{"type":"tool_use","name":"f"}"#)) }
        #expect(throws: ModelProviderError.self) { try calls.decode(Self.start(#"{"type":"tool_use","name":"f"}"#)) }
    }
}
