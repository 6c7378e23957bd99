import Accounts
import AgentTools
import AgentWire
import Foundation
import KeyVault
import Logging
import ScriptedModels
import Storage
import StorageSQLite
import StreamingJSON
import Synchronization
import Testing

@testable import AgentRuntime

/// The erasure of a user in memory: its runs, and the block that must not stay.
@Suite(.timeLimit(.minutes(1))) struct UserErasureTests {
    private static let scopes = Scope.forClients.union([.users])

    private func user(_ name: String, _ client: Principal, _ clients: Clients) async throws -> Principal {
        let current = try #require(clients.current(client))
        return try await clients.users.principal(
            of: current,
            identity: UserIdentity(issuer: UserIdentity.backend, subject: name)
        )
    }

    @Test func noBlockStaysAndTheOldIDStartsNoRun() async throws {
        let store = try SQLiteStore(path: nil)
        let (clients, client) = try await LimitedRuntime.client(of: store, scopes: Self.scopes)
        // A tool that declares no data is the operator's and must be named for users.
        let settings = UserSettings(scopes: [.chat, .tool("work")])
        try await clients.setUsers(settings, of: client.owner.client, revision: nil, by: .torii)
        let tool = ScriptedTool(work: { _ in "tea" })
        try await LimitedRuntime.with(ScriptedModel([]), store: store, tools: ToolRegistry([tool]), clients: clients) {
            running in
            let runtime = running.runtime
            let call = RunRequest.call(ToolCallRequest(tool: "work", arguments: ["word": "tea"]))
            let anna = try await user("anna", client, clients)
            _ = try await runtime.start(call, client: anna).outcome()
            for _ in 0..<3 {
                let anna = try await user("anna", client, clients)
                let count = try await runtime.erase(.everything, of: anna.owner, by: .torii)
                #expect(count.conversations == 0)
                #expect(runtime.runs.state.withLock { $0.erasures.isEmpty } && !runtime.runs.hasUnfinishedErasures)
                // A request that started before does not add to what was erased.
                await #expect(throws: Problem.self) { try await runtime.start(call, client: anna) }
                let next = try await user("anna", client, clients)
                #expect(next.owner != anna.owner)
                _ = try await runtime.start(call, client: next).outcome()
            }
            await #expect(throws: AccountsError.self) {
                try await runtime.erase(.everything, of: anna.owner, by: .torii)
            }
        }
    }

    /// A token that an app has narrowed, for example for a widget, neither exports nor erases the user.
    @Test func aNarrowedTokenNeitherExportsNorErases() async throws {
        let store = try SQLiteStore(path: nil)
        let (clients, client) = try await LimitedRuntime.client(of: store, scopes: Self.scopes)
        try await clients.setUsers(
            UserSettings(scopes: [.chat, .allTools]),
            of: client.owner.client,
            revision: nil,
            by: .torii
        )
        try await LimitedRuntime.with(ScriptedModel([]), store: store, clients: clients) { running async throws in
            let runtime = running.runtime
            let export = UserExport(clients: clients, store: store)
            let anna = try await user("anna", client, clients)
            for scopes in [[.chat], [.chat, .tool("work")], []] as [Set<Scope>] {
                var narrowed = anna
                narrowed.scopes = scopes
                let problem = await #expect(throws: Problem.self) {
                    try await runtime.eraseUser(of: narrowed, by: .torii)
                }
                #expect(problem?.kind == .forbidden)
                await #expect(throws: Problem.self) { _ = try await runtime.lines(of: export, for: narrowed) }
            }
            _ = try await runtime.lines(of: export, for: anna)
            try await runtime.eraseUser(of: anna, by: .torii)
        }
    }

    /// Data that a request of an erased user has stored meanwhile is removed again; ten minutes later nothing of the user is in memory.
    @Test func dataOfARequestUnderWayIsRemoved() async throws {
        let store = try SQLiteStore(path: nil)
        let time = Mutex(Date(timeIntervalSince1970: 1_795_000_000))
        let runs = RunCoordinator(
            store: store,
            journal: nil,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
            now: { time.withLock { $0 } }
        )
        let runtime = AgentRuntime(
            runs: runs,
            toolCatalog: ToolCatalog(ToolRegistry([])),
            models: ModelCatalog(.init(reference: .phrasebook, model: ScriptedModel([]))),
            logger: runs.logger
        )
        let (anna, ben) = (Owner(client: "app", user: "usr_1"), Owner(client: "app", user: "usr_2"))
        let removed = Mutex(0)
        func write(of owner: Owner, _ meanwhile: () -> Void = {}) async -> Bool {
            do {
                try await runtime.unlessErased(owner) {
                    meanwhile()
                } otherwise: {
                    removed.withLock { $0 += 1 }
                }
                return true
            } catch {
                return false
            }
        }
        #expect(await write(of: anna))
        #expect(await write(of: anna) { runs.beginErasure(ofUser: anna) } == false)
        #expect(removed.withLock { $0 } == 1)
        #expect(runs.hasUnfinishedErasures)
        runs.endErasure(ofUser: anna)
        #expect(await write(of: anna) == false)
        #expect(await write(of: ben))
        #expect(removed.withLock { $0 } == 1 && !runs.hasUnfinishedErasures)
        time.withLock { $0 += 601 }
        runs.endErasure(ofUser: ben)
        #expect(await write(of: anna))
        #expect(runs.state.withLock { $0.erasedUsers.count } == 1)
    }

    /// An erasure that the store failed is finished by the upkeep, because the person is another user by then.
    @Test func anUnfinishedErasureOfAUserIsFinished() async throws {
        let store = try SQLiteStore(path: nil)
        let (clients, client) = try await LimitedRuntime.client(of: store, scopes: Self.scopes)
        try await clients.setUsers(UserSettings(), of: client.owner.client, revision: nil, by: .torii)
        let anna = try await user("anna", client, clients)
        try await LimitedRuntime.with(ScriptedModel([]), store: store, clients: clients) { running async throws in
            let runs = running.runtime.runs
            runs.beginErasure(ofUser: anna.owner)
            try await clients.recordErasure(.everything, of: anna.owner)
            await running.runtime.deleteExpiredOfUsers()
            #expect(!runs.hasUnfinishedErasures)
            #expect(try await store.user(anna.owner) == nil)
            #expect(try await store.pendingErasures().isEmpty)
        }
    }

    /// Anonymous users that were not seen for their time are erased; a person's user only loses its conversations.
    @Test func theUpkeepErasesAnonymousUsersThatDoNotReturn() async throws {
        let store = try SQLiteStore(path: nil)
        let (clients, client) = try await LimitedRuntime.client(of: store, scopes: Self.scopes)
        let id = client.owner.client
        try await clients.setUsers(UserSettings(), of: id, revision: nil, by: .torii)
        let past = Date() - 400 * 86_400
        for (name, kind) in [("x", EndUserRecord.Kind.anonymous), ("anna", .identified)] {
            let owner = Owner(client: id, user: "usr_\(name)")
            _ = try await store.admit(
                identity: UserIdentity(issuer: UserIdentity.backend, subject: name),
                asNew: EndUserRecord(owner: owner, kind: kind, createdAt: past),
                quota: nil
            )
            let record = ConversationRecord(id: name, owner: owner, createdAt: past, updatedAt: past)
            try await store.commitTurn(record, appending: [], expectedCount: 0)
        }
        try await LimitedRuntime.with(ScriptedModel([]), store: store, clients: clients) { running async throws in
            await running.runtime.deleteExpiredOfUsers()
            for name in ["x", "anna"] { #expect(try await store.conversation(name) == nil) }
            #expect(try await store.user(Owner(client: id, user: "usr_x")) == nil)
            #expect(try await store.user(Owner(client: id, user: "usr_anna")) != nil)
            #expect(try await store.hasUsers(of: id))
        }
    }
}
