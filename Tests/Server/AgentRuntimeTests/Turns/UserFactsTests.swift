import Accounts
import AgentTools
import AgentWire
import KeyVault
import LanguageModels
import OwnerLiterals
import ScriptedModels
import Storage
import StorageSQLite
import StreamingJSON
import Synchronization
import Testing

@testable import AgentRuntime

/// The facts about a user in turns and direct calls: they reach tools, and nothing else.
@Suite(.timeLimit(.minutes(1))) struct UserFactsTests {
    /// A user with a name of its issuer, which may call the operator's tool `work`.
    private static var anna: Principal {
        var anna = Principal(owner: "app/usr_1", name: "App", scopes: [.chat, .allTools])
        anna.setTools(ofUsers: [.allTools, .tool("work")], .user)
        (anna.subject, anna.organization) = ("anna@shop", "acme")
        return anna
    }

    /// The callers that a tool has seen.
    private final class CallerList: Sendable {
        private let callers = Mutex<[Caller]>([])
        var all: [Caller] { callers.withLock { $0 } }
        func append(_ caller: Caller) { callers.withLock { $0.append(caller) } }

        /// The tools: one that keeps its callers.
        var tools: ToolRegistry {
            ToolRegistry([
                ScriptedTool(work: { [self] _ in
                    append(Caller.current)
                    return "done"
                })
            ])
        }
    }

    @Test func aDirectCallKnowsItsUser() async throws {
        let call = ToolCallRequest(tool: "work", arguments: ["word": "tea", "user": "forged", "subject": "forged"])
        let callers = CallerList()
        try await LimitedRuntime.with(ScriptedModel([]), tools: callers.tools) { running async throws in
            let reader = try await running.runtime.start(.call(call), client: Self.anna)
            #expect(try await running.ending(reader.run, Self.anna) == "completed")
            let caller = try #require(callers.all.first)
            #expect(caller.userID == "usr_1" && caller.user?.subject == "anna@shop")
            #expect(caller.user?.organization == "acme" && caller.shelf == .of("app/usr_1"))
            #expect(caller.seesOperatorData(of: "work") && !caller.seesOperatorData(of: "other"))
            // A client has no user, also if somebody filled its facts.
            var client = Self.anna
            client.owner = "app"
            let own = try await running.runtime.start(.call(call), client: client)
            #expect(try await running.ending(own.run, client) == "completed")
            let last = try #require(callers.all.last)
            #expect(last.user == nil && last.userID == nil && last.shelf == .common)
        }
    }

    /// A process that resumes a run offers no tool that the token of the request did not have, and its tools know the same user.
    @Test(arguments: [[Scope.chat, .tool("work")], [.chat]])
    func aResumedTurnHasTheScopesOfItsTokenAndItsUser(scopes: [Scope]) async throws {
        let store = try SQLiteStore(path: nil)
        let (clients, client) = try await LimitedRuntime.client(of: store, scopes: Scope.forClients.union([.users]))
        let settings = UserSettings(scopes: [.chat, .tool("work")])
        try await clients.setUsers(settings, of: client.owner.client, revision: nil, by: .torii)
        var anna = try await clients.users.principal(
            of: try #require(clients.current(client)),
            identity: UserIdentity(issuer: UserIdentity.backend, subject: "anna@shop")
        )
        anna.scopes = anna.scopes.intersection(scopes)
        let callers = CallerList()
        let first = ScriptedModel(.calls([ScriptedModel.Call("act", "{}", id: "c")]))
        let run = try await LimitedRuntime.with(first, store: store, tools: callers.tools, clients: clients) {
            [anna] running in
            let reader = try await running.start("go", anna)
            _ = try await reader.outcome()
            return reader.run
        }
        let mayWork = scopes.contains(.tool("work"))
        let work = ScriptedModel.Round.calls([ScriptedModel.Call("work", #"{"word":"tea"}"#, id: "d")])
        let second = ScriptedModel(mayWork ? [work, .text(["done"])] : [.text(["done"])])
        try await LimitedRuntime.with(second, store: store, tools: callers.tools, clients: clients) {
            [anna] running in
            try await running.answer(run, anna)
            #expect(try await running.ending(run, anna) == "completed")
            #expect(callers.all.map(\.user?.subject) == (mayWork ? ["anna@shop"] : []))
            let offered = try #require(second.requests.first).enabledToolDefinitions.map(\.name)
                .filter { $0 != ReadOn.toolName }
            #expect(Set(offered) == (mayWork ? ["act", "work"] : ["act"]))
        }
    }

    /// A provider can distinguish users, and never learns which ones they are; a client without a user has no name there.
    @Test(arguments: [true, false])
    func aProviderGetsAHashOfTheUser(isOn: Bool) async throws {
        let store = try SQLiteStore(path: nil)
        let (clients, client) = try await LimitedRuntime.client(of: store)
        var (anna, ben) = (client, client)
        anna.owner = Owner(client: client.owner.client, user: "usr_1")
        ben.owner = Owner(client: client.owner.client, user: "usr_2")
        let model = ScriptedModel(Array(repeating: .text(["done"]), count: 4))
        try await LimitedRuntime.with(model, store: store, sendsSafetyIdentifiers: isOn, clients: clients) {
            [anna, ben] running in
            for sender in [anna, anna, ben, client] {
                let reader = try await running.start("hello", sender)
                #expect(try await running.ending(reader.run, sender) == "completed")
            }
        }
        let names = model.requests.map { try? $0.metadata["safety_identifier"]?.value(String.self) }
        #expect(names.count == 4 && names[0] == names[1] && names[3] == nil)
        #expect(names.prefix(3).allSatisfy { ($0?.wholeMatch(of: /[0-9a-f]{32}/) != nil) == isOn })
        #expect((names[0] != names[2]) == isOn)
    }

    /// A session stores the metadata of a turn with its message, so the facts are not in it.
    @Test func aTurnKnowsItsUserAndStoresNothingOfIt() async throws {
        let model = ScriptedModel(.calls([ScriptedModel.Call("work", #"{"word":"tea"}"#)]), .text(["done"]))
        let callers = CallerList()
        try await LimitedRuntime.with(model, tools: callers.tools) { running async throws in
            let reader = try await running.start("hello", Self.anna)
            #expect(try await running.ending(reader.run, Self.anna) == "completed")
            #expect(callers.all.map(\.user?.subject) == ["anna@shop"])
            let conversation = try await running.conversation(of: reader.run, Self.anna)
            let entries = try await running.store.entries(of: conversation)
            #expect(!entries.isEmpty)
            for entry in entries {
                #expect(!entry.json.contains("anna@shop") && !entry.json.contains("acme"), "\(entry.json)")
            }
            for request in model.requests {
                let words = request.metadata.values.map(\.jsonString).joined()
                #expect(!words.contains("anna@shop") && !words.contains("acme"), "\(words)")
            }
        }
    }
}
