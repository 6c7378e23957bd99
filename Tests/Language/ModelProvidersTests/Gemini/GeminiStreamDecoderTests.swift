import LanguageModels
import Testing

@testable import ModelProviders

@Suite struct GeminiStreamDecoderTests {
    private static let seal = "RXB3SUNwa0lBVGVzdFNpZ25hdHVyZQ=="

    private static func usage(
        _ input: Int,
        _ output: Int,
        thoughts: Int = 60,
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

    private static let metadata = ModelStreamEvent.metadata([
        "finish_reason": "stop", "model": "gemini-3.1-pro-preview", "gemini_thought_signature": seal,
    ])

    private static func metadata(_ reason: String = "stop") -> ModelStreamEvent { .metadata(["finish_reason": reason]) }

    static let rows: [DecodingRow] = [
        DecodingRow(
            fixture: "gemini_stream_text.sse",
            events: [.text("It is 12.4"), .text("°C in 東京."), metadata, usage(29, 69)]
        ),
        DecodingRow(
            fixture: "gemini_stream_thoughts.sse",
            events: [
                .reasoning("**Planning**\n\nI will answer directly.\n"), .text("It is sunny."), metadata,
                usage(29, 64),
            ]
        ),
        DecodingRow(
            fixture: "gemini_stream_tools.sse",
            events: [
                .toolCall(id: "fc-test-1", name: "get_weather", arguments: #"{"city":"東京"}"#),
                .callMetadata(["gemini_thought_signature": seal], id: "fc-test-1", name: "get_weather"),
                .toolCall(id: "fc-test-2", name: "get_time", arguments: ""),
                usage(29, 223, thoughts: 202, ofCalls: true),
            ]
        ),
        DecodingRow(fixture: "gemini_stream_malformed_call.sse", events: [], failure: "upstreamFault"),
        DecodingRow(fixture: "gemini_stream_safety.sse", events: [], failure: "guardrail"),
        DecodingRow(
            fixture: "gemini_generate.json",
            events: [.text("It is 12.4°C in 東京."), metadata, usage(29, 69)]
        ),
    ]

    private func decoder(needsWholeAnswer: Bool = false, maximumBytes: Int = 1000) -> GeminiStreamDecoder {
        GeminiStreamDecoder(
            host: "host",
            fallbackID: "x",
            needsWholeAnswer: needsWholeAnswer,
            maximumBytes: maximumBytes
        )
    }

    @Test(arguments: rows) func table(row: DecodingRow) throws { try row.check(decoder()) }

    @Test(arguments: rows) func cutAnywhere(row: DecodingRow) throws {
        try row.checkCuts(terminator: #""finishReason""#, decoder())
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var data: [String]
        var events: [ModelStreamEvent] = []
        var failure: String?
        var needsWholeAnswer = false
    }

    private static func parts(_ parts: String, _ reason: String? = nil) -> String {
        let end = reason.map { #","finishReason":"\#($0)""# } ?? ""
        return #"{"candidates":[{"content":{"parts":[\#(parts)],"role":"model"}\#(end),"index":0}]}"#
    }
    private static func end(_ reason: String = "STOP") -> String {
        #"{"candidates":[{"content":{},"finishReason":"\#(reason)"}]}"#
    }
    private static let call = #"{"functionCall":{"name":"f","args":{}}}"#
    private static let called = ModelStreamEvent.toolCall(id: "call_x_0", name: "f", arguments: "")

    private static let special: [Case] = [
        Case(
            testDescription: "fields and parts that are not known, nulls and escapes",
            data: [
                parts(
                    #"{"inlineData":{"data":"no"}},{"x":{"text":"no"},"thought":false,"text":"a\n\"é\u00e9"},{"executableCode":{"code":"no"}}"#
                ),
                #"{"candidates":[{"content":null,"index":0}],"error":null}"#, #"{"candidates":[]}"#, #"{"new":1}"#,
                end(),
            ],
            events: [.text("a\n\"éé"), metadata()]
        ),
        Case(
            testDescription: "another candidate",
            data: [
                #"{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"},{"content":{"parts":[{"text":"b"}]},"finishReason":"SAFETY"}]}"#
            ],
            events: [.text("a"), metadata()]
        ),
        Case(
            testDescription: "what follows the reason",
            data: [parts(#"{"text":"a"}"#, "STOP"), parts(#"{"text":"b"}"#)],
            events: [.text("a"), .text("b"), metadata()]
        ),
        Case(
            testDescription: "calls without ids",
            data: [parts("\(call),\(call)"), end()],
            events: [called, .toolCall(id: "call_x_1", name: "f", arguments: "")]
        ),
        Case(
            testDescription: "text before a call",
            data: [parts(#"{"text":"Hm."},\#(call)"#, "STOP")],
            events: [.text("Hm."), called, metadata("tool_calls")]
        ),
        Case(
            testDescription: "a call without a name",
            data: [parts(#"{"functionCall":{}}"#)],
            failure: "notUnderstood"
        ),
        Case(
            testDescription: "a stream that is an array",
            data: ["[" + parts(#"{"text":"a"}"#) + ",\r\n" + end() + "]"],
            events: [.text("a"), metadata()]
        ),
        Case(
            testDescription: "all counts",
            data: [
                #"{"usageMetadata":{"promptTokenCount":1}}"#,
                #"{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":10,"cachedContentTokenCount":4,"toolUsePromptTokenCount":2,"candidatesTokenCount":5,"thoughtsTokenCount":3}}"#,
            ],
            events: [
                .text("a"), metadata(),
                .usage(
                    .init(
                        input: .init(totalTokenCount: 12, cachedTokenCount: 4),
                        output: .init(totalTokenCount: 8, reasoningTokenCount: 3)
                    ),
                    ofCalls: false
                ),
            ]
        ),
        Case(
            testDescription: "a model that ends",
            data: [
                #"{"modelStatus":{"modelStage":"DEPRECATED","retirementTime":"2026-12-01T00:00:00Z","message":"secret"}}"#,
                parts(#"{"text":"a"}"#, "STOP"),
            ],
            events: [
                .text("a"),
                .metadata(["finish_reason": "stop", "model_stage": "deprecated", "model_ends": "2026-12-01"]),
            ]
        ),
        Case(
            testDescription: "a model that goes on, and a day that is none",
            data: [
                #"{"modelStatus":{"modelStage":"STABLE","retirementTime":"2026-12-01T00:00:00Z"}}"#,
                #"{"modelStatus":{"modelStage":"RETIRED","retirementTime":"soon"}}"#,
                #"{"modelStatus":7}"#, parts(#"{"text":"a"}"#, "STOP"),
            ],
            events: [.text("a"), .metadata(["finish_reason": "stop", "model_stage": "retired"])]
        ),
        Case(
            testDescription: "an error amid the stream",
            data: [
                parts(#"{"text":"a"}"#),
                #"{"error":{"code":503,"message":"secret","status":"UNAVAILABLE"}}"#,
            ],
            events: [.text("a")],
            failure: "upstreamFault"
        ),
        Case(
            testDescription: "a rate limit amid the stream",
            data: [#"{"error":{"code":429,"message":"secret","status":"RESOURCE_EXHAUSTED"}}"#],
            failure: "rateLimited"
        ),
        Case(testDescription: "not JSON", data: [#"{"candidates":"#], failure: "notUnderstood"),
        Case(testDescription: "not an object", data: ["3"], failure: "notUnderstood"),
        Case(testDescription: "an array of something else", data: ["[3]"], failure: "notUnderstood"),
        Case(testDescription: "nothing", data: [], failure: "truncatedStream"),
        Case(
            testDescription: "no reason",
            data: [parts(#"{"text":"a"}"#)],
            events: [.text("a")],
            failure: "truncatedStream"
        ),
        Case(
            testDescription: "text that the limit cut",
            data: [parts(#"{"text":"a"}"#, "MAX_TOKENS")],
            events: [.text("a"), metadata("length")]
        ),
        Case(
            testDescription: "text that another request could continue",
            data: [parts(#"{"text":"a"}"#, "CONTINUATION")],
            events: [.text("a"), metadata("length")]
        ),
        Case(testDescription: "an end without an answer", data: [end()], failure: "upstreamFault"),
        Case(
            testDescription: "nothing but thoughts",
            data: [parts(#"{"text":"Hm.","thought":true}"#), end()],
            events: [.reasoning("Hm.")],
            failure: "upstreamFault"
        ),
        Case(
            testDescription: "a structured answer that the limit cut",
            data: [parts(#"{"text":"{"}"#, "MAX_TOKENS")],
            events: [.text("{")],
            failure: "outputLimit",
            needsWholeAnswer: true
        ),
        Case(
            testDescription: "a call that the limit cut",
            data: [parts(call, "MAX_TOKENS")],
            events: [called],
            failure: "outputLimit"
        ),
        Case(
            testDescription: "nothing but thoughts within the limit",
            data: [parts(#"{"text":"Hm.","thought":true}"#), end("MAX_TOKENS")],
            events: [.reasoning("Hm.")],
            failure: "outputLimit"
        ),
    ]

    private static let blocks: [Case] = ["SAFETY", "OTHER", "JAILBREAK", "MODEL_ARMOR", "OF_TOMORROW"].map {
        Case(
            testDescription: "blocked: \($0)",
            data: [#"{"promptFeedback":{"blockReason":"\#($0)"}}"#],
            failure: "guardrail"
        )
    }

    /// The finish reasons that are errors.
    private static let reasons: [Case] = [
        ("SAFETY", "guardrail"), ("RECITATION", "guardrail"), ("BLOCKLIST", "guardrail"),
        ("PROHIBITED_CONTENT", "guardrail"), ("SPII", "guardrail"), ("LANGUAGE", "guardrail"),
        ("IMAGE_SAFETY", "guardrail"), ("IMAGE_PROHIBITED_CONTENT", "guardrail"), ("IMAGE_OTHER", "guardrail"),
        ("IMAGE_RECITATION", "guardrail"), ("ESCALATION", "guardrail"), ("PUP_LIMITED_DISABLED", "guardrail"),
        ("MODEL_ARMOR", "guardrail"), ("NO_IMAGE", "upstreamFault"),
        ("OTHER", "upstreamFault"), ("UNEXPECTED_TOOL_CALL", "upstreamFault"),
        ("TOO_MANY_TOOL_CALLS", "upstreamFault"), ("MISSING_THOUGHT_SIGNATURE", "invalidRequest"),
        ("MALFORMED_RESPONSE", "upstreamFault"), ("OF_TOMORROW", "upstreamFault"),
    ].map { reason, failure in
        Case(
            testDescription: reason,
            data: [parts(#"{"text":"a"}"#), end(reason)],
            events: [.text("a")],
            failure: failure
        )
    }

    static let cases = special + blocks + reasons

    @Test(arguments: cases) func oddities(row: Case) throws {
        let body = row.data.map { "data: \($0.replacing("\r\n", with: " "))\r\n\r\n" }.joined()
        let decoded = DecodedStream([Array(body.utf8)], with: decoder(needsWholeAnswer: row.needsWholeAnswer))
        #expect(decoded == DecodedStream(events: row.events, failure: row.failure))
    }

    @Test(arguments: [
        ("OTHER", "host broke its answer off (other)."), ("My secret: 東京", "host broke its answer off."),
        (
            "MALFORMED_FUNCTION_CALL",
            "The model at host wrote a tool call or an answer that is not well formed (malformed_function_call). "
                + "Another try may succeed."
        ),
    ]) func messagesOfErrors(reason: String, message: String) throws {
        var decoder = decoder()
        _ = try decoder.decode(Self.end(reason))
        let error = #expect(throws: ModelProviderError.self) { try decoder.finish() }
        #expect(error?.message == message)
    }

    @Test func aStreamWithoutAnEndIsLeft() throws {
        var decoder = decoder(maximumBytes: 20)
        let chunk = Self.parts(#"{"text":"01234","thought":true},{"text":"56789"}"#)
        for _ in 0..<2 { #expect(try decoder.decode(chunk) == [.reasoning("01234"), .text("56789")]) }
        let error = #expect(throws: ModelProviderError.self) { try decoder.decode(chunk) }
        #expect(error?.message == "The answer of host is longer than 20 bytes.")
        var calls = self.decoder()
        for _ in 0..<64 { _ = try calls.decode(Self.parts(Self.call)) }
        #expect(throws: ModelProviderError.self) { try calls.decode(Self.parts(Self.call)) }
    }
}
