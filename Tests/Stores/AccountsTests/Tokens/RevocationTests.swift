import Foundation
import KeyVaultFixtures
import Secrets
import Signals
import Storage
import StorageSQLite
import Testing

@testable import Accounts
@testable import KeyVault

@Suite(.timeLimit(.minutes(1))) struct RevocationTests {
    private func clients() async throws -> Clients {
        let store = try SQLiteStore(path: nil)
        return try await Clients(store: store, vault: KeyVault(store: store, masterKey: .random()))
    }

    private func holder(_ issued: IssuedToken, in clients: Clients) throws -> Principal {
        try #require(clients.authenticate(issued.token.revealed).client)
    }

    /// Returns the first client of a stream.
    private func first(_ stream: AsyncStream<String?>) async -> String?? { await stream.first { _ in true } }

    /// The causes that end a client's access during a run.
    enum Cause: CaseIterable { case token, client, removal }

    @Test(arguments: Cause.allCases)
    func listenersAreNotifiedAtOnceOfEndedAccess(cause: Cause) async throws {
        let clients = try await clients()
        let issued = try await clients.create(ClientDraft(name: "phone"), by: .torii)
        let other = try await clients.create(ClientDraft(name: "other"), by: .torii)
        let client = try holder(issued, in: clients)
        #expect(clients.accepts(client.owner.client, token: client.tokenID))
        let stream = clients.revocations()
        switch cause {
        case .token: try await clients.revokeToken(issued.id, of: client.owner.client, by: .torii)
        case .client: try await clients.revoke(client.owner.client, by: .torii)
        case .removal: try await clients.delete(client.owner.client, keepsData: true, by: .torii)
        }
        #expect(await first(stream) == client.owner.client)
        #expect(!clients.accepts(client.owner.client, token: client.tokenID))
        // For a run whose token id is unknown, only the client determines whether it may continue.
        #expect(clients.accepts(client.owner.client, token: nil) == (cause == .token))
        #expect((clients.holder(client.owner.client) == nil) == (cause != .token))
        #expect(clients.accepts(other.client.id, token: other.id))
    }

    @Test func otherChangesEndNoAccess() async throws {
        let clients = try await clients()
        let first = try await clients.create(ClientDraft(name: "phone"), by: .torii)
        let second = try await clients.issueToken(for: first.client.id, by: .torii)
        try await clients.revokeToken(second.id, of: first.client.id, by: .torii)
        _ = try await clients.rotate(first.client.id, overlap: .zero, by: .torii)
        let limits = ClientLimits(concurrentRuns: 3)
        try await clients.update(first.client.id, ClientChange(name: "tablet", limits: limits), by: .torii)
        #expect(clients.accepts(first.client.id, token: first.id))
        #expect(!clients.accepts(first.client.id, token: second.id))
        let holder = try #require(clients.holder(first.client.id))
        #expect(holder.name == "tablet")
        #expect(holder.limits == limits)
        #expect(holder.tokenID == nil)
    }

    @Test func endedStreamsAreRemoved() async throws {
        let clients = try await clients()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                let stream = clients.revocations()
                group.addTask { for await _ in stream {} }
            }
            #expect(clients.watchers.count == 10)
            group.cancelAll()
        }
        #expect(clients.watchers.count == 0)
    }

    @Test func aTokenInTheSettingsIsAccepted() async throws {
        let clients = try await clients()
        try clients.addPreset(SecretString("first"), name: "settings", kind: .client)
        let client = try #require(clients.authenticate("first").client)
        #expect(clients.accepts(client.owner.client, token: nil))
        #expect(clients.holder(client.owner.client) == client)
        #expect(!clients.accepts("preset:client:other", token: nil))
    }

    @Test func aRevocationByAnotherProcessIsReportedOnReload() async throws {
        let store = try SQLiteStore(path: nil)
        let vault = try await KeyVault(store: store, masterKey: .random())
        let here = try await Clients(store: store, vault: vault)
        let issued = try await here.create(ClientDraft(name: "phone"), by: .torii)
        try await Clients(store: store, vault: vault).revoke(issued.client.id, by: .torii)
        #expect(here.accepts(issued.client.id, token: issued.id))
        let stream = here.revocations()
        try await here.reload()
        // The change may concern any client.
        #expect(await first(stream) == .some(nil))
        #expect(!here.accepts(issued.client.id, token: issued.id))
    }
}
