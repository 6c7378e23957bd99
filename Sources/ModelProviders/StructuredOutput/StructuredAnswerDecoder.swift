import Synchronization

/// A dialect's decoder whose events go through a ``StructuredAnswerReader``.
struct StructuredAnswerDecoder<Base: ModelStreamDecoder>: ModelStreamDecoder {
    private var base: Base
    private var reader: StructuredAnswerReader?
    private let slot: StructuredAnswerSlot
    private var hasSpoken = false

    /// - Parameter reader: What the events go through; `nil` for a round without a schema.
    init(_ base: Base, reader: StructuredAnswerReader?, slot: StructuredAnswerSlot) {
        self.base = base
        self.reader = reader
        self.slot = slot
    }

    var isDone: Bool { base.isDone }

    mutating func decode(_ data: UnsafeBufferPointer<UInt8>, into events: inout [ModelStreamEvent]) throws {
        guard reader != nil else { return try base.decode(data, into: &events) }
        var said: [ModelStreamEvent] = []
        // What was said before an error is passed on as well.
        defer { events += read(said) }
        try base.decode(data, into: &said)
    }

    mutating func finish() throws -> [ModelStreamEvent] {
        let events = read(try base.finish())
        if let reader { slot.put(reader.finish()) }
        return events
    }

    private mutating func read(_ events: [ModelStreamEvent]) -> [ModelStreamEvent] {
        guard var reader else { return events }
        // Out of the property while it changes, so that appending does not copy what is there.
        self.reader = nil
        defer { self.reader = reader }
        let read = events.flatMap { reader.read($0) }
        if !hasSpoken, !read.isEmpty {
            hasSpoken = true
            slot.markSpoken()
        }
        return read
    }
}

/// Where a decoder, which its call takes a copy of, leaves what the round has come to.
final class StructuredAnswerSlot: Sendable {
    private struct State {
        var outcome: StructuredAnswerReader.Outcome?
        var hasSpoken = false
    }

    private let state = Mutex(State())

    func put(_ outcome: StructuredAnswerReader.Outcome) { state.withLock { $0.outcome = outcome } }

    /// What the round has come to; `nil` when it did not come to its end.
    func take() -> StructuredAnswerReader.Outcome? { state.withLock { $0.outcome.take() } }

    /// Something of the round was passed on.
    func markSpoken() { state.withLock { $0.hasSpoken = true } }

    /// Whether anything of the round was passed on, so that it cannot be asked for again: text and calls would come twice.
    var hasSpoken: Bool { state.withLock(\.hasSpoken) }
}
