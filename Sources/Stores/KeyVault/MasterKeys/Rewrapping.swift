import Storage

/// The progress of a re-wrap.
public struct RewrapProgress: Sendable, Equatable {
    /// The id of the master key under which all records are sealed at the end.
    public var masterKeyID: String

    /// The number of records sealed again so far.
    public var done = 0

    /// The number of records to seal again, as far as it is known.
    public var total: Int

    /// The ids of the keys that cannot be opened and therefore stay unchanged.
    ///
    /// Remove these keys and add them again.
    public var damaged: [String] = []
}

/// The state machine of a re-wrap.
///
/// It reads the records kind by kind, the vault's root last, and repeats this until one pass finds no record to seal, because
/// records may change or be added during a pass.
struct Rewrapping {
    enum Step: Equatable {
        /// Read the records of a kind after this record, or the first ones.
        case read(SealedRecord.Kind, after: SealedRecord?)

        case finish
    }

    private(set) var progress: RewrapProgress
    private var kindsLeft = SealedRecord.Kind.allCases[...]
    private var last: SealedRecord?
    private var damaged: Set<Place> = []
    private var hasFoundSome = false

    private struct Place: Hashable {
        let kind: SealedRecord.Kind
        let id: String
    }

    init(masterKeyID: String, total: Int) {
        progress = RewrapProgress(masterKeyID: masterKeyID, total: total)
    }

    var next: Step { kindsLeft.first.map { .read($0, after: last) } ?? .finish }

    /// Accepts the records of the last read and returns the changes to write.
    /// - Parameters:
    ///   - records: The records of the last read.
    ///   - reseal: Seals a record again; nil if it cannot be opened.
    mutating func accept<Failure: Error>(
        _ records: [SealedRecord],
        resealing reseal: (SealedRecord) throws(Failure) -> Resealing?
    ) throws(Failure) -> [Resealing] {
        guard let last = records.last else {
            endOfKind()
            return []
        }
        self.last = last
        var changes: [Resealing] = []
        for record in records where !damaged.contains(Place(kind: record.kind, id: record.id)) {
            if let change = try reseal(record) {
                changes.append(change)
                hasFoundSome = true
            } else {
                damaged.insert(Place(kind: record.kind, id: record.id))
                progress.damaged.append(record.id)
            }
        }
        return changes
    }

    /// Records the number of changes that were written.
    mutating func recordWritten(_ count: Int) {
        progress.done += count
        progress.total = max(progress.total, progress.done + progress.damaged.count)
    }

    private mutating func endOfKind() {
        kindsLeft.removeFirst()
        last = nil
        if kindsLeft.isEmpty, hasFoundSome {
            hasFoundSome = false
            kindsLeft = SealedRecord.Kind.allCases[...]
        }
    }
}
