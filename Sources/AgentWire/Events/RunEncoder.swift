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
}
