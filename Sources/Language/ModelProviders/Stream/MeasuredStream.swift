import EventStreams
import Transport

/// A recorded stream, read as a model call reads it but without the call.
///
/// The benchmarks use it. They are a package of their own and see it by `@_spi(Measuring)`.
@_spi(Measuring) public struct MeasuredStream {
    /// The dialects whose streams can be read.
    public enum Dialect: Sendable { case openAIChat, openAIResponses, anthropic, gemini, ollama }

    private var reader: any StreamReading
    private var events: [ModelStreamEvent] = []

    /// Makes a reader at the start of a stream.
    public init(_ dialect: Dialect) {
        reader =
            switch dialect {
            case .openAIChat: Self.reader(of: OpenAIChatDialect.compatible)
            case .openAIResponses: Self.reader(of: OpenAIResponsesDialect())
            case .anthropic: Self.reader(of: AnthropicDialect.known(for: "measured"))
            case .gemini: Self.reader(of: GeminiDialect.known(for: "measured"))
            case .ollama: Self.reader(of: OllamaDialect.known(for: "measured"))
            }
    }

    private static func reader<Format: ProviderWireFormat>(of dialect: Format) -> any StreamReading {
        let decoder = dialect.decoder(
            host: "127.0.0.1",
            model: "measured",
            fallbackID: "measured",
            needsWholeAnswer: false
        )
        return switch Format.framing {
        case .events: ModelStreamReader(ServerSentEventDecoder(), decoder)
        case .lines: ModelStreamReader(NDJSONDecoder(), decoder)
        }
    }

    /// Reads the next bytes; returns the number of events in them.
    public mutating func read(_ bytes: [UInt8]) throws -> Int {
        events.removeAll(keepingCapacity: true)
        try bytes.withUnsafeBufferPointer { try reader.read($0, into: &events) }
        return events.count
    }

    /// Ends the stream; returns the number of its last events, or throws if the stream was incomplete.
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
