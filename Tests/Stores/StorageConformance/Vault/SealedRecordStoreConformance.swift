import Foundation
import Storage
import Testing

@Suite struct SealedRecordStoreConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    private func fill(_ store: any Store) async throws {
        _ = try await store.createVaultRoot(
            VaultRootRecord(masterKeyID: "old", sealed: Data([9]), createdAt: start)
        )
        for (number, master) in ["old", "new", "old", "older", "old"].enumerated() {
            try await store.addSecret(
                SealedSecretRecord(
                    id: "s\(number + 1)",
                    upstream: "u\(number + 1)",
                    label: "",
                    masterKeyID: master,
                    sealed: Data([UInt8(number + 1)]),
                    lastFour: nil,
                    fingerprint: "f\(number + 1)",
                    createdAt: start,
                    changedAt: start
                ),
                audit: .none
            )
        }
        _ = try await store.removeSecret("s5", at: start, audit: .none)
    }

    @Test(arguments: StoreOpener.allCases)
    func recordsAreCountedByTheirMasterKey(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            #expect(try await store.sealedRecordCounts() == [:])
            try await fill(store)
            // A removed secret has no sealed bytes.
            #expect(try await store.sealedRecordCounts() == ["old": 3, "new": 1, "older": 1])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func recordsUnderOtherKeysAreReadInPages(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await fill(store)
            func read(_ kind: SealedRecord.Kind, after record: SealedRecord?, limit: Int) async throws -> [SealedRecord]
            {
                try await store.sealedRecords(kind, notUnder: "new", after: record, limit: limit)
            }
            let first = try await read(.secret, after: nil, limit: 2)
            #expect(first.map(\.id) == ["s1", "s3"])
            #expect(first.map(\.upstream) == ["u1", "u3"])
            #expect(first.map(\.text) == [1, 3].map { SealedText(masterKeyID: "old", bytes: Data([$0])) })
            let rest = try await read(.secret, after: first[1], limit: 2)
            #expect(rest.map(\.id) == ["s4"])
            #expect(try await read(.secret, after: rest[0], limit: 2) == [])
            let root = SealedRecord(
                kind: .vaultRoot,
                text: SealedText(masterKeyID: "old", bytes: Data([9]))
            )
            #expect(try await read(.vaultRoot, after: nil, limit: 2) == [root])
            #expect(try await read(.vaultRoot, after: root, limit: 2) == [])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func onlyUnchangedBytesAreReplaced(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await fill(store)
            var records = try await store.sealedRecords(.secret, notUnder: "new", after: nil, limit: 9)
            records += try await store.sealedRecords(.vaultRoot, notUnder: "new", after: nil, limit: 9)
            let changes = records.map {
                Resealing(record: $0, text: SealedText(masterKeyID: "new", bytes: Data([100]) + $0.text.bytes))
            }
            let before = try await store.secrets()
            _ = try await store.removeSecret("s3", at: start + 1, audit: .none)
            #expect(try await store.reseal(changes) == 3)
            #expect(try await store.reseal(changes) == 0)
            let after = try await store.secrets().records
            #expect(after.map(\.sealed) == [Data([100, 1]), Data([2]), Data(), Data([100, 4]), Data()])
            #expect(after.map(\.state) == [.active, .active, .removed, .active, .removed])
            // Nothing else of a record changes.
            var expected = before.records[0]
            (expected.masterKeyID, expected.sealed) = ("new", Data([100, 1]))
            #expect(after[0] == expected)
            #expect(
                try await store.vaultRoot()
                    == VaultRootRecord(masterKeyID: "new", sealed: Data([100, 9]), createdAt: start)
            )
            #expect(try await store.sealedRecordCounts() == ["new": 4])
            await store.finishResealing()
            #expect(try await store.secrets().records == after)
        }
    }
}
