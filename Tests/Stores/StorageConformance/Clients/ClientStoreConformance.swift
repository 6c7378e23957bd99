import Foundation
import Storage
import Testing

@Suite struct ClientStoreConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    private func token(_ id: String, hash: UInt8, expiresAt: Date? = nil) -> ClientTokenRecord {
        ClientTokenRecord(id: id, hash: Data([hash]), lastFour: "wxyz", createdAt: start, expiresAt: expiresAt)
    }

    private func client(_ id: String, _ tokens: [ClientTokenRecord] = []) -> ClientRecord {
        ClientRecord(id: id, name: "name of \(id)", scopes: "chat", createdAt: start, changedAt: start, tokens: tokens)
    }

    private let trail = AuditTrail(
        entries: [
            AuditDraft(actor: "test", action: "client.test", object: "clients/1", outcome: "done", time: .distantPast)
        ]
    ) { _, _, _ in Data([7]) }

    private func auditCount(_ store: any Store) async throws -> Int {
        try await store.auditRecords(from: 1, limit: 100).count
    }

    @Test(arguments: StoreOpener.allCases)
    func everyFieldIsReadBack(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            var full = client("b", [token("t1", hash: 1, expiresAt: start + 60), token("t2", hash: 2)])
            full.limits = ClientLimits(
                requestsPerMinute: 1,
                concurrentRuns: 2,
                tokensPerMinute: 3,
                tokensPerDay: 4,
                tokensPerMonth: 5,
                moneyPerDay: Money(micros: 6),
                moneyPerMonth: Money(micros: 7),
                timeZone: "Asia/Tokyo",
                models: ["openai:*", "ollama:a"],
                effort: "low"
            )
            full.users = #"{"own_data":true}"#
            full.usersValidFrom = start + 3
            full.expiresAt = start + 1
            full.revokedAt = start + 2
            try await store.addClient(full, audit: .none)
            try await store.addClient(client("a"), audit: trail)
            #expect(try await store.clients().records == [full, client("a")])
            #expect(try await auditCount(store) == 1)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func idsAndHashesAreUnique(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let first = client("1", [token("t1", hash: 1)])
            try await store.addClient(first, audit: .none)
            for double in [
                client("1"), client("2", [token("t1", hash: 2)]), client("2", [token("t2", hash: 1)]),
                client("2", [token("t2", hash: 2), token("t3", hash: 2)]),
            ] {
                let error = await #expect(throws: StoreError.self) { try await store.addClient(double, audit: trail) }
                #expect(error?.code == .conflict)
            }
            // Neither half a client nor a row about one is left.
            #expect(try await store.clients().records == [first])
            #expect(try await auditCount(store) == 0)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func anUpdateReplacesTheWholeClient(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await store.addClient(client("other", [token("o", hash: 9)]), audit: .none)
            try await store.addClient(client("1", [token("a", hash: 1), token("b", hash: 2)]), audit: .none)
            var changed = client("1", [token("b", hash: 2, expiresAt: start + 5), token("c", hash: 3)])
            changed.name = "new"
            changed.scopes = "chat extract"
            changed.limits.concurrentRuns = 3
            changed.revokedAt = start + 9
            changed.changedAt = start + 9
            changed.revision = 1
            try await store.updateClient(changed, audit: trail)
            #expect(try await store.clients().records == [client("other", [token("o", hash: 9)]), changed])
            #expect(try await auditCount(store) == 1)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func theSecondOfTwoWritersGetsAConflict(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await store.addClient(client("1"), audit: .none)
            for (id, revision) in [("1", 0), ("1", 2), ("nobody", 1)] {
                var late = client(id)
                late.name = "late"
                late.revision = revision
                let error = await #expect(throws: StoreError.self) { try await store.updateClient(late, audit: trail) }
                #expect(error?.code == .conflict)
            }
            #expect(try await store.clients().records == [client("1")])
            #expect(try await auditCount(store) == 0)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func removingAClientRemovesItsTokens(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await store.addClient(client("1", [token("a", hash: 1)]), audit: .none)
            #expect(try await store.removeClient("1", erasingSince: nil, audit: trail) != nil)
            #expect(try await store.removeClient("1", erasingSince: nil, audit: trail) == nil)
            #expect(try await auditCount(store) == 1)
            // The hash is free again, so the token is gone.
            try await store.addClient(client("2", [token("a", hash: 1)]), audit: .none)
            #expect(try await store.clients().records == [client("2", [token("a", hash: 1)])])
        }
    }
}
