import StreamingJSON

/// How events stand in a run's log: a line each, of the type, a space and the data.
///
/// The numbers follow from the order and the frame of each dialect from the line, so an event is put into JSON once, whoever reads
/// it and however often.
public enum RunEventLine {
    /// Adds an event to a log.
    public static func append(_ event: RunEvent, to lines: inout [UInt8]) {
        if case .messageDelta(let text) = event {
            // By far the most frequent one.
            lines.append(contentsOf: "message.delta {\"text\":".utf8)
            JSONValue.string(text).write(into: &lines)
            lines.append(contentsOf: "}\n".utf8)
            return
        }
        lines.append(contentsOf: event.type.utf8)
        lines.append(UInt8(ascii: " "))
        event.data.write(into: &lines)
        lines.append(UInt8(ascii: "\n"))
    }

    /// The events of a log, without those of a type that this version does not know.
    public static func events(in lines: some Collection<UInt8>) -> [RunEvent] {
        lines.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard let space = line.firstIndex(of: UInt8(ascii: " ")),
                let data = try? JSONValue(parsing: line[line.index(after: space)...])
            else {
                return nil
            }
            return RunEvent(type: String(decoding: line[..<space], as: UTF8.self), data: data)
        }
    }
}
