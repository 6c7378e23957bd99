import Foundation
import Storage
import Testing

@Suite struct IssuerStoreConformance {
    private static let start = Date(timeIntervalSince1970: 1_795_000_000)

    private static func client(_ id: String) -> ClientRecord {
        ClientRecord(id: id, name: id, scopes: "chat", createdAt: start, changedAt: start)
    }

    private static func issuer(
        _ id: String,
        of client: String = "c",
        name: String? = nil,
        kind: IssuerKind = .openID,
        settings: String = "{}",
        after seconds: Double = 0,
        revision: Int = 0
    ) -> IssuerRecord {
        IssuerRecord(
            id: id,
            client: client,
            name: name ?? id,
            kind: kind,
            settings: settings,
            createdAt: start + seconds,
            changedAt: start + seconds,
            revision: revision
        )
    }

    /// Passes a store with the clients `c` and `d` to the body.
    private static func withStore(_ opener: StoreOpener, _ body: (any Store) async throws -> Void) async throws {
        try await opener.withStore { store async throws in
            for id in ["c", "d"] { try await store.addClient(client(id), audit: .none) }
            try await body(store)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func issuersAreReadInTheOrderOfTheirAddition(opener: StoreOpener) async throws {
        try await Self.withStore(opener) { store async throws in
            let records = [
                Self.issuer("z", settings: #"{"preset":"auth0"}"#), Self.issuer("b", of: "d", kind: .key, after: 1),
                Self.issuer("a", kind: .secret, after: 2),
            ]
            for record in records { try await store.addIssuer(record, audit: .none) }
            #expect(try await store.issuers() == RevisedList(revision: 3, records: records))
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aNameIsUniqueWithinAClient(opener: StoreOpener) async throws {
        try await Self.withStore(opener) { store async throws in
            try await store.addIssuer(Self.issuer("a", name: "login"), audit: .none)
            try await store.addIssuer(Self.issuer("b", of: "d", name: "login"), audit: .none)
            for other in [Self.issuer("c", name: "login"), Self.issuer("a", name: "other")] {
                let error = await #expect(throws: StoreError.self) { try await store.addIssuer(other, audit: .none) }
                #expect(error?.code == .conflict)
            }
            #expect(try await store.issuers().records.map(\.id) == ["a", "b"])
        }
    }

    /// A client of the settings is not stored.
    @Test(arguments: StoreOpener.allCases)
    func anIssuerBelongsToAStoredClient(opener: StoreOpener) async throws {
        try await Self.withStore(opener) { store async throws in
            let error = await #expect(throws: StoreError.self) {
                try await store.addIssuer(Self.issuer("a", of: "preset:client:x"), audit: .none)
            }
            #expect(error?.code == .conflict)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func onlyTheNextRevisionIsStored(opener: StoreOpener) async throws {
        try await Self.withStore(opener) { store async throws in
            try await store.addIssuer(Self.issuer("a"), audit: .none)
            var changed = Self.issuer("a", name: "new", settings: #"{"leeway":1}"#, revision: 1)
            changed.changedAt = Self.start + 9
            try await store.updateIssuer(changed, audit: .none)
            #expect(try await store.issuers().records == [changed])
            for stale in [changed, Self.issuer("a", revision: 5), Self.issuer("unknown", revision: 1)] {
                let error = await #expect(throws: StoreError.self) {
                    try await store.updateIssuer(stale, audit: .none)
                }
                #expect(error?.code == .conflict)
            }
            #expect(try await store.issuers() == RevisedList(revision: 2, records: [changed]))
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func anIssuerIsRemovedOnce(opener: StoreOpener) async throws {
        try await Self.withStore(opener) { store async throws in
            try await store.addIssuer(Self.issuer("a"), audit: .none)
            #expect(try await store.removeIssuer("a", audit: .none) == 2)
            #expect(try await store.removeIssuer("a", audit: .none) == nil)
            #expect(try await store.issuers() == RevisedList(revision: 2, records: []))
        }
    }

    /// The list has changed, so that other processes read it again.
    @Test(arguments: StoreOpener.allCases)
    func anIssuerLeavesWithItsClient(opener: StoreOpener) async throws {
        try await Self.withStore(opener) { store async throws in
            try await store.addIssuer(Self.issuer("a"), audit: .none)
            try await store.addIssuer(Self.issuer("b", of: "d", after: 1), audit: .none)
            _ = try await store.removeClient("c", erasingSince: nil, audit: .none)
            #expect(try await store.issuers().records.map(\.id) == ["b"])
            #expect(try await store.revisions().issuers == 3)
        }
    }
}
