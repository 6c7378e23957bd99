import StreamingJSON

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
        var frame = Array("id: \(run):\(sequence)\nevent: \(event.type)\ndata: ".utf8)
        event.data.write(into: &frame)
        frame.append(contentsOf: "\n\n".utf8)
        return frame
    }
}
