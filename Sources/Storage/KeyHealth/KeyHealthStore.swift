/// Where the health of keys outlives a restart.
public protocol KeyHealthStore: Sendable {
    /// What is known, in no particular order.
    func keyHealth() async throws -> [KeyHealthRecord]

    /// Stores or replaces some; those of secrets that are not there are left out. Durable on return.
    func saveKeyHealth(_ records: [KeyHealthRecord], audit: AuditTrail) async throws
}
