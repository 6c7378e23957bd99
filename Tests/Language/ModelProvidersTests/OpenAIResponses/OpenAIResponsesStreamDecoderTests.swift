import LanguageModels
import Testing

@testable import ModelProviders

@Suite struct OpenAIResponsesStreamDecoderTests {
    private static let model = "gpt-5.4-mini-2026-03-17"

    private static func usage(
        _ input: Int,
        _ output: Int,
        thoughts: Int = 0,
        ofCalls: Bool = false
    ) -> ModelStreamEvent {
        .usage(
            .init(
                input: .init(totalTokenCount: input),
                output: .init(totalTokenCount: output, reasoningTokenCount: thoughts)
            ),
            ofCalls: ofCalls
        )
    }

    private static func metadata(_ reason: String) -> ModelStreamEvent {
        .metadata(["finish_reason": reason, "model": model])
    }

    private static func thought(_ text: String) -> ModelStreamEvent {
        .reasoning(text, entryID: "thought_x_rs_test01", segmentID: "thought_x_rs_test01_0")
    }

    private static func weather(_ arguments: String) -> ModelStreamEvent {
        .toolCall(id: "call_Test1", name: "get_weather", arguments: arguments)
    }

    private static func search(_ arguments: String) -> ModelStreamEvent {
        .toolCall(id: "call_Test2", name: "search_web", arguments: arguments)
    }

    static let rows: [DecodingRow] = [
        DecodingRow(
            fixture: "openai_responses_stream_text.sse",
            events: ["It", " is", " 12.4", "°C", " in", " 東京", "."].map(ModelStreamEvent.text) + [
                metadata("stop"), usage(37, 11),
            ]
        ),
        DecodingRow(
            fixture: "openai_responses_stream_reasoning_tools.sse",
            events: [
                thought("**Checking"), thought(" tools**"),
                .seal(
                    "gAAAAAtest",
                    metadata: ["openai_reasoning_id": "rs_test01"],
                    entryID: "thought_x_rs_test01"
                ),
                weather(""), weather("{\"ci"), weather("ty\":\"東"), weather("京\"}"),
                search(""), search("{\"query\":\"alpha"), search(" station\"}"),
                usage(210, 77, thoughts: 32, ofCalls: true),
            ]
        ),
        DecodingRow(
            fixture: "openai_responses_stream_incomplete.sse",
            events: [.text("It is"), metadata("length"), usage(37, 2)]
        ),
        DecodingRow(
            fixture: "openai_responses_stream_incomplete.sse",
            events: [.text("It is")],
            failure: "outputLimit",
            needsWholeAnswer: true
        ),
        DecodingRow(fixture: "openai_responses_stream_error.sse", events: [], failure: "outOfCredit"),
        DecodingRow(fixture: "openai_responses_stream_error_flat.sse", events: [], failure: "upstreamFault"),
        DecodingRow(
            fixture: "openai_responses.json",
            events: [.text("It is 12.4°C in 東京."), metadata("stop"), usage(37, 11)]
        ),
    ]

