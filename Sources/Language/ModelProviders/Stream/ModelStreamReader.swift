import EventStreams
import Transport

/// Decodes an answer directly from the bytes of its body, without intermediate values.
struct ModelStreamReader<Cutter: ModelStreamCutter, Decoder: ModelStreamDecoder> {
    private var cutter: Cutter
    private var decoder: Decoder

    init(_ cutter: Cutter, _ decoder: Decoder) {
        self.cutter = cutter
        self.decoder = decoder
    }

    /// Whether the answer is complete.
    ///
    /// Everything after it is ignored.
    var isDone: Bool { decoder.isDone }

    /// Reads the next bytes and appends their events, including those before an error that is thrown.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, into events: inout [ModelStreamEvent]) throws {
        do {
            try Self.read(bytes, &cutter, &decoder, &events)
        } catch let error as EventTooLarge {
            throw TransportError(error)
        }
    }

    /// Ends the body: appends the events that are known only now, or throws the reason why the answer is invalid.
    mutating func finish(into events: inout [ModelStreamEvent]) throws {
        do {
            try Self.finish(&cutter, &decoder, &events)
        } catch let error as EventTooLarge {
            throw TransportError(error)
        }
    }

    // The parts are parameters because one is changed while the other is in use.
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

/// Decodes the events of a provider's stream.
///
/// Call it with the data of each event, then call ``finish()``, which checks that the answer is complete. It also accepts an answer that is
/// the whole response body.
protocol ModelStreamDecoder: Sendable {
    /// Whether the answer is complete. Everything after it is ignored.
    var isDone: Bool { get }

    /// The place of the structured answer; `nil` for a decoder that keeps none.
    var slot: StructuredAnswerSlot? { get }

    /// Decodes the data of one event, which is valid during the call only, and appends its events.
    mutating func decode(_ data: UnsafeBufferPointer<UInt8>, into events: inout [ModelStreamEvent]) throws

    /// Ends the body: returns the events that are known only now, or throws the reason why the answer is invalid.
    mutating func finish() throws -> [ModelStreamEvent]
}

extension ModelStreamDecoder {
    /// None.
    var slot: StructuredAnswerSlot? { nil }
}
