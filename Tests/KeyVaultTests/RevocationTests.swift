import Foundation
import Secrets
import Storage
import Testing

@testable import KeyVault

@Suite(.timeLimit(.minutes(1))) struct RevocationTests {
    private func clients() async throws -> Clients {
        let store = try SQLiteStore(path: nil)
        return try await Clients(store: store, vault: KeyVault(store: store, masterKey: .random()))
    }

    private func holder(_ issued: IssuedToken, in clients: Clients) throws -> Client {
        try #require(clients.authenticate(issued.token.revealed).client)
    }

    /// How many signals come before the end.
    private func signals(of stream: AsyncStream<Void>) async -> Int {
        var count = 0
        for await _ in stream { count += 1 }
        return count
    }

    /// What shuts a client out while a run of it is going on.
    enum Cause: CaseIterable { case token, client, removal }

    @Test(arguments: Cause.allCases)
    func aRunIsToldAtOnce(cause: Cause) async throws {
        let clients = try await clients()
        let issued = try await clients.create(ClientDraft(name: "phone"), by: .torii)
        let other = try await clients.create(ClientDraft(name: "other"), by: .torii)
        let signal = clients.revocations(of: try holder(issued, in: clients))
        let othersSignal = clients.revocations(of: try holder(other, in: clients))
        async let told = signals(of: signal)
        switch cause {
        case .token: try await clients.revokeToken(issued.id, of: issued.client.id, by: .torii)
        case .client: try await clients.revoke(issued.client.id, by: .torii)
        case .removal: try await clients.delete(issued.client.id, by: .torii)
        }
        #expect(await told == 1)
        #expect(clients.watchers.count == 1)
        _ = consume othersSignal
    }

    @Test func runsOfOtherTokensGoOn() async throws {
        let clients = try await clients()
        let first = try await clients.create(ClientDraft(name: "phone"), by: .torii)
        let second = try await clients.issueToken(for: first.client.id, by: .torii)
        let signal = clients.revocations(of: try holder(first, in: clients))
        try await clients.revokeToken(second.id, of: first.client.id, by: .torii)
        _ = try await clients.rotate(first.client.id, overlap: .zero, by: .torii)
        try await clients.update(first.client.id, ClientChange(name: "tablet"), by: .torii)
        #expect(clients.watchers.count == 1)
        try await clients.revoke(first.client.id, by: .torii)
        #expect(await signals(of: signal) == 1)
    }

    @Test func whoWasShutOutBeforeIsToldAsWell() async throws {
        let clients = try await clients()
        let issued = try await clients.create(ClientDraft(name: "phone"), by: .torii)
        let holder = try holder(issued, in: clients)
        try await clients.delete(issued.client.id, by: .torii)
        #expect(await signals(of: clients.revocations(of: holder)) == 1)
        #expect(clients.watchers.count == 0)
    }

    @Test func aRunThatEndsLeavesNothingBehind() async throws {
        let clients = try await clients()
        let issued = try await clients.create(ClientDraft(name: "phone"), by: .torii)
        let holder = try holder(issued, in: clients)
        #expect(clients.watchers.count == 0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                let signal = clients.revocations(of: holder)
                group.addTask { for await _ in signal {} }
            }
            #expect(clients.watchers.count == 10)
            group.cancelAll()
        }
        #expect(clients.watchers.count == 0)
    }

    @Test func aPresetThatIsReplacedIsShutOut() async throws {
        let clients = try await clients()
        try clients.preset(SecretString("first"), name: "settings", kind: .client)
        let signal = clients.revocations(of: try #require(clients.authenticate("first").client))
        #expect(clients.watchers.count == 1)
        try clients.preset(SecretString("second"), name: "settings", kind: .client)
        #expect(await signals(of: signal) == 1)
    }

    @Test func aRevocationElsewhereIsToldOnReload() async throws {
        let store = try SQLiteStore(path: nil)
        let vault = try await KeyVault(store: store, masterKey: .random())
        let here = try await Clients(store: store, vault: vault)
        let issued = try await here.create(ClientDraft(name: "phone"), by: .torii)
        let signal = here.revocations(of: try holder(issued, in: here))
        try await Clients(store: store, vault: vault).revoke(issued.client.id, by: .torii)
        #expect(here.watchers.count == 1)
        try await here.reload()
        #expect(await signals(of: signal) == 1)
    }
}
