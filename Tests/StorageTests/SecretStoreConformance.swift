import Foundation
import Storage
import Testing

@Suite struct SecretStoreConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    private func secret(_ id: String, fingerprint: String? = nil, upstream: String = "openai") -> SealedSecretRecord {
        SealedSecretRecord(
            id: id,
            upstream: upstream,
            label: "label of \(id)",
            masterKeyID: "0a1b2c3d",
            sealed: Data([1, 2, 3]),
            lastFour: nil,
            fingerprint: fingerprint ?? "fingerprint of \(id)",
            createdAt: start,
            changedAt: start
        )
    }

    private func root(_ id: String) -> VaultRootRecord {
        VaultRootRecord(masterKeyID: id, sealed: Data([9, 8, 7]), createdAt: start)
    }

    @Test(arguments: StoreKind.allCases)
    func theFirstRootStays(kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            #expect(try await store.vaultRoot() == nil)
            #expect(try await store.createVaultRoot(root("first")) == root("first"))
            #expect(try await store.createVaultRoot(root("second")) == root("first"))
            #expect(try await store.vaultRoot() == root("first"))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func secretsAreListedInOrderAndChangesCounted(kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.createVaultRoot(root("key"))
            #expect(try await store.secrets() == SealedSecretList(revision: 0, records: []))
            try await store.addSecret(secret("b"))
            try await store.addSecret(secret("a"))
            #expect(try await store.secrets() == SealedSecretList(revision: 2, records: [secret("b"), secret("a")]))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aReplacementIsWholeOrNothing(kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.createVaultRoot(root("key"))
            try await store.addSecret(secret("old"))
            try await store.addSecret(secret("spare"))
            var new = secret("new")
            new.createdAt = start + 5
            new.changedAt = start + 5
            try await store.replaceSecret("old", with: new)
            var list = try await store.secrets()
            #expect(list.records.map(\.id) == ["old", "spare", "new"])
            #expect(list.records.map(\.state) == [.retired, .active, .active])
            #expect(list.records[0].changedAt == start + 5)

            // The old one is gone, the id is unknown, the new one is there already: each time nothing changes.
            for (id, record) in [
                ("old", secret("x")), ("nobody", secret("x")), ("spare", secret("x", fingerprint: new.fingerprint)),
            ] {
                let error = await #expect(throws: StoreError.self) { try await store.replaceSecret(id, with: record) }
                #expect(error?.code == .conflict)
                #expect(try await store.secrets() == list)
            }

            // A retired fingerprint may come back.
            try await store.replaceSecret("new", with: secret("again", fingerprint: list.records[0].fingerprint))
            list = try await store.secrets()
            #expect(list.records.map(\.state) == [.retired, .active, .retired, .active])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func oneActiveRowForEachFingerprintAndUpstream(kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.createVaultRoot(root("key"))
            try await store.addSecret(secret("a", fingerprint: "same"))
            try await store.addSecret(secret("b", fingerprint: "same", upstream: "tavily"))
            let error = await #expect(throws: StoreError.self) {
                try await store.addSecret(secret("c", fingerprint: "same"))
            }
            #expect(error?.code == .conflict)
            #expect(error?.message.contains("same") == false)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func removingErasesTheSealedBytes(kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.createVaultRoot(root("key"))
            try await store.addSecret(secret("a"))
            #expect(try await store.removeSecret("a", at: start + 1))
            let list = try await store.secrets()
            #expect(list.records.first?.state == .removed)
            #expect(list.records.first?.sealed == Data())
            #expect(list.records.first?.changedAt == start + 1)
            #expect(try await store.removeSecret("a", at: start + 2) == false)
            #expect(try await store.removeSecret("nobody", at: start) == false)
            #expect(try await store.secrets() == list)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func tokensAreUniqueByIdAndHash(kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let first = ClientTokenRecord(id: "1", name: "phone", kind: "client", hash: Data([1]), createdAt: start)
            let second = ClientTokenRecord(id: "2", name: "phone", kind: "admin", hash: Data([2]), createdAt: start)
            try await store.addClientToken(first)
            try await store.addClientToken(second)
            for double in [
                ClientTokenRecord(id: "1", name: "x", kind: "client", hash: Data([3]), createdAt: start),
                ClientTokenRecord(id: "3", name: "x", kind: "client", hash: Data([2]), createdAt: start),
            ] {
                let error = await #expect(throws: StoreError.self) { try await store.addClientToken(double) }
                #expect(error?.code == .conflict)
            }
            #expect(try await store.clientTokens() == [first, second])
        }
    }
}
