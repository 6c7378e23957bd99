/// Events of a run that follow each other, opaque to the store apart from their numbers.
///
/// Many events make one row: a row for each token would cost more than the token.
public struct RunEventChunk: Sendable, Equatable {
    /// The number of the first event, counted from 0 in the run.
    public var first: Int

    /// How many events there are.
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
    /// The events from the number `sequence` on; the whole chunk when it begins there or later.
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
