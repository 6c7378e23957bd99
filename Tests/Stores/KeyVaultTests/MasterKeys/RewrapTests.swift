import Foundation
import KeyVaultFixtures
import Secrets
import Storage
import StorageSQLite
import Synchronization
import Testing

@testable import KeyVault

@Suite(.timeLimit(.minutes(5))) struct RewrapTests {
    private let old = MasterKey.random()
    private let new = MasterKey.random()
    private var both: MasterKeyRing { MasterKeyRing(new, previous: [old]) }

    /// Fills a store with keys sealed under one master key, without opening all of them after each addition.
    private func fill(_ store: SQLiteStore, count: Int, under master: MasterKey) async throws {
        let vault = try await KeyVault(store: store, masterKey: master)
        for number in 0..<count {
            try await store.addSecret(
                vault.sealed(
                    SecretString("secret-number-\(number)"),
                    for: "upstream-\(number)",
                    label: "",
                    settings: KeySettings()
                ),
                audit: .none
            )
        }
    }

    private func expectAllOpen(_ vault: KeyVault, count: Int) async throws {
        var wrong: [Int] = []
        for number in 0..<count where try await vault.leased("upstream-\(number)") != "secret-number-\(number)" {
            wrong.append(number)
        }
        #expect(wrong.isEmpty)
    }

    private func actions(_ store: SQLiteStore) async throws -> [String] {
        try await store.auditRecords(from: 1, limit: 100).filter { $0.entry.action == "vault.rewrap" }
            .map { $0.entry.outcome.replacing(new.id, with: "new") }
    }

    /// Re-seals ten thousand records: cancelled halfway, started again with both keys, and finished; the old key is then not needed.
    @Test func aCancelledRewrapCanBeContinued() async throws {
        let store = try SQLiteStore(path: nil)
        try await fill(store, count: 10_000, under: old)
        let vault = try await KeyVault(store: store, masterKeys: both)
        let seen = Mutex<RewrapProgress?>(nil)
        let first = Task {
            try await vault.rewrap(by: .commandLine) { progress in
                seen.withLock { $0 = progress }
                if progress.done >= 5000 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(seen.withLock { $0 } == RewrapProgress(masterKeyID: new.id, done: 5000, total: 10_001))
        #expect(try await store.sealedRecordCounts() == [old.id: 5001, new.id: 5000])
        #expect(try await vault.masterKeys().map(\.recordCount) == [5000, 5001])

        // Halfway, one key alone is not enough, and the error names the missing one.
        for (key, wanted, text) in [
            (new, old, "The data folder is"), (old, new, "5000 records in the data folder are"),
        ] {
            let error = await #expect(throws: KeyVaultError.self) {
                try await KeyVault(store: store, masterKey: key)
            }
            #expect(error?.code == .masterKeyMismatch)
            #expect(
                error?.message.hasPrefix(
                    "\(text) sealed with the master key \(wanted.id), but the configured one is \(key.id). "
                ) == true
            )
        }

        let second = try await KeyVault(store: store, masterKeys: both)
        let done = try await second.rewrap(by: .commandLine)
        #expect(done == RewrapProgress(masterKeyID: new.id, done: 5001, total: 5001))
        #expect(
            try await actions(store) == [
                "begun: 10001 records to seal under master key new",
                "stopped: 5000 of 10001 records sealed under master key new",
                "begun: 5001 records to seal under master key new",
                "done: 5001 records sealed under master key new",
            ]
        )
        try await expectAllOpen(try await KeyVault(store: store, masterKey: new), count: 10_000)
        let error = await #expect(throws: KeyVaultError.self) { try await KeyVault(store: store, masterKey: old) }
        #expect(error?.code == .masterKeyMismatch)
        #expect(try await second.verifyAudit().isWhole)
    }

    /// A separate process for each batch, killed after it: its records can be opened, and in the end all are sealed under the new
    /// key.
    @Test func aProcessKilledAfterAnyBatchLeavesAValidStore() async throws {
        try await withTemporaryFolder { folder async throws in
            let path = folder + "/torii.sqlite"
            let keys = folder + "/master.key"
            _ = try MasterKeySources(defaultFile: keys).load(creatingIfMissing: true)
            let old = try MasterKeySources(defaultFile: keys).load(creatingIfMissing: false).current
            try await fill(SQLiteStore(path: path), count: 30, under: old)
            try FileManager.default.moveItem(atPath: keys, toPath: keys + ".old")
            let new = try MasterKeySources(defaultFile: keys).load(creatingIfMissing: true).current
            try (Data(contentsOf: URL(fileURLWithPath: keys)) + Data(contentsOf: URL(fileURLWithPath: keys + ".old")))
                .write(to: URL(fileURLWithPath: keys))
            var left = 31
            while left > 1 {
                await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, keys = keys as String] in
                    let ring = try MasterKeySources(defaultFile: keys).load(creatingIfMissing: false)
                    let vault = try await KeyVault(store: SQLiteStore(path: path), masterKeys: ring)
                    _ = try await vault.rewrap(by: .commandLine, batchSize: 10) { _ in kill(getpid(), SIGKILL) }
                }
                left -= 10
                let store = try SQLiteStore(path: path)
                #expect(try await store.sealedRecordCounts() == [old.id: left, new.id: 31 - left])
                let vault = try await KeyVault(store: store, masterKeys: MasterKeyRing(new, previous: [old]))
                try await expectAllOpen(vault, count: 30)
                #expect(try await vault.verifyAudit().isWhole)
            }
            let store = try SQLiteStore(path: path)
            let ring = try MasterKeySources(defaultFile: keys).load(creatingIfMissing: false)
            #expect(try await KeyVault(store: store, masterKeys: ring).rewrap(by: .torii).done == 1)
            try await expectAllOpen(KeyVault(store: store, masterKey: new), count: 30)
        }
    }

    /// Keys that are removed, rotated or added between the batches keep their changes.
    @Test func changesDuringARewrapAreNotLost() async throws {
        let store = try SQLiteStore(path: nil)
        try await fill(store, count: 40, under: old)
        let vault = try await KeyVault(store: store, masterKeys: both, checker: ScriptedChecker(.verified))
        let batch = Mutex(0)
        _ = try await vault.rewrap(by: .torii, batchSize: 10) { _ in
            let number = batch.withLock { number in
                number += 1
                return number
            }
            guard number <= 4 else { return }
            do {
                // One record that is already sealed again, and one that is not.
                for upstream in ["upstream-\(number)", "upstream-\(40 - number)"] {
                    let id = try #require(try await vault.keys(of: upstream).first).id
                    try await vault.remove(id)
                }
                _ = try await vault.rotate(
                    "upstream-\(35 - number)",
                    to: SecretString("rotated-number-\(number)")
                )
                _ = try await vault.add(SecretString("added-number-\(number)"), to: "added-\(number)", label: "")
            } catch {
                Issue.record(error)
            }
        }
        let reopened = try await KeyVault(store: store, masterKey: new)
        for number in 1...4 {
            #expect(try await reopened.leased("upstream-\(number)") == nil)
            #expect(try await reopened.leased("upstream-\(40 - number)") == nil)
            #expect(try await reopened.leased("upstream-\(35 - number)") == "rotated-number-\(number)")
            #expect(try await reopened.leased("added-\(number)") == "added-number-\(number)")
        }
        #expect(try await reopened.leased("upstream-20") == "secret-number-20")
    }

    /// Leases are served during the re-wrap, and new master keys of a running process apply at once.
    @Test func newMasterKeysAreAdoptedWithoutARestart() async throws {
        let store = try SQLiteStore(path: nil)
        try await fill(store, count: 5, under: old)
        let vault = try await KeyVault(store: store, masterKey: old)
        let error = await #expect(throws: KeyVaultError.self) { try await vault.adopt(MasterKeyRing(new)) }
        #expect(error?.code == .masterKeyMismatch)
        #expect(error?.message.contains("6 records") == true)
        try await vault.adopt(both)
        _ = try await vault.add(SecretString("secret-number-5"), to: "upstream-5", label: "")
        #expect(try await store.sealedRecordCounts() == [old.id: 6, new.id: 1])
        _ = try await vault.rewrap(by: .torii, batchSize: 2) { _ in
            await #expect(throws: Never.self) { try await expectAllOpen(vault, count: 6) }
            let error = await #expect(throws: KeyVaultError.self) { try await vault.rewrap(by: .torii) }
            #expect(error?.code == .conflict)
        }
        try await vault.adopt(MasterKeyRing(new))
        try await expectAllOpen(vault, count: 6)
        #expect(try await vault.rewrap(by: .torii).total == 0)
    }

    @Test func aChangedMasterKeyEndsTheRewrap() async throws {
        let store = try SQLiteStore(path: nil)
        try await fill(store, count: 5, under: old)
        let vault = try await KeyVault(store: store, masterKeys: both)
        let ring = MasterKeyRing(old, previous: [new])
        let error = await #expect(throws: KeyVaultError.self) {
            try await vault.rewrap(by: .torii, batchSize: 2) { _ in try? await vault.adopt(ring) }
        }
        #expect(error?.code == .conflict)
        #expect(try await actions(store).last == "stopped: 2 of 6 records sealed under master key new")
        try await expectAllOpen(vault, count: 5)
    }

    @Test func damagedRecordsAreNamedAndTheOthersAreSealedAgain() async throws {
        let store = try SQLiteStore(path: nil)
        try await fill(store, count: 3, under: old)
        let record = try #require(try await store.sealedRecords(.secret, notUnder: "", after: nil, limit: 2).last)
        var damaged = record.text
        damaged.bytes[20] ^= 1
        #expect(try await store.reseal([Resealing(record: record, text: damaged)]) == 1)
        let vault = try await KeyVault(store: store, masterKeys: both)
        let progress = try await vault.rewrap(by: .torii)
        #expect(progress == RewrapProgress(masterKeyID: new.id, done: 3, total: 4, damaged: [record.id]))
        #expect(
            try await actions(store).last
                == "done: 3 records sealed, 1 damaged and left as they are, under master key new"
        )
        let error = await #expect(throws: KeyVaultError.self) { try await KeyVault(store: store, masterKey: new) }
        #expect(error?.message.hasPrefix("One record in the data folder is sealed with") == true)
        try await vault.remove(record.id)
        _ = try await KeyVault(store: store, masterKey: new)
    }

    /// No file contains bytes that the old master key could open.
    @Test func noFileKeepsTheOldBytes() async throws {
        try await withTemporaryFolder { folder async throws in
            let store = try SQLiteStore(path: folder + "/torii.sqlite")
            try await fill(store, count: 20, under: old)
            let before =
                try await store.sealedRecords(.secret, notUnder: "", after: nil, limit: 100)
                + store.sealedRecords(.vaultRoot, notUnder: "", after: nil, limit: 1)
            func found() throws -> Int {
                let names = try FileManager.default.contentsOfDirectory(atPath: folder)
                let files = try names.map { try Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0)) }
                return before.count { record in files.contains { $0.range(of: record.text.bytes) != nil } }
            }
            #expect(try found() == 21)
            try await KeyVault(store: store, masterKeys: both).rewrap(by: .torii)
            #expect(try found() == 0)
        }
    }
}
