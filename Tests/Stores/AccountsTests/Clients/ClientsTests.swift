import Accounts
import Foundation
import KeyVault
import KeyVaultFixtures
import OwnerLiterals
import Secrets
import Storage
import StorageSQLite
import Testing

@Suite struct ClientsTests {
    let time = TestTime()
    let actor = AuditActor(name: "admin:test", requestID: "r1")

    private func clients(_ store: SQLiteStore? = nil, masterKey: MasterKey = .random()) async throws -> Clients {
        let store = try store ?? SQLiteStore(path: nil)
        let time = time
        return try await Clients(store: store, vault: KeyVault(store: store, masterKey: masterKey) { time.now })
    }

    @Test func anIssuedTokenAuthenticatesItsClient() async throws {
        let clients = try await clients()
        #expect(clients.isEmpty(.client) && clients.isEmpty(.admin))
        let limits = ClientLimits(requestsPerMinute: 3)
        let issued = try await clients.create(
            ClientDraft(name: "phone", scopes: [.chat, .tool("searchWeb")], limits: limits),
            by: actor
        )
        #expect(!clients.isEmpty(.client) && clients.isEmpty(.admin))
        #expect(issued.token.revealed.wholeMatch(of: /torii_[A-Za-z0-9_-]{43}/) != nil)
        let client = try #require(clients.authenticate(issued.token.revealed).client)
        #expect(client.name == "phone" && client.owner.client == issued.client.id && client.tokenID == issued.id)
        #expect(client.scopes == [.chat, .tool("searchWeb")] && client.limits == limits)
        #expect(issued.client.tokens.map(\.lastFour) == [String(issued.token.revealed.suffix(4))])
        #expect(clients.list() == [issued.client])
        #expect(try clients.client(client.owner.client) == issued.client)
    }

    /// A lent token is that of its client in its current state, ends with it, and is not stored.
    @Test func aLentTokenFollowsItsClient() async throws {
        let store = try SQLiteStore(path: nil)
        let masterKey = MasterKey.random()
        let clients = try await clients(store, masterKey: masterKey)
        #expect(clients.lendToken(to: "nobody") == nil)
        let id = try await clients.create(ClientDraft(name: "phone", scopes: [.chat]), by: actor).client.id
        let token = try #require(clients.lendToken(to: id))
        #expect(clients.authenticate(token.revealed).client?.owner.client == id)
        #expect(clients.authenticate(token.revealed).client?.scopes == [.chat])
        #expect(clients.list().first?.tokens.count == 1)
        try await clients.update(id, ClientChange(limits: ClientLimits(requestsPerMinute: 3)), by: actor)
        #expect(clients.authenticate(token.revealed).client?.limits.requestsPerMinute == 3)
        let restarted = try await self.clients(store, masterKey: masterKey)
        #expect(restarted.authenticate(token.revealed) == .unknown)
        try await clients.revoke(id, by: actor)
        #expect(clients.authenticate(token.revealed) == .revoked)
        #expect(clients.lendToken(to: id) == nil)
    }

