/// The first row of the audit chain that does not fit, and why.
public struct AuditFault: Sendable, Equatable {
    /// What is wrong with a row.
    public enum Reason: String, Sendable, CaseIterable {
        /// A field of the row, or its hash, is not what was written.
        case changed

        /// The row is not there, although later ones are.
        case missing

        /// The row is genuine, but another one stood before it when it was written.
        case misplaced

        /// The row and all after it are not there, although the chain's head has counted them.
        case cutOff = "cut_off"

        /// The chain's head is missing, was changed or does not count the row, so that nobody can say whether more rows are missing.
        case unanchored

        /// The row is not the one that was noted elsewhere: an older copy of the database was put in place, and the chain went on from it.
        case notAsNoted = "not_as_noted"
    }

    /// The row's place in the chain.
    public var row: Int

    /// What is wrong with it.
    public var reason: Reason

    /// Names a row.
    public init(row: Int, reason: Reason) {
        self.row = row
        self.reason = reason
    }
}

extension AuditFault: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch reason {
        case .changed: "Row \(row) was changed after it was written."
        case .missing: "Row \(row) is missing."
        case .misplaced:
            "Row \(row) does not belong after the row before it; one of the two was replaced by an older one."
        case .cutOff: "Row \(row) and those after it were cut off the end of the chain."
        case .unanchored:
            "The chain's head does not fit its last row, \(row): the head was changed or removed, so rows after it may be missing too."
        case .notAsNoted:
            "Row \(row) is not the one that was noted; the chain was continued from an older copy of the database."
        }
    }
}
