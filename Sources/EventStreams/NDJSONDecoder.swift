/// Cuts the bytes of newline-delimited JSON into lines, each of them one value.
///
/// The bytes may be cut anywhere. Feed it what has come, take lines until there are none, and take the last one at the end. A line
/// ends with a line feed, with or without a carriage return before it; empty lines are left out. What is in a line is for a JSON
/// parser to judge.
public struct NDJSONDecoder: Sendable {
    private let maximumLineBytes: Int
    /// What has come and not been given out: the bytes from ``start`` on.
    private var pending: [UInt8] = []
    private var start = 0
    /// Before this index there is no line feed that has not been seen.
    private var searched = 0

    /// A decoder at the start of a stream.
    ///
    /// - Parameter maximumLineBytes: How long a line may become, without its end, before the stream counts as broken.
    public init(maximumLineBytes: Int = 16 * 1024 * 1024) {
        self.maximumLineBytes = maximumLineBytes
    }

    /// Takes the next bytes.
    public mutating func feed(_ bytes: some Sequence<UInt8>) {
        pending.removeFirst(start)
        searched -= start
        start = 0
        pending += bytes
    }

    /// The next line that is whole; `nil` when more bytes are needed.
    ///
    /// - Throws: ``EventTooLarge`` if the line is too long, also before its end has come.
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

    /// The line that the stream ended in, once all whole lines are taken; `nil` when it ended with a line end.
    ///
    /// - Throws: ``EventTooLarge`` if the line is too long.
    public mutating func finish() throws(EventTooLarge) -> [UInt8]? {
        let line = try checked(pending[start...])
        start = pending.count
        searched = start
        return line.isEmpty ? nil : Array(line)
    }

    /// The line without its carriage return.
    private func checked(_ line: ArraySlice<UInt8>) throws(EventTooLarge) -> ArraySlice<UInt8> {
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        guard line.count <= maximumLineBytes else {
            throw EventTooLarge(description: "A line of the stream is longer than \(maximumLineBytes) bytes.")
        }
        return line
    }
}
