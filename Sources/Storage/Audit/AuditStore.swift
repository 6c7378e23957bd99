/// Where the audit chain is kept.
///
/// Rows are only ever added.
public protocol AuditStore: Sendable {
    /// Adds rows for something that changes nothing else in the store; durable on return.
    func appendAudit(_ trail: AuditTrail) async throws

    /// Rows in order, from `first` on, and the chain's head at the same moment.
    /// - Parameters:
    ///   - first: The place of the first row wanted, from 1 on.
    ///   - limit: How many rows at most.
    func auditPage(from first: Int, limit: Int) async throws -> AuditPage

    /// Rows that a filter lets through, the latest first.
    /// - Parameters:
    ///   - filter: Which rows are wanted.
    ///   - before: The place before which they stand; nil for the end of the chain.
    ///   - limit: How many rows at most.
    func auditRecords(matching filter: AuditFilter, before: Int?, limit: Int) async throws -> [AuditRecord]

    /// The last row; nil in an empty chain.
    func lastAuditRecord() async throws -> AuditRecord?
}

extension AuditStore {
    /// Rows in order, from `first` on.
    /// - Parameters:
    ///   - first: The place of the first row wanted, from 1 on.
    ///   - limit: How many rows at most.
    public func auditRecords(from first: Int, limit: Int) async throws -> [AuditRecord] {
        try await auditPage(from: first, limit: limit).records
    }
}
