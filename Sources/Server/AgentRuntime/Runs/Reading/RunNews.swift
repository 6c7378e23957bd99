/// The state of a run for one of its readers.
public enum RunNews: Sendable, Equatable {
    /// Events in their log form (``AgentWire/RunEventLine``), and the number of the first.
    case events(lines: [UInt8], first: Int)
    /// The next events, from this number on, are in the store only; ``RunReader/next()`` reads them.
    case behind(first: Int)
    /// No events for so long that a heartbeat is due.
    case quiet
    /// All events were read, the last of them terminal.
    case over
    /// The reader was closed, or must stop.
    case closed
    /// No new events.
    case nothing
}
