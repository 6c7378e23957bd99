import EventStreams
import Transport

/// Reads an answer from the bytes of its body, with nothing made of them in between.
struct ModelStreamReader<Cutter: ModelStreamCutter, Decoder: ModelStreamDecoder> {
    private var cutter: Cutter
    private var decoder: Decoder

    init(_ cutter: Cutter, _ decoder: Decoder) {
        self.cutter = cutter
        self.decoder = decoder
    }

    /// Whether the answer is whole; what follows is ignored.
    var isDone: Bool { decoder.isDone }

    /// Takes the next bytes and appends what they say, also what they said before the error that is thrown.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, into events: inout [ModelStreamEvent]) throws {
        do {
            try Self.read(bytes, &cutter, &decoder, &events)
        } catch let error as EventTooLarge {
            throw TransportError(error)
        }
    }

    /// The body is over: appends what is known only now, or throws why the answer does not count.
    mutating func finish(into events: inout [ModelStreamEvent]) throws {
        do {
            try Self.finish(&cutter, &decoder, &events)
        } catch let error as EventTooLarge {
            throw TransportError(error)
        }
    }

    // The parts one by one, for the one is changed while the other is.
    private static func read(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ cutter: inout Cutter,
        _ decoder: inout Decoder,
        _ events: inout [ModelStreamEvent]
    ) throws {
        try cutter.feed(bytes) { try decoder.decode($0, into: &events) }
    }

    private static func finish(
        _ cutter: inout Cutter,
        _ decoder: inout Decoder,
        _ events: inout [ModelStreamEvent]
    ) throws {
        if !decoder.isDone { try cutter.finish { try decoder.decode($0, into: &events) } }
        events += try decoder.finish()
    }
}

/// Turns the data of a provider's stream events into what they say.
///
/// Feed it each event's data, then ``finish()``: only that knows whether the answer was whole. It also takes an answer that
/// came in one piece.
protocol ModelStreamDecoder: Sendable {
    /// Whether the answer is whole; what follows is ignored.
    var isDone: Bool { get }

    /// Takes the data of one event, which is there for the length of the call, and appends what it says.
    mutating func decode(_ data: UnsafeBufferPointer<UInt8>, into events: inout [ModelStreamEvent]) throws

    /// The body is over: says what is known only now, or why the answer does not count.
    mutating func finish() throws -> [ModelStreamEvent]
}