    @Test func instructionsAreStoredInTheirForm() async throws {
        let clients = try await clients()
        let made = try await clients.create(ClientDraft(name: "phone", instructions: " None "), by: actor).client
        #expect(made.instructions == "none")
        let changed = try await clients.update(made.id, ClientChange(instructions: "DEFAULT"), by: actor)
        #expect(changed.instructions == nil)
        await #expect(throws: AccountsError.self) {
            try await clients.update(made.id, ClientChange(instructions: "a\u{1B}[2J"), by: actor)
        }
    }

    @Test func textThatIsNotATokenIsUnknown() async throws {
        let clients = try await clients()
        let token = try await clients.create(ClientDraft(name: "phone"), by: actor).token.revealed
        for wrong in [
            "", "torii_", token + "x", String(token.dropLast()), token.uppercased(), " " + token,
            String(repeating: "x", count: 1_000_000),
        ] {
            #expect(clients.authenticate(wrong) == .unknown)
        }
        #expect(clients.authenticate(token).client != nil)
    }

    @Test func tokensAreRandomAndClientsDistinct() async throws {
        let clients = try await clients()
        var tokens: Set<String> = []
        var ids: Set<String> = []
        for _ in 0..<20 {
            let token = try await clients.create(ClientDraft(name: "client \(ids.count)"), by: actor).token.revealed
            tokens.insert(token)
            ids.insert(try #require(clients.authenticate(token).client).owner.client)
        }
        #expect(tokens.count == 20 && ids.count == 20)
    }

    @Test func onlyOneOfManyConcurrentRequestsGetsAName() async throws {
        let clients = try await clients()
        let made = await withTaskGroup(of: AccountsError.Code?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    do {
                        _ = try await clients.create(ClientDraft(name: "phone"), by: actor)
                        return nil
                    } catch { return (error as? AccountsError)?.code }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(made.count { $0 == nil } == 1)
        #expect(made.count { $0 == .clientNameTaken } == 19)
        #expect(clients.list().count == 1)
    }

    @Test func anotherClientsNameIsRefused() async throws {
        let clients = try await clients()
        let phone = try await clients.create(ClientDraft(name: "Ärger"), by: actor).client.id
        let tablet = try await clients.create(ClientDraft(name: "tablet"), by: actor).client.id
        for name in ["Ärger", "ärger", "A\u{308}rger", phone, String(phone.prefix(4))] {
            await #expect(throws: AccountsError.self, "\(name)") {
                try await clients.create(ClientDraft(name: name), by: actor)
            }
            await #expect(throws: AccountsError.self, "\(name)") {
                try await clients.update(tablet, ClientChange(name: name), by: actor)
            }
        }
        // The client's current name in another case, and the name of a revoked client, are free.
        try await clients.update(phone, ClientChange(name: "ärger"), by: actor)
        try await clients.revoke(phone, by: actor)
        try await clients.update(tablet, ClientChange(name: "Ärger"), by: actor)
        #expect(clients.list().map(\.name) == ["ärger", "Ärger"])
    }

    @Test(arguments: [" app", "app ", "a  b", "app\u{200B}", "\u{2060}app", "app\u{A0}", "", "a\tb", "\u{3164}"])
    func aNameThatCanBeConfusedWithAnotherIsRefused(_ name: String) async throws {
        let clients = try await clients()
        await #expect(throws: AccountsError.self) { try await clients.create(ClientDraft(name: name), by: actor) }
        let id = try await clients.create(ClientDraft(name: "app"), by: actor).client.id
        await #expect(throws: AccountsError.self) {
            try await clients.update(id, ClientChange(name: name), by: actor)
        }
    }

    @Test func clientsSurviveARestart() async throws {
        let store = try SQLiteStore(path: nil)
        let master = MasterKey.random()
        let first = try await clients(store, masterKey: master)
        let issued = try await first.create(ClientDraft(name: "phone", scopes: [.adminRead]), by: actor)
        let second = try await first.issueToken(for: issued.client.id, expiresAt: time.now + 60, by: actor)
        let again = try await clients(store, masterKey: master)
        #expect(!again.isEmpty(.admin) && again.isEmpty(.client))
        #expect(again.list() == first.list())
        for token in [issued.token.revealed, second.token.revealed] {
            let client = try #require(again.authenticate(token).client)
            #expect(first.authenticate(token) == .accepted(client))
        }
    }

    @Test func aTokenInTheSettingsIsValidAsLongAsItsSetting() async throws {
        let store = try SQLiteStore(path: nil)
        let master = MasterKey.random()
        let clients = try await clients(store, masterKey: master)
        try clients.addPreset(SecretString("first"), name: "settings", kind: .client)
        try clients.addPreset(SecretString("admin"), name: "settings", kind: .admin)
        let client = try #require(clients.authenticate("first").client)
        #expect(client.owner == "preset:client:settings" && client.scopes == Scope.forClients && client.limits == .none)
        #expect(AuditActor(client).name == "client:settings")
        let made = Principal(owner: "7f0c", name: "settings", scopes: [.chat])
        #expect(AuditActor(made).name == "client:7f0c")
        try clients.addPreset(SecretString("second"), name: "settings", kind: .client)
        #expect(clients.authenticate("first") == .unknown)
        #expect(clients.authenticate("second") == .accepted(client))
        #expect(clients.authenticate("admin").client?.scopes == Scope.forAdministrators)
        #expect(clients.list() == [])

        let restarted = try await self.clients(store, masterKey: master)
        #expect(restarted.isEmpty(.client) && restarted.isEmpty(.admin))
        #expect(restarted.authenticate("second") == .unknown)
    }

    @Test func anEmptyTokenInTheSettingsIsRefused() async throws {
        let clients = try await clients()
        let error = #expect(throws: KeyVaultError.self) {
            try clients.addPreset(SecretString(""), name: "settings", kind: .admin)
        }
        #expect(error?.code == .invalidSecret)
        #expect(clients.isEmpty(.admin))
    }

    @Test func anUpdateAppliesFromTheNextRequestOn() async throws {
        let clients = try await clients()
        let issued = try await clients.create(ClientDraft(name: "phone", expiresAt: time.now + 60), by: actor)
        let limits = ClientLimits(concurrentRuns: 2, moneyPerDay: Money(micros: 5), timeZone: "Asia/Tokyo")
        let changed = try await clients.update(
            issued.client.id,
            ClientChange(name: "tablet", scopes: [.extract], limits: limits, expiresAt: .some(nil)),
            by: actor
        )
        #expect(changed.name == "tablet" && changed.scopes == [.extract] && changed.limits == limits)
        #expect(changed.expiresAt == nil && changed.tokens == issued.client.tokens)
        let client = try #require(clients.authenticate(issued.token.revealed).client)
        #expect(client.scopes == [.extract] && client.limits == limits && client.name == "tablet")
        var same = try await clients.update(issued.client.id, ClientChange(), by: actor)
        #expect(same.revision == changed.revision + 1)
        same.revision = changed.revision
        #expect(same == changed)
    }

    @Test(arguments: [
        ClientDraft(name: ""), ClientDraft(name: "a\nb"), ClientDraft(name: String(repeating: "x", count: 201)),
        ClientDraft(name: "a", scopes: []), ClientDraft(name: "a", limits: ClientLimits(requestsPerMinute: 0)),
        ClientDraft(name: "a", limits: ClientLimits(tokensPerDay: -1)),
        ClientDraft(name: "a", limits: ClientLimits(moneyPerMonth: .zero)),
        ClientDraft(name: "a", limits: ClientLimits(tokensPerMonth: .max)),
        ClientDraft(name: "a", limits: ClientLimits(tokensPerMinute: 1_000_000_000_001)),
        ClientDraft(name: "a", limits: ClientLimits(timeZone: "Mars/Olympus")),
        ClientDraft(name: "a", limits: ClientLimits(models: [])),
        ClientDraft(name: "a", limits: ClientLimits(models: ["openai:a b"])),
        ClientDraft(name: "a", limits: ClientLimits(effort: "most")),
        ClientDraft(name: "a", expiresAt: Date(timeIntervalSince1970: 0)),
    ])
    func invalidClientsAreRefused(draft: ClientDraft) async throws {
        let clients = try await clients()
        let error = await #expect(throws: AccountsError.self) { try await clients.create(draft, by: actor) }
        #expect(error?.code == .invalidClient)
        #expect(clients.list() == [])
        let issued = try await clients.create(ClientDraft(name: "good"), by: actor)
        let change = ClientChange(
            name: draft.name,
            scopes: draft.scopes,
            limits: draft.limits,
            expiresAt: .some(draft.expiresAt)
        )
        await #expect(throws: AccountsError.self) { try await clients.update(issued.client.id, change, by: actor) }
        #expect(clients.list() == [issued.client])
    }

    @Test func tokensAndClientsExpire() async throws {
        let clients = try await clients()
        let issued = try await clients.create(ClientDraft(name: "phone", expiresAt: time.now + 100), by: actor)
        let short = try await clients.issueToken(for: issued.client.id, expiresAt: time.now + 10, by: actor)
        let long = try await clients.issueToken(for: issued.client.id, expiresAt: time.now + 1000, by: actor)
        time.advance(by: 9.999)
        #expect(clients.authenticate(short.token.revealed).client != nil)
        time.advance(by: 0.001)
        #expect(clients.authenticate(short.token.revealed) == .expired)
        #expect(clients.authenticate(issued.token.revealed).client != nil)
        time.advance(by: 90)
        // The client expires before its token.
        #expect(clients.authenticate(issued.token.revealed) == .expired)
        #expect(clients.authenticate(long.token.revealed) == .expired)
        #expect(clients.isEmpty(.client))
        let error = await #expect(throws: AccountsError.self) {
            try await clients.issueToken(for: issued.client.id, expiresAt: time.now, by: actor)
        }
        #expect(error?.code == .invalidClient)
    }

    @Test func rotationKeepsOldTokensValidForTheOverlap() async throws {
        let clients = try await clients()
        let first = try await clients.create(ClientDraft(name: "phone"), by: actor)
        let id = first.client.id
        let short = try await clients.issueToken(for: id, expiresAt: time.now + 5, by: actor)
        let second = try await clients.rotate(id, overlap: .seconds(60), by: actor)
        #expect(second.client.tokens.map(\.expiresAt) == [time.now + 60, time.now + 5, nil])
        for token in [first, short, second] {
            #expect(clients.authenticate(token.token.revealed).client?.owner.client == id)
        }
        time.advance(by: 60)
        #expect(clients.authenticate(first.token.revealed) == .expired)
        #expect(clients.authenticate(second.token.revealed).client?.owner.client == id)

        // One token of several is replaced at once.
        let third = try await clients.issueToken(for: id, by: actor)
        let fourth = try await clients.rotate(id, token: second.id, overlap: .zero, by: actor)
        #expect(clients.authenticate(second.token.revealed) == .expired)
        #expect(clients.authenticate(third.token.revealed).client != nil)
        #expect(clients.authenticate(fourth.token.revealed).client != nil)
        let error = await #expect(throws: AccountsError.self) {
            try await clients.rotate(id, token: "nobody", overlap: .zero, by: actor)
        }
        #expect(error?.code == .unknownClient)
    }

    @Test func revokedAndRemovedClientsAreNoLongerAccepted() async throws {
        let store = try SQLiteStore(path: nil)
        let clients = try await clients(store)
        let first = try await clients.create(ClientDraft(name: "a"), by: actor)
        let extra = try await clients.issueToken(for: first.client.id, by: actor)
        let second = try await clients.create(ClientDraft(name: "b"), by: actor)
        let left = try await clients.revokeToken(extra.id, of: first.client.id, by: actor)
        #expect(left.tokens.map(\.id) == [first.id])
        #expect(clients.authenticate(extra.token.revealed) == .unknown)
        #expect(clients.authenticate(first.token.revealed).client != nil)
        #expect(try await clients.revoke(first.client.id, by: actor).revokedAt == time.now)
        #expect(clients.authenticate(first.token.revealed) == .revoked)
        #expect(clients.authenticate(second.token.revealed).client != nil)
        try await clients.delete(second.client.id, keepsData: true, by: actor)
        #expect(clients.authenticate(second.token.revealed) == .unknown)
        #expect(clients.list().map(\.id) == [first.client.id])
        for id in [second.client.id, "nobody"] {
            for change: @Sendable () async throws -> Void in [
                { try await clients.delete(id, keepsData: true, by: actor) },
                { try await clients.revoke(id, by: actor) },
                { try await clients.revokeToken("t", of: id, by: actor) },
                { _ = try await clients.rotate(id, overlap: .zero, by: actor) },
                { _ = try await clients.issueToken(for: id, by: actor) },
                { try await clients.update(id, ClientChange(name: "x"), by: actor) }, { _ = try clients.client(id) },
            ] {
                let error = await #expect(throws: AccountsError.self) { try await change() }
                #expect(error?.code == .unknownClient)
            }
        }
    }

    @Test func everyChangeIsInTheAuditChainWithoutTheToken() async throws {
        let store = try SQLiteStore(path: nil)
        let clients = try await clients(store)
        let issued = try await clients.create(ClientDraft(name: "phone", scopes: [.chat]), by: actor)
        let id = issued.client.id
        try await clients.update(id, ClientChange(limits: ClientLimits(concurrentRuns: 1)), by: actor)
        let extra = try await clients.issueToken(for: id, by: actor)
        let rotated = try await clients.rotate(id, overlap: .seconds(60), by: actor)
        try await clients.revokeToken(extra.id, of: id, by: actor)
        try await clients.revoke(id, by: actor)
        try await clients.delete(id, keepsData: true, by: actor)
        let rows = try await store.auditRecords(from: 1, limit: 100).map(\.entry)
            .filter { $0.action.hasPrefix("client.") }
        #expect(
            rows.map { "\($0.action) \($0.object) \($0.outcome)" } == [
                "client.create clients/\(id) done: chat", "client.update clients/\(id) done: limits",
                "client.token.issue clients/\(id)/tokens/\(extra.id) done",
                "client.rotate clients/\(id)/tokens/\(rotated.id) done: the old one ends in 60 s",
                "client.token.revoke clients/\(id)/tokens/\(extra.id) done", "client.revoke clients/\(id) done",
                "client.delete clients/\(id) done: its data is kept",
            ]
        )
        #expect(rows.allSatisfy { $0.actor == "admin:test" && $0.requestID == "r1" })
        for token in [issued, extra, rotated] {
            #expect(!rows.contains { "\($0)".contains(token.token.revealed.dropFirst(6)) })
            #expect(!"\(token) \(token.client)".contains(token.token.revealed.dropFirst(6)))
        }
    }

    @Test func concurrentChangesAreAllMade() async throws {
        let store = try SQLiteStore(path: nil)
        let master = MasterKey.random()
        let clients = try await clients(store, masterKey: master)
        let id = try await clients.create(ClientDraft(name: "phone"), by: actor).client.id
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { _ = try await clients.issueToken(for: id, by: actor) } }
            try await group.waitForAll()
        }
        #expect(try clients.client(id).tokens.count == 9)
        #expect(try await self.clients(store, masterKey: master).list() == clients.list())
    }

    @Test func aChangeKeepsTheChangesOfAnotherProcess() async throws {
        let store = try SQLiteStore(path: nil)
        let master = MasterKey.random()
        let here = try await clients(store, masterKey: master)
        let issued = try await here.create(ClientDraft(name: "phone"), by: actor)
        let elsewhere = try await clients(store, masterKey: master)
        try await elsewhere.update(issued.client.id, ClientChange(name: "from elsewhere"), by: actor)
        // This process does not know the new name yet, and changing another field must not restore the old one.
        let changed = try await here.update(issued.client.id, ClientChange(scopes: [.chat]), by: actor)
        #expect(changed.name == "from elsewhere" && changed.scopes == [.chat])
        try await elsewhere.delete(issued.client.id, keepsData: true, by: actor)
        #expect(here.authenticate(issued.token.revealed).client != nil)
        try await here.reload()
        #expect(here.authenticate(issued.token.revealed) == .unknown)
    }

    @Test func aCancelledCallerLeavesMemoryAndStoreEqual() async throws {
        let store = try SQLiteStore(path: nil)
        let master = MasterKey.random()
        let clients = try await clients(store, masterKey: master)
        let id = try await clients.create(ClientDraft(name: "phone"), by: actor).client.id
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { _ = try? await clients.update(id, ClientChange(name: "\(number)"), by: actor) }
            }
            group.cancelAll()
        }
        #expect(try await self.clients(store, masterKey: master).list() == clients.list())
    }

    @Test func manyTokensAreDistinguished() async throws {
        let clients = try await clients()
        var tokens: [(String, String)] = []
        for number in 0..<300 {
            let issued = try await clients.create(ClientDraft(name: "\(number)"), by: actor)
            tokens.append((issued.token.revealed, issued.client.id))
        }
        for (token, id) in tokens { #expect(clients.authenticate(token).client?.owner.client == id) }
    }
}
