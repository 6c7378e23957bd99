/// A decoder from the bytes of newline-delimited JSON to lines, each of them one value.
///
/// The bytes may be divided anywhere. The caller passes the bytes as they arrive, reads lines until there are none, and reads the
/// last one at the end. A line ends with a line feed, with or without a carriage return before it; empty lines are dropped. The
/// contents of a line are not checked.
public struct NDJSONDecoder: Sendable {
    private let maximumLineBytes: Int
    /// The bytes that arrived; those from ``start`` on have not been returned.
    private var pending: [UInt8] = []
    private var start = 0
    /// The index before which every line feed has been found.
    private var searched = 0

    /// A decoder at the start of a stream.
    ///
    /// - Parameter maximumLineBytes: The largest length of a line without its end; a longer one is an error.
    public init(maximumLineBytes: Int = 16 * 1024 * 1024) {
        self.maximumLineBytes = maximumLineBytes
    }

    /// Appends the next bytes.
    public mutating func feed(_ bytes: some Sequence<UInt8>) {
        pending.removeFirst(start)
        searched -= start
        start = 0
        pending += bytes
    }

    /// Removes and returns the next complete line; `nil` when more bytes are needed.
    ///
    /// - Throws: ``EventTooLarge`` if the line is too long, even before its end has arrived.
    public mutating func next() throws(EventTooLarge) -> [UInt8]? {
        while let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = try checked(pending[start..<end])
            searched = end + 1
            start = searched
            if !line.isEmpty { return Array(line) }
        }
        searched = pending.count
        _ = try checked(pending[start...])
        return nil
    }

    /// Removes and returns the last line, which has no line end, after all complete lines; `nil` when there is none.
    ///
    /// - Throws: ``EventTooLarge`` if the line is too long.
    public mutating func finish() throws(EventTooLarge) -> [UInt8]? {
        let line = try checked(pending[start...])
        start = pending.count
        searched = start
        return line.isEmpty ? nil : Array(line)
    }

    /// Returns the line without its carriage return.
    private func checked(_ line: ArraySlice<UInt8>) throws(EventTooLarge) -> ArraySlice<UInt8> {
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        guard line.count <= maximumLineBytes else {
            throw EventTooLarge(description: "A line of the stream is longer than \(maximumLineBytes) bytes.")
        }
        return line
    }
}
