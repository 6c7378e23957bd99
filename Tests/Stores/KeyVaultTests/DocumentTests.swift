import Foundation
import KeyVaultFixtures
import Secrets
import Storage
import StorageSQLite
import Testing

@testable import KeyVault

@Suite struct DocumentTests {
    @Test func aDocumentIsReplacedInItsPlace() async throws {
        let store = try SQLiteStore(path: nil)
        let vault = try await KeyVault(store: store, masterKey: .random())
        #expect(try await vault.document("oauth", of: "files") == nil)
        try await vault.keep(SecretString("first"), as: "oauth", of: "files")
        try await vault.keep(SecretString("second"), as: "oauth", of: "files")
        try await vault.keep(SecretString("other"), as: "oauth", of: "mail")
        #expect(try await vault.document("oauth", of: "files") == SecretString("second"))
        #expect(try await vault.document("oauth", of: "mail") == SecretString("other"))
        let records = try await store.secrets().records
        #expect(records.count == 2)
        #expect(records.allSatisfy { !$0.sealed.isEmpty && $0.lastFour == nil })
        #expect(!records.contains { $0.sealed.range(of: Data("second".utf8)) != nil })
    }

    @Test func aDocumentIsNoKey() async throws {
        let vault = try await KeyVault.inMemory()
        try await vault.keep(SecretString("tokens"), as: "oauth", of: "files")
        #expect(try await vault.lease("files") == nil)
        #expect(try await vault.lease("files/documents") == nil)
        #expect(!vault.hasKeys(of: "files"))
        #expect(try await vault.keys(of: "files").isEmpty)
    }

    @Test func aRemovedDocumentIsErased() async throws {
        let store = try SQLiteStore(path: nil)
        let vault = try await KeyVault(store: store, masterKey: .random())
        #expect(try await !vault.removeDocument("oauth", of: "files", by: .commandLine))
        try await vault.keep(SecretString("tokens"), as: "oauth", of: "files")
        #expect(try await vault.removeDocument("oauth", of: "files", by: .commandLine))
        #expect(try await vault.document("oauth", of: "files") == nil)
        #expect(try await store.secrets().records.allSatisfy(\.sealed.isEmpty))
        try await vault.keep(SecretString("tokens"), as: "oauth", of: "files")
        #expect(try await vault.document("oauth", of: "files") == SecretString("tokens"))
    }

    @Test func documentsAreRewrapped() async throws {
        let store = try SQLiteStore(path: nil)
        let (old, new) = (MasterKey.random(), MasterKey.random())
        let vault = try await KeyVault(store: store, masterKeys: MasterKeyRing(old))
        try await vault.keep(SecretString("tokens"), as: "oauth", of: "files")
        try await vault.adopt(MasterKeyRing(new, previous: [old]))
        try await vault.rewrap(by: .commandLine)
        let next = try await KeyVault(store: store, masterKey: new)
        #expect(try await next.document("oauth", of: "files") == SecretString("tokens"))
    }
}
