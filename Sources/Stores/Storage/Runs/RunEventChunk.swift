/// Consecutive events of a run, opaque to the store apart from their numbers.
///
/// A chunk of many events is stored as one row, because a row per token would cost more than the token.
public struct RunEventChunk: Sendable, Equatable {
    /// The number of the first event, counted from 0 in the run.
    public var first: Int

    /// The number of events in the chunk.
    public var count: Int

    /// The events, one line each.
    public var lines: [UInt8]

    /// The number of the event after the last one.
    public var end: Int { first + count }

    /// Makes a chunk.
    public init(first: Int, count: Int, lines: [UInt8]) {
        self.first = first
        self.count = count
        self.lines = lines
    }
}

extension RunEventChunk {
    /// Returns the events from number `sequence` on; the whole chunk if it starts there or later.
    public func dropping(before sequence: Int) -> RunEventChunk {
        guard sequence > first else { return self }
        guard sequence < end else { return RunEventChunk(first: sequence, count: 0, lines: []) }
        var place = lines.startIndex
        for _ in first..<sequence {
            guard let feed = lines[place...].firstIndex(of: UInt8(ascii: "\n")) else { break }
            place = feed + 1
        }
        return RunEventChunk(first: sequence, count: end - sequence, lines: Array(lines[place...]))
    }
}
