import EventStreams
import Testing
import Transport

@_spi(Measuring) @testable import ModelProviders

/// Decoding from the bytes of a body to its events.
@Suite struct ModelStreamReaderTests {
    private static func chunk(_ text: String) -> String { #"{"choices":[{"delta":{"content":"\#(text)"}}]}"# }

    private static func chat() -> OpenAIChatStreamDecoder {
        OpenAIChatStreamDecoder(host: "host", fallbackID: "x", needsWholeAnswer: false)
    }

    /// The events are in the same bytes as the error, and are read all the same.
    @Test func whatCameBeforeAnErrorIsKept() {
        var reader = ModelStreamReader(ServerSentEventDecoder(), Self.chat())
        var events: [ModelStreamEvent] = []
        let body =
            "data: \(Self.chunk("a"))\n\ndata: \(Self.chunk("b"))\n\ndata: <html>\n\ndata: \(Self.chunk("c"))\n\n"
        let error = #expect(throws: ModelProviderError.self) { try reader.read(body, into: &events) }
        #expect(error?.code == .notUnderstood)
        #expect(events == [.text("a"), .text("b")])
    }

    @Test func nothingIsReadBehindTheEnd() throws {
        var reader = ModelStreamReader(ServerSentEventDecoder(), Self.chat())
        var events: [ModelStreamEvent] = []
        try reader.read("data: \(Self.chunk("a"))\n\ndata: [DONE]\n\ndata: rubbish\n\n", into: &events)
        #expect(reader.isDone)
        try reader.finish(into: &events)
        #expect(events == [.text("a")])
    }

    /// Some providers leave out the blank line after the last event, or the end of the last line.
    @Test func aLastEventWithoutItsEndCounts() throws {
        var reader = ModelStreamReader(ServerSentEventDecoder(), Self.chat())
        var events: [ModelStreamEvent] = []
        try reader.read("data: \(Self.chunk("a"))\n\ndata: [DONE]", into: &events)
        #expect(!reader.isDone)
        try reader.finish(into: &events)
        #expect(reader.isDone)
        #expect(events == [.text("a")])

        let ollama = OllamaStreamDecoder(host: "host", model: "m", fallbackID: "x", needsWholeAnswer: false)
        var lines = ModelStreamReader(NDJSONDecoder(), ollama)
        events = []
        try lines.read(#"{"message":{"content":"a"},"done":true}"#, into: &events)
        #expect(events.isEmpty)
        try lines.finish(into: &events)
        #expect(events.first == .text("a"))
    }

    @Test(
        arguments: [
            (.openAIChat, "openai_chat_stream_text.sse", 7), (.openAIResponses, "openai_responses_stream_text.sse", 7),
            (.anthropic, "anthropic_stream_text.sse", 7), (.gemini, "gemini_stream_text.sse", 2),
            (.ollama, "ollama_chat_stream_text.ndjson", 7),
        ] as [(MeasuredStream.Dialect, String, Int)]
    ) func whatIsMeasuredIsWhatIsRead(dialect: MeasuredStream.Dialect, fixture: String, count: Int) throws {
        for size in [1, 7, 1 << 20] {
            let bytes = try Fixture(fixture).bytes
            var stream = MeasuredStream(dialect)
            var events = 0
            for start in stride(from: 0, to: bytes.count, by: size) {
                events += try stream.read(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            #expect(events == count)
            // The finish reason and the usage.
            #expect(try stream.finish() == 2)
        }
    }
}

extension ModelStreamReader {
    fileprivate mutating func read(_ text: String, into events: inout [ModelStreamEvent]) throws {
        try Array(text.utf8).withUnsafeBufferPointer { try read($0, into: &events) }
    }
}
