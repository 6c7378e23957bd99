/// A stored list at one moment, with the number of changes to it so far.
public struct RevisedList<Record: Sendable>: Sendable {
    /// The number of changes so far; it shows which of two lists is the later one.
    public var revision: Int

    /// The records.
    public var records: [Record]

    /// Makes a list.
    public init(revision: Int, records: [Record]) { (self.revision, self.records) = (revision, records) }
}

extension RevisedList: Equatable where Record: Equatable {}

/// The revision up to which a list in memory agrees with the store: that of the last reading, and of the own changes since.
///
/// Without a change by another process it is the store's, so that nothing is read again.
package struct SeenRevision: Sendable, Equatable {
    /// The revision.
    package private(set) var revision: Int

    /// Own changes after a change that is not in memory yet.
    private var ahead: Set<Int> = []

    /// The number of own changes, which shows whether a list was read before the latest of them.
    package private(set) var changes = 0

    /// Starts with a list that was read; with none, every stored revision is later.
    package init(_ revision: Int = -1) { self.revision = revision }

    /// Whether the store has changes that are not in memory.
    package func isBehind(_ stored: Int) -> Bool { revision < stored }

    /// Records a change of this process by the revision that the store counted it with.
    package mutating func record(_ change: Int) {
        changes += 1
        guard isBehind(change) else { return }
        ahead.insert(change)
        absorb()
    }

    /// Counts a change of this process in the memory alone.
    package mutating func recordInMemory() { changes += 1 }

    /// Records that a list was read and is in memory.
    package mutating func read(_ revision: Int) {
        self.revision = max(self.revision, revision)
        ahead = ahead.filter { isBehind($0) }
        absorb()
    }

    private mutating func absorb() {
        while ahead.remove(revision + 1) != nil { revision += 1 }
    }
}