    private func decoder(needsWholeAnswer: Bool = false, maximumBytes: Int = 1000) -> OpenAIResponsesStreamDecoder {
        OpenAIResponsesStreamDecoder(
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
        let isIncomplete = row.fixture.contains("incomplete")
        try row.checkCuts(
            terminator: isIncomplete ? "event: response.incomplete" : "event: response.completed",
            decoder(needsWholeAnswer: row.needsWholeAnswer)
        )
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var data: [String]
        var events: [ModelStreamEvent] = []
        var failure: String?
    }

    private static func end(_ members: String = "") -> String {
        #"{"type":"response.completed","response":{"status":"completed"\#(members)}}"#
    }

    private static func say(_ text: String) -> String {
        #"{"type":"response.output_text.delta","item_id":"m","delta":"\#(text)"}"#
    }

    private static let written: LanguageModelSession.Usage.Input = {
        var input = LanguageModelSession.Usage.Input(totalTokenCount: 9, cachedTokenCount: 4)
        (input.writtenTokenCount, input.longWrittenTokenCount) = (3, 2)
        return input
    }()

    static let cases: [Case] = [
        Case(
            testDescription: "no indexes and numbers, as llama.cpp sends it",
            data: [
                #"{"type":"response.output_item.added","item":{"id":"fc_1","arguments":"","call_id":"call_1","name":"f","type":"function_call"}}"#,
                #"{"type":"response.function_call_arguments.delta","delta":"{}","item_id":"fc_1"}"#,
                #"{"type":"response.output_item.done","item":{"id":"fc_1","type":"function_call","arguments":"{}","call_id":"call_1","name":"f"}}"#,
                end(),
            ],
            events: [
                .toolCall(id: "call_1", name: "f", arguments: ""),
                .toolCall(id: "call_1", name: "f", arguments: "{}"),
            ]
        ),
        Case(
            testDescription: "items that come only with the whole",
            data: [
                end(
                    #","output":[{"type":"message","id":"m","content":[{"type":"output_text","text":"Yes."}]},{"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":"{}"}]"#
                )
            ],
            events: [
                .text("Yes."), .toolCall(id: "c", name: "f", arguments: ""),
                .toolCall(id: "c", name: "f", arguments: "{}"), .metadata(["finish_reason": "tool_calls"]),
            ]
        ),
        Case(
            testDescription: "events that are not known",
            data: [
                #"{"type":"response.queued","response":{"error":{}}}"#, #"{"type":"response.mcp_call.failed"}"#,
                #"{"type":"response.output_text.annotation.added","delta":7}"#, say("a"), end(),
            ],
            events: [.text("a"), .metadata(["finish_reason": "stop"])]
        ),
        Case(testDescription: "an empty success", data: [end()], failure: "upstreamFault"),
        Case(
            testDescription: "the tokens of an empty success",
            data: [end(#","output":[],"usage":{"input_tokens":3,"output_tokens":2}"#)],
            events: [usage(3, 2)],
            failure: "upstreamFault"
        ),
        Case(
            testDescription: "hidden thoughts that the limit cut",
            data: [
                #"{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}}}"#
            ],
            events: [.metadata(["finish_reason": "length"])]
        ),
        Case(
            testDescription: "an end of another kind",
            data: [
                say("a"),
                #"{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"steered"}}}"#,
            ],
            events: [.text("a")],
            failure: "upstreamFault"
        ),
        Case(
            testDescription: "a flat error without a type",
            data: [#"{"message":"slow down","code":429}"#],
            failure: "rateLimited"
        ),
        Case(testDescription: "only an end", data: ["[DONE]"], failure: "truncatedStream"),
        Case(
            testDescription: "what is sent back with a message and a call",
            data: [
                say("I'll look."),
                #"{"type":"response.output_item.done","item":{"type":"message","id":"m","phase":"commentary","content":[]}}"#,
                #"{"type":"response.output_item.done","item":{"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":"{}","namespace":"n","caller":{"type":"direct"},"async":null}}"#,
                end(
                    #","output":[{"type":"message","id":"m","phase":"new","content":[]},{"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":"{}","namespace":"n","caller":{"type":"direct"}}]"#
                ),
            ],
            events: [
                .text("I'll look."), .toolCall(id: "c", name: "f", arguments: ""),
                .toolCall(id: "c", name: "f", arguments: "{}"),
                .callMetadata(
                    ["openai_call": #"{"namespace":"n","caller":{"type":"direct"}}"#],
                    id: "c",
                    name: "f"
                ), .metadata(["finish_reason": "tool_calls", "openai_phase": "commentary"]),
            ]
        ),
        Case(
            testDescription: "tokens written to the cache",
            data: [
                say("a"),
                end(
                    #","usage":{"input_tokens":9,"output_tokens":2,"input_tokens_details":{"cached_tokens":4,"cache_write_tokens":3,"cache_write_tokens_details":{"ttl_30m_tokens":1,"ttl_12h_tokens":2}}}"#
                ),
            ],
            events: [
                .text("a"), .metadata(["finish_reason": "stop"]),
                .usage(.init(input: written, output: .init(totalTokenCount: 2)), ofCalls: false),
            ]
        ),
        Case(
            testDescription: "a refusal",
            data: [
                #"{"type":"response.refusal.delta","item_id":"m","delta":"I can"}"#,
                #"{"type":"response.refusal.delta","item_id":"m","delta":"not."}"#,
                end(#","output":[{"type":"message","id":"m","content":[{"type":"refusal","refusal":"I cannot."}]}]"#),
            ],
            events: [.refusal("I can"), .refusal("not.")],
            failure: "refusal: I cannot."
        ),
        Case(
            testDescription: "a refusal in one piece, and its tokens",
            data: [
                end(
                    #","output":[{"type":"message","id":"m","content":[{"type":"refusal","refusal":"I cannot."}]}],"#
                        + #""usage":{"input_tokens":3,"output_tokens":2}"#
                )
            ],
            events: [.refusal("I cannot."), usage(3, 2)],
            failure: "refusal: I cannot."
        ),
        Case(
            testDescription: "a filter",
            data: [
                #"{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"content_filter"}}}"#
            ],
            failure: "guardrail"
        ),
        Case(
            testDescription: "a failure without an error",
            data: [#"{"type":"response.failed","response":{"status":"failed","error":null}}"#],
            failure: "upstreamFault"
        ),
        Case(
            testDescription: "a full context",
            data: [
                #"{"type":"response.failed","response":{"error":{"code":"context_length_exceeded","message":"long"}}}"#
            ],
            failure: "contextExceeded"
        ),
        Case(
            testDescription: "arguments of no call",
            data: [#"{"type":"response.function_call_arguments.delta","delta":"{}","item_id":"fc_1"}"#],
            failure: "notUnderstood"
        ),
        Case(testDescription: "not JSON", data: [#"{"type":"response.completed""#], failure: "notUnderstood"),
        Case(testDescription: "nothing", data: [], failure: "truncatedStream"),
    ]

    @Test(arguments: cases) func oddities(row: Case) throws {
        let body = row.data.map { "data: \($0)\n\n" }.joined()
        let decoded = DecodedStream([Array(body.utf8)], with: decoder())
        #expect(decoded == DecodedStream(events: row.events, failure: row.failure))
    }

    @Test func aStreamWithoutAnEndIsLeft() throws {
        var decoder = decoder(maximumBytes: 20)
        let chunk = #"{"type":"response.output_text.delta","item_id":"m","delta":"0123456789"}"#
        for _ in 0..<2 { #expect(try decoder.decode(chunk) == [.text("0123456789")]) }
        let error = #expect(throws: ModelProviderError.self) { try decoder.decode(chunk) }
        #expect(error?.message == "The answer of host is longer than 20 bytes.")
    }
}
