import Synchronization
import Transport

/// A dialect's decoder whose events pass through a ``StructuredAnswerReader``.
struct StructuredAnswerDecoder<Base: ModelStreamDecoder>: ModelStreamDecoder {
    private var base: Base
    private var reader: StructuredAnswerReader?
    private let answerSlot: StructuredAnswerSlot
    private var hasSpoken = false

    /// - Parameter reader: The reader of the events; `nil` for a round without a schema.
    init(_ base: Base, reader: StructuredAnswerReader?, slot: StructuredAnswerSlot) {
        self.base = base
        self.reader = reader
        answerSlot = slot
    }

    var isDone: Bool { base.isDone }
    var slot: StructuredAnswerSlot? { answerSlot }

    mutating func decode(_ data: UnsafeBufferPointer<UInt8>, into events: inout [ModelStreamEvent]) throws {
        guard reader != nil else { return try base.decode(data, into: &events) }
        var said: [ModelStreamEvent] = []
        // The events before an error are passed on as well.
        defer { events += read(said) }
        try base.decode(data, into: &said)
    }

    mutating func finish() throws -> [ModelStreamEvent] {
        let events = read(try base.finish())
        if let reader { answerSlot.put(reader.finish()) }
        return events
    }

    private mutating func read(_ events: [ModelStreamEvent]) -> [ModelStreamEvent] {
        guard var reader else { return events }
        // The property is cleared during the change, so that appending does not copy its value.
        self.reader = nil
        defer { self.reader = reader }
        let read = events.flatMap { reader.read($0) }
        if !hasSpoken, !read.isEmpty {
            hasSpoken = true
            answerSlot.markSpoken()
        }
        return read
    }
}

/// The place where a decoder stores the outcome of the round, because its call uses a copy of the decoder.
final class StructuredAnswerSlot: Sendable {
    private struct State {
        var outcome: StructuredAnswerReader.Outcome?
        var hasSpoken = false
        var echo: SecretEcho?
    }

    private let state = Mutex(State())

    func put(_ outcome: StructuredAnswerReader.Outcome) { state.withLock { $0.outcome = outcome } }

    /// Removes and returns the outcome of the round; `nil` if the round did not end.
    func removeOutcome() -> StructuredAnswerReader.Outcome? { state.withLock { $0.outcome.take() } }

    /// Records the secrets that the answer must not contain.
    func conceal(_ echo: SecretEcho) { state.withLock { $0.echo = echo } }

    /// Returns events without the secrets.
    func concealed(_ events: [ModelStreamEvent]) -> [ModelStreamEvent] {
        guard let echo = state.withLock(\.echo) else { return events }
        var (guarded, events) = (EchoGuard(echo), events)
        guarded.process(&events)
        return events + guarded.takeHeld()
    }

    /// Records that a part of the round was passed on.
    func markSpoken() { state.withLock { $0.hasSpoken = true } }

    /// Whether a part of the round was passed on.
    ///
    /// The round cannot be repeated then, because text and calls would appear twice.
    var hasSpoken: Bool { state.withLock(\.hasSpoken) }
}
