public import Storage

extension KeyVault {
    /// Verifies that every row of the audit chain is present and unchanged.
    ///
    /// It reads page by page, so it may run while requests append rows.
    /// - Parameters:
    ///   - first: The first row to verify; pass the row after a known fault to continue behind it.
    ///   - noted: A head that was noted outside the database, such as an earlier verdict's. Without it, an older copy of the whole
    ///     database cannot be distinguished from the genuine one.
    public func verifyAudit(from first: Int = 1, noted: AuditHead? = nil) async throws -> AuditVerdict {
        try await verifyAudit(from: max(first, 1), noted: noted, pageSize: 500)
    }

    @concurrent func verifyAudit(from first: Int, noted: AuditHead?, pageSize: Int) async throws -> AuditVerdict {
        var verification = AuditVerification(from: first, noted: noted, keys: root.trail([]))
        var next = first
        while true {
            try Task.checkCancellation()
            let page = try await store.auditPage(from: next, limit: pageSize)
            guard page.records.allSatisfy({ verification.check($0) }) else { break }
            // A page's rows and head are read at one moment, so a page that is not full contains the end of the chain.
            guard page.records.count == pageSize, let last = page.records.last else {
                verification.end(page.head)
                break
            }
            next = last.id + 1
        }
        return verification.verdict
    }
}
