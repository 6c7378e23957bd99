import Foundation
import KeyVaultFixtures
import Secrets
import Storage
import StorageSQLite
import Synchronization
import Testing

@testable import KeyVault

/// Two vaults over one database file, as in two processes.
@Suite struct SharedVaultTests {
    private func twoVaults(_ body: (KeyVault, KeyVault, SQLiteStore) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let masterKey = MasterKey.random()
            let store = try SQLiteStore(path: folder + "/torii.sqlite")
            let here = try await KeyVault(store: store, masterKey: masterKey)
            let other = try SQLiteStore(path: folder + "/torii.sqlite")
            try await body(here, KeyVault(store: other, masterKey: masterKey), store)
        }
    }

    @Test func keysOfAnotherProcessAreLentAfterALook() async throws {
        try await twoVaults { here, there, store in
            let key = try await there.add(SecretString("sk-first-key-0001"), to: "openai", label: "one")
            #expect(try await here.leased("openai") == nil)
            try await here.reload(ifBehind: store.revisions())
            #expect(try await here.leased("openai") == "sk-first-key-0001")
            try await there.remove(key.id)
            try await here.reload(ifBehind: store.revisions())
            #expect(try await here.leased("openai") == nil)
        }
    }

    @Test func theHistoryHasAChangeOnce() async throws {
        try await twoVaults { here, there, store in
            let key = try await there.add(SecretString("sk-first-key-0001"), to: "openai", label: "one")
            try await here.reload(ifBehind: store.revisions())
            try await here.saveHistory()
            try await there.remove(key.id)
            try await here.reload(ifBehind: store.revisions())
            try await here.saveHistory()
            let changes = try await store.keyChanges(of: "openai", in: .distantPast ..< .distantFuture, limit: 10)
            #expect(changes.map(\.cause) == [.added, .removed])
        }
    }

    @Test func anOwnChangeThatCouldNotBeReadIsRecordedByTheNextReading() async throws {
        let sqlite = try SQLiteStore(path: nil)
        let store = FailingStore(sqlite)
        let vault = try await KeyVault(store: store, masterKey: .random())
        store.failsToRead = true
        await #expect(throws: StoreError.self) {
            try await vault.add(SecretString("sk-first-key-0001"), to: "openai", label: "one")
        }
        store.failsToRead = false
        try await vault.reload(ifBehind: sqlite.revisions())
        try await vault.saveHistory()
        let changes = try await sqlite.keyChanges(of: "openai", in: .distantPast ..< .distantFuture, limit: 10)
        #expect(changes.map(\.cause) == [.added])
    }

    @Test func anOwnChangeThatIsBeingStoredIsLeftToItself() async throws {
        try await twoVaults { here, there, store in
            _ = try await there.add(SecretString("sk-first-key-0001"), to: "openai", label: "one")
            here.state.withLock { $0.commits.started += 1 }
            try await here.reload(ifBehind: store.revisions())
            #expect(!here.hasKeys(of: "openai"))
            here.state.withLock { $0.commits.ended += 1 }
            try await here.reload(ifBehind: store.revisions())
            #expect(here.hasKeys(of: "openai"))
        }
    }
}
