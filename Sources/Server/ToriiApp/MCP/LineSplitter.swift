/// Divides bytes into lines of a bounded length.
///
/// A longer line is dropped up to its end, and reported once.
struct LineSplitter: Sendable {
    /// A line, or the place of one that was dropped.
    enum Line: Sendable, Equatable {
        /// A line without its end; never blank.
        case bytes([UInt8])
        /// A line was too long.
        case tooLong
    }

    private let longest: Int
    private var line: [UInt8] = []
    private var isDropping = false

    /// Makes a splitter.
    ///
    /// - Parameter longest: The maximum length of a line, in bytes.
    init(longest: Int) { self.longest = longest }

    /// Returns the lines that end in the next bytes.
    mutating func feed(_ bytes: some Collection<UInt8>) -> [Line] {
        var lines: [Line] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            add(rest[..<end])
            endLine(into: &lines)
            rest = rest[rest.index(after: end)...]
        }
        add(rest)
        return lines
    }

    /// Returns the last line, if it has no end; call it after all bytes.
    mutating func finish() -> [Line] {
        var lines: [Line] = []
        endLine(into: &lines)
        return lines
    }

    private mutating func add(_ bytes: some Collection<UInt8>) {
        guard !isDropping else { return }
        guard bytes.count <= longest - line.count else {
            isDropping = true
            line = []
            return
        }
        line += bytes
    }

    private mutating func endLine(into lines: inout [Line]) {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        if isDropping {
            lines.append(.tooLong)
        } else if line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) {
            lines.append(.bytes(line))
        }
        (line, isDropping) = ([], false)
    }
}
