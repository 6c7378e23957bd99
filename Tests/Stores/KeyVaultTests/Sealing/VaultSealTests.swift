import Accounts
import Foundation
import KeyVault
import KeyVaultFixtures
import Secrets
import Storage
import StorageSQLite
import Testing

@Suite struct VaultSealTests {
    private let secret = "sk-needle-in-the-haystack-0001"

    private func contents(of folder: String) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
            }
        )
    }

    @Test func noFileHoldsASecretAsPlainText() async throws {
        try await withTemporaryFolder { folder async throws in
            let store = try SQLiteStore(path: folder + "/torii.sqlite")
            let vault = try await KeyVault(store: store, masterKey: .random())
            _ = try await vault.add(SecretString(secret), to: "openai", label: "the label")
            let options = RotationOptions(force: true)
            _ = try await vault.rotate("openai", to: SecretString(secret + "-new"), options: options)
            let clients = try await Clients(store: store, vault: vault)
            let token = try await clients.create(ClientDraft(name: "phone"), by: .torii).token
            let files = try contents(of: folder)
            #expect(files.keys.contains("torii.sqlite-wal"))
            // The label proves that the search finds existing text.
            #expect(files.values.contains { $0.range(of: Data("the label".utf8)) != nil })
            for needle in ["needle-in", token.revealed, String(token.revealed.dropFirst(6))] {
                let bytes = Data(needle.utf8)
                for form in [bytes, Data(bytes.base64EncodedString().utf8)] {
                    #expect(files.filter { $0.value.range(of: form) != nil }.keys.sorted() == [])
                }
            }
        }
    }

    @Test func aWrongMasterKeyIsAnErrorAndNothingIsOverwritten() async throws {
        try await withTemporaryFolder { folder async throws in
            let right = MasterKey.random()
            let wrong = MasterKey.random()
            let store = try SQLiteStore(path: folder + "/torii.sqlite")
            #expect(try await KeyVault.isSealed(store) == false)
            _ = try await KeyVault(store: store, masterKey: right)
                .add(SecretString(secret), to: "openai", label: "")
            #expect(try await KeyVault.isSealed(store))
            let before = try contents(of: folder)
            let error = await #expect(throws: KeyVaultError.self) {
                try await KeyVault(store: store, masterKey: wrong)
            }
            #expect(error?.code == .masterKeyMismatch)
            #expect(error?.message.contains(right.id) == true)
            #expect(error?.message.contains(wrong.id) == true)
            #expect(
                try contents(of: folder).filter { $0.key != "torii.sqlite-shm" }
                    == before.filter { $0.key != "torii.sqlite-shm" }
            )
            #expect(try await KeyVault(store: store, masterKey: right).leased("openai") == secret)
        }
    }

    @Test func twoVaultsThatStartAtOnceShareOneRoot() async throws {
        try await withTemporaryFolder { folder async throws in
            let master = MasterKey.random()
            let path = folder + "/torii.sqlite"
            let fingerprints = try await withThrowingTaskGroup(of: String.self) { group in
                let stores = [try SQLiteStore(path: path), try SQLiteStore(path: path)]
                for (number, store) in stores.enumerated() {
                    group.addTask {
                        let vault = try await KeyVault(store: store, masterKey: master)
                        return try await vault.add(SecretString(secret), to: "upstream \(number)", label: "")
                            .fingerprint
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(fingerprints.count == 2 && Set(fingerprints).count == 1)
        }
    }

    @Test func aTamperedRootIsAnError() async throws {
        let master = MasterKey.random()
        let genuine = try SQLiteStore(path: nil)
        _ = try await KeyVault(store: genuine, masterKey: master)
        var root = try #require(await genuine.vaultRoot())
        root.sealed[root.sealed.startIndex] ^= 1
        let tampered = try SQLiteStore(path: nil)
        _ = try await tampered.createVaultRoot(root)
        let error = await #expect(throws: KeyVaultError.self) {
            try await KeyVault(store: tampered, masterKey: master)
        }
        #expect(error?.code == .sealBroken)
    }

    /// Rows with changed bytes, or with bytes of another upstream's row.
    @Test(arguments: [false, true])
    func aTamperedKeyFailsAloneWithAClearError(moved: Bool) async throws {
        let master = MasterKey.random()
        let genuine = try SQLiteStore(path: nil)
        let vault = try await KeyVault(store: genuine, masterKey: master)
        _ = try await vault.add(SecretString(secret), to: "openai", label: "")
        _ = try await vault.add(SecretString("tvly-key-0002"), to: "tavily", label: "")
        var records = try await genuine.secrets().records
        if moved {
            records[0].sealed = records[1].sealed
        } else {
            records[0].sealed[records[0].sealed.endIndex - 1] ^= 1
        }
        let tampered = try SQLiteStore(path: nil)
        _ = try await tampered.createVaultRoot(#require(await genuine.vaultRoot()))
        for record in records { try await tampered.addSecret(record, audit: .none) }

        let reopened = try await KeyVault(store: tampered, masterKey: master)
        let error = await #expect(throws: KeyVaultError.self) { try await reopened.lease("openai") }
        #expect(error?.code == .sealBroken)
        #expect(error?.message.contains(records[0].id) == true)
        #expect(try await reopened.leased("tavily") == "tvly-key-0002")
        let options = RotationOptions(force: true)
        _ = try await reopened.rotate("openai", to: SecretString("sk-second-key-0002"), options: options)
        #expect(try await reopened.leased("openai") == "sk-second-key-0002")
    }
}
