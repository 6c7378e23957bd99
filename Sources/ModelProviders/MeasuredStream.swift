import EventStreams
import Transport

/// A recorded stream, read as the call of a model reads it but with no call around it.
///
/// For the benchmarks, which are a package of their own and see it by `@_spi(Measuring)`.
@_spi(Measuring) public struct MeasuredStream {
    /// Whose stream it is.
    public enum Dialect: Sendable { case openAIChat, openAIResponses, anthropic, gemini, ollama }

    private var reader: any StreamReading
    private var events: [ModelStreamEvent] = []

    /// Makes a reader at the start of a stream.
    public init(_ dialect: Dialect) {
        let (host, id) = ("127.0.0.1", "measured")
        let events = ServerSentEventDecoder()
        reader =
            switch dialect {
            case .openAIChat:
                ModelStreamReader(events, OpenAIChatStreamDecoder(host: host, fallbackID: id, needsWholeAnswer: false))
            case .openAIResponses:
                ModelStreamReader(
                    events,
                    OpenAIResponsesStreamDecoder(host: host, fallbackID: id, needsWholeAnswer: false)
                )
            case .anthropic:
                ModelStreamReader(events, AnthropicStreamDecoder(host: host, fallbackID: id, needsWholeAnswer: false))
            case .gemini:
                ModelStreamReader(events, GeminiStreamDecoder(host: host, fallbackID: id, needsWholeAnswer: false))
            case .ollama:
                ModelStreamReader(
                    NDJSONDecoder(),
                    OllamaStreamDecoder(host: host, model: "measured", fallbackID: id, needsWholeAnswer: false)
                )
            }
    }

    /// Takes the next bytes; says how many events came of them.
    public mutating func read(_ bytes: [UInt8]) throws -> Int {
        events.removeAll(keepingCapacity: true)
        try bytes.withUnsafeBufferPointer { try reader.read($0, into: &events) }
        return events.count
    }

    /// The stream is over; says how many events came of that, or throws when it was not whole.
    public mutating func finish() throws -> Int {
        events.removeAll(keepingCapacity: true)
        try reader.finish(into: &events)
        return events.count
    }
}

/// A reader of any dialect.
private protocol StreamReading {
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, into events: inout [ModelStreamEvent]) throws
    mutating func finish(into events: inout [ModelStreamEvent]) throws
}

extension ModelStreamReader: StreamReading {}
