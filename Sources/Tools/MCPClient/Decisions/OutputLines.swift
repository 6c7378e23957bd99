/// The lines that a command writes, out of pieces, each of a limited length.
struct OutputLines: Sendable {
    private let limit: Int
    private var rest: [UInt8] = []
    private var isSkipping = false
    /// The number of lines that were longer than the limit, and were dropped.
    private(set) var droppedCount = 0

    /// Makes an empty collection.
    ///
    /// - Parameter limit: The most bytes of a line.
    init(limit: Int) { self.limit = limit }

    /// Returns the lines that a piece completes, without their ends and without empty ones.
    mutating func append(_ piece: some Collection<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var start = piece.startIndex
        while let end = piece[start...].firstIndex(of: 0x0A) {
            keep(piece[start..<end])
            if !isSkipping, let line = completeLine() { lines.append(line) }
            (rest, isSkipping) = ([], false)
            start = piece.index(after: end)
        }
        keep(piece[start...])
        return lines
    }

    private mutating func keep(_ bytes: some Collection<UInt8>) {
        guard !isSkipping else { return }
        guard rest.count + bytes.count <= limit else {
            (rest, isSkipping) = ([], true)
            droppedCount += 1
            return
        }
        rest += bytes
    }

    private func completeLine() -> [UInt8]? {
        let line = rest.last == 0x0D ? Array(rest.dropLast()) : rest
        return line.isEmpty ? nil : line
    }
}
