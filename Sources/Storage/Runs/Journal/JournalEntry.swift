/// Something that was shown to a client and is not in the store yet.
public enum JournalEntry: Sendable, Equatable {
    /// A run that was asked for.
    case run(RunRecord)
    /// Events of a run.
    case events(run: String, RunEventChunk)
}
