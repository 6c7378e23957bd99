import Cancellation
import Storage

extension KeyVault {
    /// Seals every record again under the current master key, while requests continue.
    ///
    /// Each batch is one transaction. If the task is cancelled or the process is killed, some records are sealed under the old key
    /// and some under the new one; all of them can be opened while both keys are configured, and the next re-wrap seals the rest. A
    /// record that changes during the re-wrap keeps its change. After a re-wrap without damaged records the old key can be left out
    /// at the next start.
    ///
    /// The audit chain gets one row at the start and one at the end.
    /// - Parameters:
    ///   - actor: The actor of the audit rows.
    ///   - onProgress: Called after each batch.
    /// - Returns: The final progress.
    /// - Throws: ``KeyVaultError`` with ``KeyVaultError/Code/conflict`` if another re-wrap is running.
    @discardableResult
    public func rewrap(
        by actor: AuditActor,
        onProgress: @Sendable (RewrapProgress) async -> Void = { _ in }
    ) async throws -> RewrapProgress {
        try await rewrap(by: actor, batchSize: 200, onProgress: onProgress)
    }

    @concurrent func rewrap(
        by actor: AuditActor,
        batchSize: Int,
        onProgress: @Sendable (RewrapProgress) async -> Void
    ) async throws -> RewrapProgress {
        guard sealer.startRewrap() else {
            throw KeyVaultError(.conflict, "Another re-wrap is running. Wait until it ends; nothing was changed.")
        }
        defer { sealer.endRewrap() }
        let target = sealer.ring.current.id
        let counts = try await store.sealedRecordCounts()
        let total = counts.reduce(0) { $1.key == target ? $0 : $0 + $1.value }
        var rewrapping = Rewrapping(masterKeyID: target, total: total)
        try await store.appendAudit(trail(actor, rewrapEntry("begun: \(total) records to seal under", target)))
        do {
            while case .read(let kind, let record) = rewrapping.next {
                try Task.checkCancellation()
                try requireCurrent(target)
                let records = try await store.sealedRecords(kind, notUnder: target, after: record, limit: batchSize)
                let changes = try rewrapping.accept(records) { record throws(KeyVaultError) in try sealer.reseal(record)
                }
                guard !changes.isEmpty else { continue }
                rewrapping.recordWritten(try await store.reseal(changes))
                await onProgress(rewrapping.progress)
            }
            // A leaked master key could open the old bytes, so no file of the database may keep them.
            await store.finishResealing()
            try await store.appendAudit(trail(actor, rewrapEntry(rewrapping.progress.outcome, target)))
        } catch {
            let stopped = "stopped: \(rewrapping.progress.done) of \(rewrapping.progress.total) records sealed under"
            let end = trail(actor, rewrapEntry(stopped, target))
            // If the audit row cannot be written, the first error is still the one that is thrown.
            await uncancelled { [store] in try? await store.appendAudit(end) }
            throw error
        }
        return rewrapping.progress
    }

    private func requireCurrent(_ target: String) throws(KeyVaultError) {
        guard sealer.ring.current.id == target else {
            throw KeyVaultError(.conflict, "The master key changed during the re-wrap. Start the re-wrap again.")
        }
    }

    private func rewrapEntry(_ outcome: String, _ id: String) -> (action: String, object: String, outcome: String) {
        (action: "vault.rewrap", object: "vault", outcome: "\(outcome) master key \(id)")
    }
}

extension RewrapProgress {
    fileprivate var outcome: String {
        damaged.isEmpty
            ? "done: \(done) records sealed under"
            : "done: \(done) records sealed, \(damaged.count) damaged and left as they are, under"
    }
}
