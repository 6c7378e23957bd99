import StreamingJSON

/// An encoder of a run's events into the frames of a dialect.
///
/// It is a fold: the same events from the first one produce the same bytes. A stream is therefore resumed by encoding the events again
/// and omitting the frames that the reader already has, in any process. Its state is small: counters and open items; an
/// encoder whose dialect repeats whole texts at the end keeps those too.
public protocol RunEncoder: Sendable {
    /// Appends the frames of events.
    ///
    /// - Parameters:
    ///   - lines: Whole lines of a log, in the form of ``RunEventLine``.
    ///   - bytes: The bytes to append to.
    mutating func encode(_ lines: [UInt8], into bytes: inout [UInt8])

    /// The bytes that keep an idle connection open.
    var heartbeat: [UInt8] { get }

    /// Whether the encoder's stream is complete, although the run may continue.
    var isOver: Bool { get }

    /// Whether frames have numbers, after one of which a client can resume.
    var hasCursor: Bool { get }
}

extension RunEncoder {
    /// False, as for most dialects.
    public var hasCursor: Bool { false }

    /// The comment line of server-sent events, which all dialects are.
    public var heartbeat: [UInt8] { NativeEncoder.heartbeat }
}

/// An encoder that makes frames of whole events and of streamed text, whatever the version of the log's lines.
protocol EventEncoder: RunEncoder {
    /// Appends the frames of an event that is no part of an item's text.
    mutating func encode(whole event: RunEvent, into bytes: inout [UInt8])

    /// Appends the frames of a part of an item's text, which is already JSON.
    mutating func encode(
        _ delta: RunEventLine.Delta,
        _ item: Int,
        _ json: ArraySlice<UInt8>,
        into bytes: inout [UInt8]
    )
}

extension EventEncoder {
    /// Appends the frames of a log's lines, until ``RunEncoder/isOver``.
    mutating func encodeEach(of lines: [UInt8], into bytes: inout [UInt8]) {
        RunEventLine.forEach(in: lines) { line in
            guard !isOver else { return }
            switch RunEventLine.content(of: line) {
            case .delta(let delta, let item, let json): encode(delta, item, json, into: &bytes)
            case .event(let event): encode(whole: event, into: &bytes)
            case .native(let type, let data):
                guard let data = try? JSONValue(parsing: data),
                    let native = NativeEvent(type: String(decoding: type, as: UTF8.self), data: data)
                else {
                    return
                }
                let event = RunEvent(native)
                guard let part = event.delta else { return encode(whole: event, into: &bytes) }
                encode(part.kind, part.item, Self.json(part.text), into: &bytes)
            case .unknown: return
            }
        }
    }

    /// Returns a text as JSON.
    static func json(_ text: String) -> ArraySlice<UInt8> {
        var bytes: [UInt8] = []
        JSONValue.string(text).write(into: &bytes)
        return bytes[...]
    }
}
