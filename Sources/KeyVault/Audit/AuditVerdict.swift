public import Storage

/// What the check of the audit chain found.
public struct AuditVerdict: Sendable, Equatable {
    /// How many rows fit.
    public var rowCount: Int

    /// The last row that fits, to be noted elsewhere; nil when there is none.
    public var head: AuditHead?

    /// The first row that does not fit; nil when the chain is whole.
    public var fault: AuditFault?

    /// Whether every row is there as it was written.
    public var isWhole: Bool { fault == nil }
}
