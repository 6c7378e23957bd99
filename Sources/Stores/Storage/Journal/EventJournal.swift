public import ToolRecords

/// A log of the events that clients have been shown and that the store does not have yet.
///
/// Events are persisted in the store once a second because a durable transaction per token is too slow. A reader that was shown an event
/// must still find it after the process was killed, or it would get another event under the same number. So events are appended here
/// before they are shown, and a reader whose client can resume is shown them once they are kept.
///
/// One process: the journal belongs to the process that writes it. Another process can neither read nor append to it meanwhile.
public protocol EventJournal: Sendable {
    /// Returns the entries that an earlier process did not get into the store, in the order in which they were appended.
    func entries() -> [JournalEntry]

    /// Appends an entry; the journal keeps entries in the order of these calls.
    ///
    /// - Returns: Whether the entry outlives the process on return.
    /// - Throws: ``StoreError`` when the entry cannot be written, for example because the disk is full.
    @discardableResult
    func append(_ entry: JournalEntry) throws(StoreError) -> JournalKeeping

    /// Sets the function that acknowledges the entries for which ``append(_:)`` returned ``JournalKeeping/later``.
    ///
    /// The journal calls it on any thread, but never within ``append(_:)`` or with a lock that ``append(_:)`` takes, with a run and the
    /// number of its events that outlive the process, 0 for the run alone. It does not acknowledge what it fails to keep; the store then has
    /// the events first.
    func onKept(_ acknowledge: @escaping @Sendable (_ run: String, _ eventCount: Int) -> Void)

    /// Reserves the space that the next entry needs, unless there is some.
    ///
    /// - Throws: ``StoreError`` when there is none, for example because the disk is full.
    func reserve() throws(StoreError)

    /// Starts a new section and returns the number of the last section before it, or `nil` if nothing was appended since the last call.
    func beginSection() -> Int?

    /// Discards the sections up to this number, because the store has all of their entries.
    func discard(through section: Int)

    /// Discards the entries of earlier processes.
    func discardAll()
}

extension EventJournal {
    /// Does nothing: a journal whose entries are kept on return acknowledges nothing later.
    public func onKept(_ acknowledge: @escaping @Sendable (_ run: String, _ eventCount: Int) -> Void) {}
}

/// Whether an appended entry outlives the process.
public enum JournalKeeping: Sendable {
    /// It does.
    case kept
    /// The journal acknowledges it when it does.
    case later
}

/// Something that was shown to a client and is not in the store yet.
public enum JournalEntry: Sendable, Equatable {
    /// A run that was started.
    case run(RunRecord)
    /// Events of a run.
    case events(run: String, RunEventChunk)
}
