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

    @Test(arguments: StoreOpener.allCases)
    func theFirstRootStays(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            #expect(try await store.vaultRoot() == nil)
            #expect(try await store.createVaultRoot(root("first")) == root("first"))
            #expect(try await store.createVaultRoot(root("second")) == root("first"))
            #expect(try await store.vaultRoot() == root("first"))
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func secretsAreListedInOrderAndChangesCounted(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            _ = try await store.createVaultRoot(root("key"))
            #expect(try await store.secrets() == SealedSecretList(revision: 0, records: []))
            try await store.addSecret(secret("b"), audit: .none)
            try await store.addSecret(secret("a"), audit: .none)
            #expect(try await store.secrets() == SealedSecretList(revision: 2, records: [secret("b"), secret("a")]))
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func theDescriptionOfAnActiveSecretCanChange(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            _ = try await store.createVaultRoot(root("key"))
            var record = secret("a")
            (record.weight, record.models, record.tools, record.expiresAt) = (5, ["gpt-5*", "o1"], ["x"], start + 9)
            try await store.addSecret(record, audit: .none)
            #expect(try await store.secrets().records == [record])

            let change = SealedSecretChange(
                label: "new",
                weight: 0,
                models: [],
                tools: ["y", "z"],
                expiresAt: .some(nil)
            )
            (record.label, record.weight, record.models, record.tools) = ("new", 0, [], ["y", "z"])
            (record.expiresAt, record.changedAt) = (nil, start + 1)
            #expect(try await store.changeSecret("a", change, at: start + 1, audit: .none) == record)
            record.changedAt = start + 2
            #expect(try await store.changeSecret("a", SealedSecretChange(), at: start + 2, audit: .none) == record)
            #expect(try await store.secrets() == SealedSecretList(revision: 3, records: [record]))
            #expect(try await store.changeSecret("nobody", change, at: start, audit: .none) == nil)
            let heavy = SealedSecretChange(weight: 1001)
            let error = await #expect(throws: StoreError.self) {
                try await store.changeSecret("a", heavy, at: start, audit: .none)
            }
            #expect(error?.code == .conflict)
            _ = try await store.removeSecret("a", at: start + 3, audit: .none)
            #expect(try await store.changeSecret("a", change, at: start + 4, audit: .none) == nil)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func oneActiveRowForEachFingerprintAndUpstream(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            _ = try await store.createVaultRoot(root("key"))
            try await store.addSecret(secret("a", fingerprint: "same"), audit: .none)
            try await store.addSecret(secret("b", fingerprint: "same", upstream: "tavily"), audit: .none)
            let error = await #expect(throws: StoreError.self) {
                try await store.addSecret(secret("c", fingerprint: "same"), audit: .none)
            }
            #expect(error?.code == .conflict)
            #expect(error?.message.contains("same") == false)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func removingErasesTheSealedBytes(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            _ = try await store.createVaultRoot(root("key"))
            try await store.addSecret(secret("a"), audit: .none)
            #expect(try await store.removeSecret("a", at: start + 1, audit: .none))
            let list = try await store.secrets()
            #expect(list.records.first?.state == .removed)
            #expect(list.records.first?.sealed == Data())
            #expect(list.records.first?.changedAt == start + 1)
            #expect(try await store.removeSecret("a", at: start + 2, audit: .none) == false)
            #expect(try await store.removeSecret("nobody", at: start, audit: .none) == false)
            #expect(try await store.secrets() == list)
        }
    }
}
