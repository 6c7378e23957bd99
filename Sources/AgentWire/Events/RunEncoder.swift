/// Puts a run's events into the frames of a dialect.
///
/// It is a fold: the same events from the first on give the same bytes, so a stream is resumed by encoding them again and leaving out the
/// frames that were received, on any process. Its state is small: counters and open items, no texts.
public protocol RunEncoder: Sendable {
    /// Adds the frames of events.
    ///
    /// - Parameters:
    ///   - lines: Whole lines of a log, as ``RunEventLine`` writes them.
    ///   - bytes: The stream so far, or since it was last sent.
    mutating func encode(_ lines: [UInt8], into bytes: inout [UInt8])

    /// The bytes that keep a quiet connection open.
    var heartbeat: [UInt8] { get }

    /// Whether everything that it has to say is said, although the run may go on.
    var isOver: Bool { get }
}
