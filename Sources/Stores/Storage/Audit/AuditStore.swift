/// A store of the audit chain, whose rows are only ever added.
public protocol AuditStore: Sendable {
    /// Adds rows about something that changes nothing else in the store; durable on return.
    func appendAudit(_ trail: AuditTrail) async throws

    /// Returns rows in order from `first` on, and the chain's head at the same moment.
    /// - Parameters:
    ///   - first: The place of the first row, counted from 1.
    ///   - limit: The greatest number of rows.
    func auditPage(from first: Int, limit: Int) async throws -> AuditPage

    /// Returns the rows that match a filter, the latest first.
    /// - Parameters:
    ///   - filter: The filter.
    ///   - before: Only rows before this place are returned; `nil` for the end of the chain.
    ///   - limit: The greatest number of rows.
    func auditRecords(matching filter: AuditFilter, before: Int?, limit: Int) async throws -> [AuditRecord]

    /// Returns the last row; `nil` if the chain is empty.
    func lastAuditRecord() async throws -> AuditRecord?
}

extension AuditStore {
    /// Returns rows in order from `first` on.
    /// - Parameters:
    ///   - first: The place of the first row, counted from 1.
    ///   - limit: The greatest number of rows.
    public func auditRecords(from first: Int, limit: Int) async throws -> [AuditRecord] {
        try await auditPage(from: first, limit: limit).records
    }
}
