import LanguageModels
import Testing

@testable import ModelProviders

@Suite struct OllamaStreamDecoderTests {
    private static func usage(_ input: Int, _ output: Int, ofCalls: Bool = false) -> ModelStreamEvent {
        .usage(
            .init(input: .init(totalTokenCount: input), output: .init(totalTokenCount: output)),
            ofCalls: ofCalls
        )
    }

    private static func metadata(_ reason: String = "stop", model: String? = "qwen3:4b") -> ModelStreamEvent {
        .metadata(["finish_reason": reason, "model": model].compactMapValues { $0 })
    }

    static let rows: [DecodingRow] = [
        DecodingRow(
            fixture: "ollama_chat_stream_text.ndjson",
            events: ["It", " is", " 12.4", "°C", " in", " 東京", "."].map(ModelStreamEvent.text) + [
                metadata(), usage(26, 9),
            ]
        ),
        DecodingRow(
            fixture: "ollama_chat_stream_thinking.ndjson",
            events: [.reasoning("The user"), .reasoning(" asks."), .text("Sunny."), metadata(), usage(26, 9)]
        ),
        DecodingRow(
            fixture: "ollama_chat_stream_tools.ndjson",
            events: [
                .toolCall(id: "call_test0001", name: "get_weather", arguments: #"{"city":"東京"}"#),
                .toolCall(
                    id: "call_test0002",
                    name: "search_web",
                    arguments: #"{"query":"alpha station","max_results":3}"#
                ),
                usage(26, 9, ofCalls: true),
            ]
        ),
        DecodingRow(
            fixture: "ollama_chat_stream_error.ndjson",
            events: [.text("It")],
            failure: "upstreamFault"
        ),
        DecodingRow(
            fixture: "ollama_chat.json",
            events: [.text(#"{"city":"東京"}"#), metadata(), usage(26, 9)]
        ),
    ]

    private func decoder(needsWholeAnswer: Bool = false, maximumBytes: Int = 1000) -> OllamaStreamDecoder {
        OllamaStreamDecoder(
            host: "host",
            model: "m",
            fallbackID: "x",
            needsWholeAnswer: needsWholeAnswer,
            maximumBytes: maximumBytes
        )
    }

    @Test(arguments: rows) func table(row: DecodingRow) throws { try row.check(decoder()) }

    @Test(arguments: rows) func cutAnywhere(row: DecodingRow) throws {
        try row.checkCuts(terminator: #""done":true"#, decoder())
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var lines: [String]
        var events: [ModelStreamEvent] = []
        var failure: String?
        var needsWholeAnswer = false
    }

    private static let end = #"{"done":true,"done_reason":"stop"}"#
    private static func calls(_ calls: String) -> String { #"{"message":{"tool_calls":[\#(calls)]},"done":false}"# }
    private static let call = #"{"function":{"name":"f","arguments":{}}}"#

    static let cases: [Case] = [
        Case(
            testDescription: "fields that are not known, nulls and escapes",
            lines: [
                #"{"x":{"done":true},"message":{"images":null,"thinking":null,"content":"a\n\"é\u00e9"}}"#,
                #"{"message":null,"error":null}"#, end,
            ],
            events: [.text("a\n\"éé"), metadata(model: nil)]
        ),
        Case(
            testDescription: "calls without ids, as old servers send them",
            lines: [calls(call), calls("\(call),\(call)"), end],
            events: [
                .toolCall(id: "call_x_0", name: "f", arguments: ""),
                .toolCall(id: "call_x_1", name: "f", arguments: ""),
                .toolCall(id: "call_x_2", name: "f", arguments: ""),
            ]
        ),
        Case(
            testDescription: "two calls with one id",
            lines: [calls(#"{"id":"a","function":{"name":"f"}},{"id":"a","function":{"name":"f"}}"#), end],
            events: [.toolCall(id: "a", name: "f", arguments: ""), .toolCall(id: "a_2", name: "f", arguments: "")]
        ),
        Case(
            testDescription: "text before a call",
            lines: [#"{"message":{"content":"Hm."}}"#, calls(call), end],
            events: [
                .text("Hm."), .toolCall(id: "call_x_0", name: "f", arguments: ""), metadata("tool_calls", model: nil),
            ]
        ),
        Case(
            testDescription: "arguments that are a text",
            lines: [calls(#"{"function":{"name":"f","arguments":"{\"a\":1}"}}"#), end],
            events: [.toolCall(id: "call_x_0", name: "f", arguments: #"{"a":1}"#)]
        ),
        Case(
            testDescription: "a call without a name",
            lines: [calls(#"{"function":{"arguments":{}}}"#)],
            failure: "notUnderstood"
        ),
        Case(
            testDescription: "an end without a reason, and what follows it",
            lines: [#"{"message":{"content":"a"},"done":true}"#, #"{"message":{"content":"b"}}"#],
            events: [.text("a"), metadata(model: nil)]
        ),
        Case(
            testDescription: "text that the limit cut",
            lines: [#"{"message":{"content":"a"},"done":true,"done_reason":"length","eval_count":1}"#],
            events: [.text("a"), metadata("length", model: nil), usage(0, 1)]
        ),
        Case(testDescription: "an end without an answer", lines: [end], failure: "upstreamFault"),
        Case(
            testDescription: "nothing but thoughts",
            lines: [#"{"message":{"thinking":"Hm."}}"#, end],
            events: [.reasoning("Hm.")],
            failure: "upstreamFault"
        ),
        Case(
            testDescription: "thoughts up to the limit",
            lines: [#"{"message":{"thinking":"Hm."},"done":true,"done_reason":"length"}"#],
            events: [.reasoning("Hm.")],
            failure: "outputLimit"
        ),
        Case(
            testDescription: "a structured answer that the limit cut",
            lines: [#"{"message":{"content":"{"},"done":true,"done_reason":"length"}"#],
            events: [.text("{")],
            failure: "outputLimit",
            needsWholeAnswer: true
        ),
        Case(
            testDescription: "a call that the limit cut",
            lines: [calls(call), #"{"done":true,"done_reason":"length"}"#],
            events: [.toolCall(id: "call_x_0", name: "f", arguments: "")],
            failure: "outputLimit"
        ),
        Case(
            testDescription: "the engine's own error",
            lines: [#"{"error":"{\"error\":{\"type\":\"exceed_context_size_error\",\"n_ctx\":9}}"}"#],
            failure: "contextExceeded"
        ),
        Case(testDescription: "not JSON", lines: [#"{"message":"#], failure: "notUnderstood"),
        Case(testDescription: "a message that is none", lines: [#"{"message":3}"#], failure: "notUnderstood"),
        Case(testDescription: "not an object", lines: ["[]"], failure: "notUnderstood"),
        Case(testDescription: "nothing", lines: [], failure: "truncatedStream"),
    ]

    @Test(arguments: cases) func oddities(row: Case) throws {
        let body = Array(row.lines.joined(separator: "\n").utf8)
        let decoder = decoder(needsWholeAnswer: row.needsWholeAnswer)
        let decoded = DecodedStream([body], framing: .lines, with: decoder)
        #expect(decoded == DecodedStream(events: row.events, failure: row.failure))
    }

    @Test func aStreamWithoutAnEndIsLeft() throws {
        var decoder = decoder(maximumBytes: 20)
        let line = #"{"message":{"content":"01234","thinking":"56789"}}"#
        for _ in 0..<2 { #expect(try decoder.decode(line) == [.reasoning("56789"), .text("01234")]) }
        let error = #expect(throws: ModelProviderError.self) { try decoder.decode(line) }
        #expect(error?.message == "The answer of host is longer than 20 bytes.")
        var calls = self.decoder()
        for _ in 0..<64 { _ = try calls.decode(Self.calls(Self.call)) }
        #expect(throws: ModelProviderError.self) { try calls.decode(Self.calls(Self.call)) }
    }
}
