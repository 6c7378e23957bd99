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
