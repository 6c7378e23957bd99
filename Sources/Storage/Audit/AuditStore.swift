/// Where the audit chain is kept.
///
/// Rows are only ever added.
public protocol AuditStore: Sendable {
    /// Adds rows for something that changes nothing else in the store; durable on return.
    func appendAudit(_ trail: AuditTrail) async throws

    /// Rows in order, from `first` on.
    /// - Parameters:
    ///   - first: The place of the first row wanted, from 1 on.
    ///   - limit: How many rows at most.
    func auditRecords(from first: Int, limit: Int) async throws -> [AuditRecord]

    /// The last row; nil in an empty chain.
    func lastAuditRecord() async throws -> AuditRecord?
}
