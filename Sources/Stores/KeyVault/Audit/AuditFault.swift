/// The first row of the audit chain that is invalid, and the reason.
public struct AuditFault: Sendable, Equatable {
    /// The reason why a row is invalid.
    public enum Reason: String, Sendable, CaseIterable {
        /// A field of the row, or its hash, was changed after it was written.
        case changed

        /// The row is missing, although later rows exist.
        case missing

        /// The row is genuine, but another row preceded it when it was written.
        case misplaced

        /// The row and all rows after it are missing, although the chain's head has counted them.
        case cutOff = "cut_off"

        /// The chain's head is missing, was changed or does not count the row, so more rows may be missing.
        case unanchored

        /// The row differs from the one that was noted elsewhere: an older copy of the database was restored, and the chain
        /// continued from it.
        case notAsNoted = "not_as_noted"
    }

    /// The row's number in the chain.
    public var row: Int

    /// The reason why it is invalid.
    public var reason: Reason

    /// Makes a fault.
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
