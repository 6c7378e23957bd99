/// Writes server-sent events (HTML Living Standard §9.2): line feeds only, one line of data, a frame always whole.
public enum ServerSentEventFrame {
    /// The comment line that keeps a quiet connection open.
    ///
    /// It has no blank line after it, because widely used client libraries take a blank line there for an empty event.
    public static let heartbeat = Array(": hb\n".utf8)

    /// One event of a run as a frame.
    ///
    /// - Parameter sequence: The event's place in its run, from 0.
    public static func encode(_ event: RunEvent, run: String, sequence: Int) -> [UInt8] {
        var line: [UInt8] = []
        RunEventLine.append(event, to: &line)
        return encode(lines: line, run: run, first: sequence)
    }

    /// Events of a log as frames, one after the other.
    ///
    /// - Parameters:
    ///   - lines: The events, as ``RunEventLine`` writes them.
    ///   - first: The first event's place in its run.
    public static func encode(lines: [UInt8], run: String, first: Int) -> [UInt8] {
        var frames: [UInt8] = []
        let id = Array("id: \(run):".utf8)
        frames.reserveCapacity(lines.count * 4)
        var sequence = first
        var place = 0
        while let end = lines[place...].firstIndex(of: UInt8(ascii: "\n")),
            let space = lines[place..<end].firstIndex(of: UInt8(ascii: " "))
        {
            frames.append(contentsOf: id)
            append(sequence, to: &frames)
            frames.append(contentsOf: "\nevent: ".utf8)
            frames.append(contentsOf: lines[place..<space])
            frames.append(contentsOf: "\ndata: ".utf8)
            frames.append(contentsOf: lines[(space + 1)..<end])
            frames.append(contentsOf: "\n\n".utf8)
            sequence += 1
            place = end + 1
        }
        return frames
    }

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        guard number >= 10 else {
            bytes.append(UInt8(ascii: "0") + UInt8(number))
            return
        }
        append(number / 10, to: &bytes)
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
