import Foundation
import KeyVault
import KeyVaultFixtures
import Secrets
import Signals
import Storage
import StorageSQLite
import Synchronization
import Testing

@testable import Accounts

/// Clients and sign-ins in memory twice, over one database file, as in two processes.
@Suite(.timeLimit(.minutes(1))) struct SharedClientsTests {
    private struct Process {
        let store: SQLiteStore
        let clients: Clients
        let sessions: BrowserSessions

        init(_ folder: String, _ masterKey: MasterKey, _ time: TestTime) async throws {
            store = try SQLiteStore(path: folder + "/torii.sqlite")
            let vault = try await KeyVault(store: store, masterKey: masterKey, now: { time.now })
            clients = try await Clients(store: store, vault: vault)
            sessions = try await BrowserSessions(clients: clients)
        }

        /// Looks at the revisions, as the upkeep does.
        func look() async throws {
            let revisions = try await store.revisions()
            try await clients.reload(ifBehind: revisions)
            try await sessions.reload(ifBehind: revisions)
        }

        func signIn(_ client: Principal, _ token: SecretString) async throws -> BrowserSessions.SignIn {
            try await sessions.signIn(
                client,
                token: token.revealed,
                to: .client,
                agent: "browser",
                hasPageKey: false,
                requestID: nil
            )
        }

        func holder(_ signIn: BrowserSessions.SignIn) async throws -> Principal? {
            try await sessions.holder(ofCookie: signIn.cookie.revealed, pageKey: nil, for: .client)?.client
        }
    }

    private func twoProcesses(
        at time: TestTime = TestTime(Date()),
        _ body: (Process, Process) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let masterKey = MasterKey.random()
            try await body(Process(folder, masterKey, time), Process(folder, masterKey, time))
        }
    }

    @Test func clientsOfAnotherProcessAreSeenAfterALook() async throws {
        try await twoProcesses { here, there in
            let issued = try await there.clients.create(ClientDraft(name: "phone"), by: .torii)
            #expect(here.clients.authenticate(issued.token.revealed) == .unknown)
            try await here.look()
            #expect(here.clients.authenticate(issued.token.revealed).client?.name == "phone")
            try await there.clients.update(issued.client.id, ClientChange(name: "pad"), by: .torii)
            try await here.look()
            #expect(here.clients.authenticate(issued.token.revealed).client?.name == "pad")
            let revocations = here.clients.revocations()
            try await there.clients.revoke(issued.client.id, by: .torii)
            try await here.look()
            #expect(here.clients.authenticate(issued.token.revealed) == .revoked)
            #expect(!here.clients.accepts(issued.client.id, token: issued.id))
            var notified = revocations.makeAsyncIterator()
            #expect(await notified.next() == .some(nil))
            try await there.clients.delete(issued.client.id, keepsData: true, by: .torii)
            try await here.look()
            #expect(here.clients.list().isEmpty)
        }
    }

    @Test func aRefusedTokenIsLookedUpOnce() async throws {
        try await twoProcesses { here, there in
            let issued = try await there.clients.create(ClientDraft(name: "phone"), by: .torii)
            #expect(await here.clients.holder(ofToken: issued.token.revealed)?.name == "phone")
            #expect(await here.clients.authenticateAgain("torii_nobody") == .unknown)
        }
    }

    @Test func ownChangesAreNotReadAgain() async throws {
        try await twoProcesses { here, _ in
            let issued = try await here.clients.create(ClientDraft(name: "phone"), by: .torii)
            try await here.clients.update(issued.client.id, ClientChange(name: "pad"), by: .torii)
            let client = try #require(here.clients.authenticate(issued.token.revealed).client)
            let signIn = try await here.signIn(client, issued.token)
            _ = try await here.sessions.end(signIn.session.id, by: .torii)
            try await here.clients.delete(issued.client.id, keepsData: true, by: .torii)
            let revisions = try await here.store.revisions()
            #expect(!here.clients.directory.withLock { $0.seen.isBehind(revisions.clients) })
            // The sign-ins were made here, so a reading finds them as they are.
            let revocations = here.clients.revocations()
            try await here.look()
            here.clients.watchers.notify("mark")
            var notified = revocations.makeAsyncIterator()
            #expect(await notified.next() == "mark")
        }
    }

    @Test func signInsOfAnotherProcessAreAcceptedAndEnded() async throws {
        try await twoProcesses { here, there in
            let issued = try await there.clients.create(ClientDraft(name: "phone"), by: .torii)
            let client = try #require(there.clients.authenticate(issued.token.revealed).client)
            let signIn = try await there.signIn(client, issued.token)
            // Neither the client nor the sign-in is known here before the look that the refusal causes.
            #expect(try await here.holder(signIn)?.name == "phone")
            #expect(here.sessions.list.map(\.id) == [signIn.session.id])
            let actor = AuditActor(client, requestID: nil)
            let confirmation = try await there.sessions.confirm(
                signIn.session,
                token: issued.token.revealed,
                by: actor
            )
            guard case .confirmed(let confirmed) = confirmation else {
                Issue.record("The sign-in is not confirmed.")
                return
            }
            try await here.look()
            #expect(here.sessions.list.map(\.confirmedAt) == [confirmed.confirmedAt])
            #expect(try await there.sessions.end(signIn.session.id, by: .torii))
            try await here.look()
            #expect(try await here.holder(signIn) == nil)
        }
    }

    /// A sign-in that is used by way of one process only does not seem idle to the other one, which reads it again no sooner.
    @Test func aUseIsReadByAnotherProcessWhenItCounts() async throws {
        let (time, day) = (TestTime(), 86_400.0)
        try await twoProcesses(at: time) { here, there in
            let issued = try await here.clients.create(ClientDraft(name: "phone"), by: .torii)
            let client = try #require(here.clients.authenticate(issued.token.revealed).client)
            let signIn = try await here.signIn(client, issued.token)
            try await there.look()
            let start = time.now
            for _ in 0..<6 {
                time.advance(by: day)
                #expect(try await here.holder(signIn) != nil)
                try await there.look()
            }
            #expect(there.sessions.list.map(\.usedAt) == [start])
            time.advance(by: 2 * day)
            try await there.look()
            #expect(there.sessions.list.map(\.usedAt) == [start + 6 * day])
            // A sign-in elsewhere removes none that is in use.
            time.advance(by: 4 * day)
            #expect(try await here.holder(signIn) != nil)
            time.advance(by: 4 * day)
            _ = try await there.signIn(client, issued.token)
            #expect(try await here.store.browserSessions().records.count == 2)
            #expect(try await there.holder(signIn)?.name == "phone")
        }
    }
}

@Suite struct LookBudgetTests {
    @Test func looksAreBoundedInEachSecond() {
        var budget = LookBudget()
        let time = Date(timeIntervalSince1970: 1_000)
        var looks: [Bool] = []
        for _ in 0..<LookBudget.mostInSecond { looks.append(budget.spend(at: time + 0.5)) }
        #expect(looks.allSatisfy { $0 })
        // The last time is that of a clock that was set back.
        looks = [0.9, 1, -60].map { budget.spend(at: time + $0) }
        #expect(looks == [false, true, true])
    }
}
