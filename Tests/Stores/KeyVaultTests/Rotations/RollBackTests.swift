import Foundation
import KeyVaultFixtures
import Secrets
import Storage
import StorageSQLite
import Testing

@testable import KeyVault

@Suite struct RollBackTests {
    private let new = SecretString("sk-new-key-000002")
    private let admin = AuditActor(name: "admin:1", requestID: "request 1")

    private func vault(_ checker: ScriptedChecker, at time: TestTime = TestTime()) async throws -> KeyVault {
        let vault = try await KeyVault.inMemory(checker: checker, now: { time.now })
        _ = try await vault.add(SecretString("sk-old-key-000001"), to: "openai", label: "")
        return vault
    }

    private func code(_ body: () async throws -> some Sendable) async -> KeyVaultError.Code? {
        await #expect(throws: KeyVaultError.self) { _ = try await body() }?.code
    }

    @Test func theOldKeyIsRestoredAndTheNewOneErased() async throws {
        let vault = try await vault(ScriptedChecker())
        // Even if the old key was refused in between, the check decides.
        let lease = try await vault.lease("openai")
        let rotation = try await vault.rotate("openai", to: new)
        lease?.report(.refused)
        let undone = try await vault.rollBack(rotation.id, by: admin)
        #expect(undone.state == .rolledBack && undone.reason == "Rolled back by admin:1.")
        #expect(!undone.isReversible)
        #expect(try await vault.leased("openai") == "sk-old-key-000001")
        let keys = try await vault.keys()
        #expect(keys.map(\.id) == [rotation.oldKey] && keys[0].health == .healthy)
        let records = try await vault.store.secrets().records
        #expect(records.map(\.state) == [.active, .removed])
        #expect(records[1].sealed.isEmpty)
        #expect(await code { try await vault.rollBack(rotation.id, by: admin) } == .notReversible)
    }

    @Test func aRefusedOldKeyIsOnlyRestoredByForce() async throws {
        let checker = ScriptedChecker()
        let vault = try await vault(checker)
        let rotation = try await vault.rotate("openai", to: new)
        checker.setVerdict(.invalid(reason: "401"), of: "sk-old-key-000001")
        #expect(await code { try await vault.rollBack(rotation.id, by: admin) } == .keyRefused)
        #expect(try await vault.leased("openai") == "sk-new-key-000002")
        let undone = try await vault.rollBack(rotation.id, force: true, by: admin)
        #expect(undone.state == .rolledBack)
        // The old key is restored, and known to be refused.
        #expect(await code { try await vault.lease("openai").map(\.keyID) } == .noUsableKey)
    }

    @Test func anErasedKeyCannotBeRestored() async throws {
        let time = TestTime()
        let vault = try await vault(ScriptedChecker(), at: time)
        let kept = try await vault.rotate("openai", to: new, options: RotationOptions(keepSeconds: 10))
        #expect(kept.state == .retired && kept.isReversible)
        let next = try await vault.rotate(
            "openai",
            to: SecretString("sk-next-key-000003"),
            options: RotationOptions(keepSeconds: 0)
        )
        #expect(next.state == .retired && next.erasedAt == time.now && !next.isReversible)
        #expect(await code { try await vault.rollBack(next.id, by: admin) } == .notReversible)
        #expect(try await vault.store.secrets().records.map(\.state) == [.retired, .removed, .active])
    }

    @Test func rotationsAreRolledBackInReverseOrder() async throws {
        let vault = try await vault(ScriptedChecker())
        let first = try await vault.rotate("openai", to: new)
        let second = try await vault.rotate("openai", to: SecretString("sk-next-key-000003"))
        #expect(await code { try await vault.rollBack(first.id, by: admin) } == .conflict)
        #expect(try await vault.leased("openai") == "sk-next-key-000003")
        _ = try await vault.rollBack(second.id, by: admin)
        #expect(try await vault.leased("openai") == "sk-new-key-000002")
        _ = try await vault.rollBack(first.id, by: admin)
        #expect(try await vault.leased("openai") == "sk-old-key-000001")
    }

    @Test func anUnknownRotationAndARemovedKeyAreErrors() async throws {
        let vault = try await vault(ScriptedChecker())
        #expect(await code { try await vault.rollBack("nobody", by: admin) } == .unknownRotation)
        #expect(await code { try await vault.rotation("nobody") } == .unknownRotation)
        let rotation = try await vault.rotate("openai", to: new)
        try await vault.remove(rotation.oldKey)
        #expect(await code { try await vault.rollBack(rotation.id, by: admin) } == .notReversible)
    }

    @Test func everyStepIsARowOfTheAuditChain() async throws {
        let store = try SQLiteStore(path: nil)
        let vault = try await KeyVault(store: store, masterKey: .random(), checker: ScriptedChecker())
        let key = try await vault.add(SecretString("sk-old-key-000001"), to: "openai", label: "", by: admin)
        _ = try await vault.change(key.id, SealedSecretChange(label: "main", weight: 2), by: admin)
        let rotation = try await vault.rotate("openai", to: new, by: admin)
        _ = try await vault.rollBack(rotation.id, by: admin)
        _ = try await vault.check(key.id, by: admin)
        try await vault.remove(key.id, by: admin)
        // The first row is the vault's.
        let records = try await store.auditRecords(from: 2, limit: 100)
        #expect(
            records.map(\.entry.action) == [
                "key.add", "key.change", "rotation.request", "rotation.verify", "rotation.activate", "rotation.drain",
                "rotation.retire", "rotation.roll_back", "key.check", "key.remove",
            ]
        )
        #expect(records[1].entry.outcome == "done: label, weight")
        #expect(records[4].entry.object == "openai/rotations/\(rotation.id)")
        #expect(Set(records.map(\.entry.actor)) == ["admin:1", "torii"])
        #expect(!records.contains { "\($0)".contains("sk-") })
    }
}
