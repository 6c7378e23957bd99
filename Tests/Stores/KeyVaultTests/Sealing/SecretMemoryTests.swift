import Foundation
import KeyVaultFixtures
import Secrets
import Storage
import StorageSQLite
import Testing

@testable import KeyVault

/// The search for a secret in the memory of a process after its use, each in a separate process.
@Suite(.timeLimit(.minutes(5))) struct SecretMemoryTests {
    @Test func theSearchFindsExistingBytesAndNoWipedOnes() async {
        await #expect(processExitsWith: .success) {
            let needle = ProcessMemory.Needle(count: 48)
            #expect(ProcessMemory.occurrences(ofTheEndOf: needle) == 0)
            do {
                let secret = SecretString(copying: needle.text)
                #expect(ProcessMemory.occurrences(ofTheEndOf: needle) == 1)
                #expect(!secret.isEmpty)
            }
            #expect(ProcessMemory.occurrences(ofTheEndOf: needle) == 0)
            do {
                // Bytes that were freed without wiping are found.
                let array = Array(needle.text)
                #expect(array.count == 48)
            }
            #expect(ProcessMemory.occurrences(ofTheEndOf: needle) > 0)
        }
    }

    @Test func transferredBytesAreWiped() async {
        await #expect(processExitsWith: .success) {
            let needle = ProcessMemory.Needle(count: 48)
            do {
                let secret = SecretString(utf8: Array(needle.text))
                #expect(!secret.isEmpty)
            }
            #expect(ProcessMemory.occurrences(ofTheEndOf: needle) == 0)
        }
    }

    /// The key is added, sealed, opened, leased, sealed under another master key, and opened once more.
    @Test func aKeyOfTheVaultLeavesNothingInMemory() async {
        await #expect(processExitsWith: .success) {
            let needle = ProcessMemory.Needle(count: 48)
            let store = try SQLiteStore(path: nil)
            let (old, new) = (MasterKey.random(), MasterKey.random())
            do {
                let vault = try await KeyVault(store: store, masterKey: old)
                _ = try await vault.add(SecretString(copying: needle.text), to: "openai", label: "")
                #expect(ProcessMemory.occurrences(ofTheEndOf: needle) > 0)
            }
            #expect(await ProcessMemory.occurrencesLeft(ofTheEndOf: needle) == 0)
            do {
                let vault = try await KeyVault(store: store, masterKeys: MasterKeyRing(new, previous: [old]))
                let lease = try await vault.lease("openai")
                try await vault.rewrap(by: .torii)
                #expect(lease?.secret == SecretString(copying: needle.text))
            }
            #expect(await ProcessMemory.occurrencesLeft(ofTheEndOf: needle) == 0)
            let vault = try await KeyVault(store: store, masterKey: new)
            #expect(ProcessMemory.occurrences(ofTheEndOf: needle) > 0)
            let id = try #require(try await vault.keys().first).id
            try await vault.remove(id)
            #expect(await ProcessMemory.occurrencesLeft(ofTheEndOf: needle) == 0)
        }
    }

    /// The file, the text and the bytes of a master key.
    @Test func aReleasedMasterKeyLeavesNothingInMemory() async throws {
        try await withTemporaryFolder { folder async throws in
            _ = try MasterKeySources(defaultFile: folder + "/key").load(creatingIfMissing: true)
            await #expect(processExitsWith: .success) { [folder = folder as String] in
                let size = 44
                let file = open(folder + "/key", O_RDONLY)
                let mapped = UnsafeRawBufferPointer(start: mmap(nil, size, PROT_READ, MAP_SHARED, file, 0), count: size)
                let text = ProcessMemory.Needle(mapped)
                let bytes = ProcessMemory.Needle(decoding: mapped)
                munmap(UnsafeMutableRawPointer(mutating: mapped.baseAddress), size)
                do {
                    let ring = try MasterKeySources(defaultFile: folder + "/key").load(creatingIfMissing: false)
                    #expect(ProcessMemory.occurrences(ofTheEndOf: text) == 0)
                    #expect(ProcessMemory.occurrences(ofTheEndOf: bytes) == 1)
                    #expect(ring.ids.count == 1)
                }
                #expect(ProcessMemory.occurrences(ofTheEndOf: bytes) == 0)
            }
        }
    }
}
