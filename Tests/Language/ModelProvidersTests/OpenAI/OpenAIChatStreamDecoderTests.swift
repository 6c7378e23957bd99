import EventStreams
import LanguageModels
import Testing
import Transport

@testable import ModelProviders

/// Whole recorded streams, in one piece and byte by byte.
@Suite struct OpenAIChatStreamDecoderTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var fixture: String
        var events: [ModelStreamEvent]
        /// The error at the end, by its code or its case.
        var failure: String?
        var needsWholeAnswer = false
        var testDescription: String { fixture }
    }

    private static let model = "gpt-5.4-mini-2026-03-17"
    private static let text = ["It", " is", " 12.4", "°C", " in", " 東京", "."].map(ModelStreamEvent.text)

    private static func usage(_ input: Int, _ output: Int, ofCalls: Bool = false) -> ModelStreamEvent {
        .usage(
            .init(input: .init(totalTokenCount: input), output: .init(totalTokenCount: output)),
            ofCalls: ofCalls
        )
    }

    private static func weather(_ arguments: String) -> ModelStreamEvent {
        .toolCall(id: "call_TestWeather000000000001", name: "get_weather", arguments: arguments)
    }

    private static func search(_ arguments: String) -> ModelStreamEvent {
        .toolCall(id: "call_TestSearch0000000000002", name: "search_web", arguments: arguments)
    }

    static let rows: [Row] = [
        Row(
            fixture: "openai_chat_stream_text.sse",
            events: text + [.metadata(["finish_reason": "stop", "model": model]), usage(53, 9)]
        ),
        Row(
            fixture: "openai_chat_stream_text_nousage.sse",
            events: text + [.metadata(["finish_reason": "stop", "model": model])]
        ),
        Row(
            fixture: "openai_chat_stream_parallel_tools.sse",
            events: [
                weather(""), weather("{\"ci"), weather("ty\": \"東"), weather("京\"}"),
                search(""), search("{\"query\": \"alpha"), search(" station\", \"max_results\": 3}"),
                usage(120, 41, ofCalls: true),
            ]
        ),
        Row(
            fixture: "openai_chat_stream_single_tool.sse",
            events: [
                .toolCall(id: "call_TestOne00000000000000003", name: "get_weather", arguments: ""),
                .toolCall(id: "call_TestOne00000000000000003", name: "get_weather", arguments: "{}"),
            ]
        ),
        Row(
            fixture: "openai_chat_stream_length.sse",
            events: [
                .text("{\"city\": \"To"), .metadata(["finish_reason": "length", "model": model]), usage(20, 16),
            ]
        ),
        Row(
            fixture: "openai_chat_stream_length.sse",
            events: [.text("{\"city\": \"To")],
            failure: "outputLimit",
            needsWholeAnswer: true
        ),
        Row(
            fixture: "openai_chat_stream_refusal.sse",
            events: [.refusal("I'm sorry, I"), .refusal(" can't help with that.")],
            failure: "refusal: I'm sorry, I can't help with that."
        ),
        Row(fixture: "openai_chat_stream_midstream_error.sse", events: [.text("It is")], failure: "upstreamFault"),
        Row(
            fixture: "ollama_openai_stream_text.sse",
            events: text + [.metadata(["finish_reason": "stop", "model": "qwen3:4b"]), usage(26, 9)]
        ),
    ]

    @Test(arguments: rows) func whole(row: Row) throws {
        try check(row, pieces: [Fixture(row.fixture).bytes])
    }

    @Test(arguments: rows) func byteByByte(row: Row) throws {
        try check(row, pieces: Fixture(row.fixture).bytes.map { [$0] })
    }

    private func check(_ row: Row, pieces: [[UInt8]]) throws {
        var lines = ServerSentEventDecoder()
        var decoder = OpenAIChatStreamDecoder(
            host: "host",
            fallbackID: "x",
            needsWholeAnswer: row.needsWholeAnswer
        )
        var events: [ModelStreamEvent] = []
        let failure = Self.failure {
            for piece in pieces {
                for event in try lines.feed(piece) { events += try decoder.decode(event.data) }
            }
            events += try decoder.finish()
        }
        #expect(events == row.events)
        #expect(failure == row.failure)
    }

    /// A stream that is cut after any line is either an error or had its finish reason.
    @Test(arguments: rows) func cutAtAnyEvent(row: Row) throws {
        let bytes = try Fixture(row.fixture).bytes
        for end in bytes.indices where bytes[end] == UInt8(ascii: "\n") {
            var lines = ServerSentEventDecoder()
            var decoder = OpenAIChatStreamDecoder(host: "host", fallbackID: "x", needsWholeAnswer: false)
            var sawFinish = false
            let failure = Self.failure {
                for event in try lines.feed(bytes[..<end]) {
                    sawFinish = sawFinish || event.data.contains(#""finish_reason":""#)
                    _ = try decoder.decode(event.data)
                }
                _ = try decoder.finish()
            }
            #expect(sawFinish || failure != nil)
        }
    }

    static func failure(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch let error as ModelProviderError {
            return error.code.description
        } catch LanguageModelError.refusal(let refusal) {
            return "refusal: \(refusal.explanationText)"
        } catch LanguageModelError.guardrailViolation {
            return "guardrail"
        } catch {
            return "\(error)"
        }
    }
}
