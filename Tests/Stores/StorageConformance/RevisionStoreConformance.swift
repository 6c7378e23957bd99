import Foundation
import OwnerLiterals
import Storage
import Testing

/// Each change of a list counts its revision, in its transaction, and no other one.
@Suite struct RevisionStoreConformance {
    private static let start = Date(timeIntervalSince1970: 1_795_000_000)

    private static func client(_ id: String, revision: Int = 0) -> ClientRecord {
        ClientRecord(id: id, name: id, scopes: "chat", createdAt: start, changedAt: start, revision: revision)
    }

    private static func session(_ id: String) -> BrowserSessionRecord {
        BrowserSessionRecord(
            hash: Data(id.utf8),
            id: id,
            side: .client,
            tokenHash: nil,
            client: "c",
            agent: "",
            createdAt: start,
            usedAt: start
        )
    }

    private static let device = DeviceRecord(owner: "c", device: "phone", createdAt: start)
    private static let toolbox = ToolboxRecord(
        owner: "c",
        device: "phone",
        app: "album",
        version: 1,
        registration: "{}",
        registeredAt: start
    )
    private static let definition = ToolDefinitionRecord(
        server: "shop",
        tool: "find",
        seenDigest: "1",
        summary: "",
        seenAt: start
    )

    private static func issuer(revision: Int = 0) -> IssuerRecord {
        IssuerRecord(
            id: "i",
            client: "c",
            name: "login",
            kind: .openID,
            settings: "{}",
            createdAt: start,
            changedAt: start,
            revision: revision
        )
    }

    @Test(arguments: StoreOpener.allCases)
    func aNewStoreHasCountedNothing(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            #expect(try await store.revisions() == StoreRevisions())
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func eachChangeCountsItsListOnly(opener: StoreOpener) async throws {
        typealias Change = (list: WritableKeyPath<StoreRevisions, Int>, make: (any Store) async throws -> Int?)
        let changes: [Change] = [
            (\.clients, { try await $0.addClient(Self.client("c"), audit: .none) }),
            (\.clients, { try await $0.updateClient(Self.client("c", revision: 1), audit: .none) }),
            (\.browserSessions, { try await $0.addBrowserSession(Self.session("s"), removing: [], audit: nil) }),
            (\.browserSessions, { try await $0.setConfirmation(ofBrowserSession: "s", to: Self.start, audit: nil) }),
            (\.browserSessions, { try await $0.removeBrowserSessions(["s"], audit: nil) }),
            (\.devices, { try await $0.saveToolbox(Self.toolbox, on: Self.device) }),
            (\.devices, { try await $0.saveDevice(Self.device) }),
            (\.devices, { try await $0.removeToolboxes(of: "c", device: "phone", app: nil) }),
            (\.devices, { try await $0.removeDevice("phone", of: "c") }),
            (\.toolDefinitions, { try await $0.saveToolDefinitions([Self.definition]) }),
            (\.issuers, { try await $0.addIssuer(Self.issuer(), audit: .none) }),
            (\.issuers, { try await $0.updateIssuer(Self.issuer(revision: 1), audit: .none) }),
            (\.issuers, { try await $0.removeIssuer("i", audit: .none) }),
            (\.clients, { try await $0.removeClient("c", erasingSince: nil, audit: .none) }),
        ]
        try await opener.withStore { store async throws in
            var expected = StoreRevisions()
            for (number, change) in changes.enumerated() {
                let counted = try await change.make(store)
                expected[keyPath: change.list] += 1
                #expect(counted == expected[keyPath: change.list], "change \(number)")
                #expect(try await store.revisions() == expected, "change \(number)")
            }
            #expect(try await store.clients().revision == expected.clients)
            #expect(try await store.browserSessions().revision == expected.browserSessions)
            #expect(try await store.devices().revision == expected.devices)
            #expect(try await store.toolDefinitions(of: nil).revision == expected.toolDefinitions)
            #expect(try await store.issuers().revision == expected.issuers)
        }
    }

    /// Other processes would read all sign-ins again after each.
    @Test(arguments: StoreOpener.allCases)
    func aUseOfASignInCountsNothing(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await store.addBrowserSession(Self.session("s"), removing: [], audit: nil)
            let before = try await store.revisions()
            try await store.setUse(ofBrowserSession: "s", to: Self.start + 1)
            #expect(try await store.revisions() == before)
            #expect(try await store.browserSessions().records.map(\.usedAt) == [Self.start + 1])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func anErasureOfDevicesCountsThem(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await store.saveToolbox(Self.toolbox, on: Self.device)
            try await store.beginErasure(.everything, of: "other", at: Self.start)
            _ = try await store.erase(.everything, of: "other")
            #expect(try await store.revisions().devices == 1)
            try await store.beginErasure(.everything, of: "c", at: Self.start)
            _ = try await store.erase(.everything, of: "c")
            #expect(try await store.revisions().devices == 2)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aChangeThatFailsCountsNothing(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await store.addClient(Self.client("c"), audit: .none)
            await #expect(throws: StoreError.self) { try await store.addClient(Self.client("c"), audit: .none) }
            await #expect(throws: StoreError.self) {
                try await store.updateClient(Self.client("c", revision: 5), audit: .none)
            }
            #expect(try await store.removeClient("unknown", erasingSince: nil, audit: .none) == nil)
            #expect(try await store.revisions() == StoreRevisions(clients: 1))
        }
    }
}
