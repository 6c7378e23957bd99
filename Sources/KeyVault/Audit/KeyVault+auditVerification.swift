public import Storage

extension KeyVault {
    /// Checks that every row of the audit chain is there as it was written.
    ///
    /// It reads page by page, so it may run beside requests, which go on adding rows.
    /// - Parameters:
    ///   - first: The first row to check, to go on behind a fault that is known.
    ///   - noted: A head that was noted outside of the database, such as an earlier verdict's. Without one, an older copy of the whole
    ///     database cannot be told from the genuine one.
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
            // Rows and head of one page are of one moment, so a page that is not full has the end of the chain.
            guard page.records.count == pageSize, let last = page.records.last else {
                verification.end(page.head)
                break
            }
            next = last.id + 1
        }
        return verification.verdict
    }
}
