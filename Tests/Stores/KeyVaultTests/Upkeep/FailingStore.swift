import Foundation
import Storage
import StorageSQLite
import Synchronization

/// A store that fails to write the steps of rotations, or to read the keys, on request.
final class FailingStore: VaultStore {
    private let store: any Store
    private let isFailing = Mutex(false)
    private let isUnreadable = Mutex(false)

    init(_ store: any Store) { self.store = store }

    var fails: Bool {
        get { isFailing.withLock { $0 } }
        set { isFailing.withLock { $0 = newValue } }
    }

    var failsToRead: Bool {
        get { isUnreadable.withLock { $0 } }
        set { isUnreadable.withLock { $0 = newValue } }
    }

    func moveRotation(
        _ record: RotationRecord,
        from state: RotationState,
        changing changes: [SecretChange],
        audit: AuditTrail
    ) async throws {
        if fails { throw StoreError(.unavailable, "The disk is full.") }
        try await store.moveRotation(record, from: state, changing: changes, audit: audit)
    }

    func vaultRoot() async throws -> VaultRootRecord? { try await store.vaultRoot() }

    func createVaultRoot(_ root: VaultRootRecord, audit: AuditTrail) async throws -> VaultRootRecord {
        try await store.createVaultRoot(root, audit: audit)
    }

    func secrets() async throws -> SealedSecretList {
        if failsToRead { throw StoreError(.unavailable, "The disk cannot be read.") }
        return try await store.secrets()
    }

    func addSecret(_ record: SealedSecretRecord, audit: AuditTrail) async throws {
        try await store.addSecret(record, audit: audit)
    }

    func changeSecret(
        _ id: String,
        _ change: SealedSecretChange,
        at time: Date,
        audit: AuditTrail
    ) async throws -> SealedSecretRecord? {
        try await store.changeSecret(id, change, at: time, audit: audit)
    }

    func removeSecret(_ id: String, at time: Date, audit: AuditTrail) async throws -> Bool {
        try await store.removeSecret(id, at: time, audit: audit)
    }

    func bindSecrets(to destinations: [String: [String]], audit: AuditTrail) async throws {
        try await store.bindSecrets(to: destinations, audit: audit)
    }

    func rotation(_ id: String) async throws -> RotationRecord? { try await store.rotation(id) }

    func rotations(of upstream: String?, limit: Int) async throws -> [RotationRecord] {
        try await store.rotations(of: upstream, limit: limit)
    }

    func rotation(ofActor actor: String, idempotencyKey: String) async throws -> RotationRecord? {
        try await store.rotation(ofActor: actor, idempotencyKey: idempotencyKey)
    }

    func beginRotation(
        _ record: RotationRecord,
        forgettingKeysBefore time: Date,
        audit: AuditTrail
    ) async throws -> RotationStart {
        try await store.beginRotation(record, forgettingKeysBefore: time, audit: audit)
    }

    func addKeyHistory(_ changes: [KeyChangeRecord], _ outcomes: [KeyOutcomesRecord]) async throws {
        if fails { throw StoreError(.unavailable, "The disk is full.") }
        try await store.addKeyHistory(changes, outcomes)
    }

    func latestKeyChanges() async throws -> [KeyChangeRecord] { try await store.latestKeyChanges() }

    func keyChanges(of upstream: String, in time: Range<Date>, limit: Int) async throws -> [KeyChangeRecord] {
        try await store.keyChanges(of: upstream, in: time, limit: limit)
    }

    func keyOutcomes(
        of upstream: String,
        in minutes: Range<Int>,
        step: Int,
        limit: Int
    ) async throws -> [KeyOutcomesRecord] {
        try await store.keyOutcomes(of: upstream, in: minutes, step: step, limit: limit)
    }

    func deleteKeyHistory(before time: Date, keeping most: Int) async throws {
        try await store.deleteKeyHistory(before: time, keeping: most)
    }

    func keyHealth() async throws -> [KeyHealthRecord] { try await store.keyHealth() }

    func saveKeyHealth(_ records: [KeyHealthRecord], audit: AuditTrail) async throws {
        try await store.saveKeyHealth(records, audit: audit)
    }
}

// MARK: Functions that never fail

extension FailingStore {
    func sealedRecordCounts() async throws -> [String: Int] { try await store.sealedRecordCounts() }

    func sealedRecords(
        _ kind: SealedRecord.Kind,
        notUnder masterKeyID: String,
        after record: SealedRecord?,
        limit: Int
    ) async throws -> [SealedRecord] {
        try await store.sealedRecords(kind, notUnder: masterKeyID, after: record, limit: limit)
    }

    func reseal(_ changes: [Resealing]) async throws -> Int { try await store.reseal(changes) }

    func finishResealing() async { await store.finishResealing() }

    func appendAudit(_ trail: AuditTrail) async throws { try await store.appendAudit(trail) }

    func auditPage(from first: Int, limit: Int) async throws -> AuditPage {
        try await store.auditPage(from: first, limit: limit)
    }

    func auditRecords(matching filter: AuditFilter, before: Int?, limit: Int) async throws -> [AuditRecord] {
        try await store.auditRecords(matching: filter, before: before, limit: limit)
    }

    func lastAuditRecord() async throws -> AuditRecord? { try await store.lastAuditRecord() }
}
