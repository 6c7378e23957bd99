import EventStreams
import Transport

/// The ways in which providers separate the events of a streamed answer.
enum ModelStreamFraming {
    /// Server-sent events.
    case events
    /// Lines of newline-delimited JSON.
    case lines

    /// The media type that a request asks for.
    var mediaType: String {
        switch self {
        case .events: "text/event-stream"
        case .lines: "application/x-ndjson"
        }
    }
}

/// Cuts the bytes of a body into the data of its events, however the network split them.
protocol ModelStreamCutter: Sendable {
    /// Reads the next bytes and lends the data of each event that they complete.
    mutating func feed(
        _ bytes: UnsafeBufferPointer<UInt8>,
        lendingDataTo body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws

    /// Ends the body: lends the data of a last event without its terminator, which some providers leave out.
    mutating func finish(lendingDataTo body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws
}

extension ServerSentEventDecoder: ModelStreamCutter {}

extension NDJSONDecoder: ModelStreamCutter {
    mutating func feed(
        _ bytes: UnsafeBufferPointer<UInt8>,
        lendingDataTo body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        feed(bytes)
        while let line = try next() { try line.withUnsafeBufferPointer(body) }
    }

    mutating func finish(lendingDataTo body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        try finish()?.withUnsafeBufferPointer(body)
    }
}
