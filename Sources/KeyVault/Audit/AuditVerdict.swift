public import Storage

/// The result of verifying the audit chain.
public struct AuditVerdict: Sendable, Equatable {
    /// The number of valid rows.
    public var rowCount: Int

    /// The last valid row, to be noted elsewhere; nil if there is none.
    public var head: AuditHead?

    /// The first invalid row; nil if the whole chain is valid.
    public var fault: AuditFault?

    /// Whether every row is present and unchanged.
    public var isWhole: Bool { fault == nil }
}
