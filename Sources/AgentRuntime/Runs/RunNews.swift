/// What a reader of a run finds.
public enum RunNews: Sendable, Equatable {
    /// Events as a log has them (``AgentWire/RunEventLine``), and the number of the first.
    case events(lines: [UInt8], first: Int)
    /// The next events, from this one on, are in the store only: ``RunReader/next()`` reads them.
    case behind(first: Int)
    /// Nothing for so long that something should be said.
    case quiet
    /// All events were read, the last of them terminal.
    case over
    /// Someone closed the reader.
    case closed
    /// Nothing yet.
    case nothing
}
