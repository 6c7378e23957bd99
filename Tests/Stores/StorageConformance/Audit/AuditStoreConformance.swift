import Foundation
import Storage
import Testing

@Suite struct AuditStoreConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    private func trail(_ actors: String...) -> AuditTrail {
        let entries = actors.enumerated().map { index, actor in
            AuditDraft(
                actor: actor,
                action: index.isMultiple(of: 2) ? "key.add" : "key.remove",
                object: "openai/keys/\(actor)",
                outcome: "done",
                time: start + Double(index),
                requestID: index == 0 ? "r" : nil
            )
        }
        return AuditTrail(entries: entries) { id, entry, previous in
            Data("\(id)\(entry.actor)".utf8) + previous.prefix(4)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func rowsFollowOneAnother(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            #expect(try await store.lastAuditRecord() == nil)
            #expect(try await store.auditPage(from: 1, limit: 9) == AuditPage(records: [], head: nil))
            try await store.appendAudit(.none)
            #expect(try await store.lastAuditRecord() == nil)
            let (first, second) = (trail("a", "b"), trail("c"))
            try await store.appendAudit(first)
            try await store.appendAudit(second)
            let page = try await store.auditPage(from: 1, limit: 9)
            #expect(page.records.map(\.id) == [1, 2, 3])
            #expect(page.records.map(\.entry) == first.entries + second.entries)
            #expect(page.records.map(\.hash) == [Data("1a".utf8), Data("2b1a".utf8), Data("3c2b1a".utf8)])
            #expect(page.records.map(\.previousHash) == [Data(), Data("1a".utf8), Data("2b1a".utf8)])
            let head = AuditHead(count: 3, hash: Data("3c2b1a".utf8))
            #expect(page.head == AuditHeadRecord(head: head, seal: head.hash))
            #expect(try await store.auditRecords(from: 2, limit: 1) == [page.records[1]])
            #expect(try await store.lastAuditRecord() == page.records[2])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func rowsAreListedBackwardsAndFiltered(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await store.appendAudit(trail("a", "b", "c", "d%", "ab"))
            func ids(_ filter: AuditFilter, before: Int? = nil, limit: Int = 9) async throws -> [Int] {
                try await store.auditRecords(matching: filter, before: before, limit: limit).map(\.id)
            }
            #expect(try await ids(AuditFilter()) == [5, 4, 3, 2, 1])
            #expect(try await ids(AuditFilter(), limit: 2) == [5, 4])
            #expect(try await ids(AuditFilter(), before: 4, limit: 2) == [3, 2])
            #expect(try await ids(AuditFilter(), before: 1) == [])
            #expect(try await ids(AuditFilter(actor: "a")) == [1])
            #expect(try await ids(AuditFilter(action: "key.remove")) == [4, 2])
            #expect(try await ids(AuditFilter(objectPrefix: "openai/keys/a")) == [5, 1])
            #expect(try await ids(AuditFilter(objectPrefix: "%")) == [])
            #expect(try await ids(AuditFilter(objectPrefix: "")) == [5, 4, 3, 2, 1])
            #expect(try await ids(AuditFilter(from: start + 1, until: start + 3)) == [3, 2])
            #expect(try await ids(AuditFilter(action: "key.add", from: start + 1), before: 5) == [3])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func onlyANewVaultStartsTheChain(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let root = VaultRootRecord(masterKeyID: "0a1b2c3d", sealed: Data([1]), createdAt: start)
            _ = try await store.createVaultRoot(root, audit: trail("a"))
            _ = try await store.createVaultRoot(root, audit: trail("b"))
            #expect(try await store.auditRecords(from: 1, limit: 9).map(\.entry.actor) == ["a"])
        }
    }
}
