import Accounts
import AgentTools
import AgentWire
import KeyVault
import ScriptedModels
import Storage
import StorageSQLite
import Synchronization
import Testing

@testable import AgentRuntime

/// Calls of tools whose scope the client loses while its turn executes or waits.
@Suite(.timeLimit(.minutes(1))) struct LostScopeTests {
    private static let call = ScriptedModel.Round.calls([.init("work", #"{"word":"a"}"#, id: "c")])
    private static let scopes: Set<Scope> = [.chat, .extract, .tool("work")]

    private static func client(of store: SQLiteStore) async throws -> (Clients, Principal) {
        try await LimitedRuntime.client(of: store, scopes: scopes)
    }

    /// Checks the calls of a run, of which the last one was refused.
    private static func expectRefusal(
        _ running: LimitedRuntime,
        of run: String,
        _ client: Principal,
        after statuses: [WireToolCall.Status] = []
    ) async throws {
        #expect(try await running.ending(run, client) == "completed")
        let calls = try await running.runtime.run(run, owner: client.owner).toolCalls
        #expect(calls.map(\.status) == statuses + [.failed])
        #expect(calls.last?.summary.contains("'tools:work'") == true)
        #expect(calls.last?.isDeclined == false)
        try await running.expectNothingHeld(of: client)
    }

    @Test func aCallAfterTheRemovalIsRefused() async throws {
        let store = try SQLiteStore(path: nil)
        let (clients, client) = try await Self.client(of: store)
        let made = Atomic(0)
        let tool = ScriptedTool(work: { _ in
            made.add(1, ordering: .relaxed)
            try await clients.update(client.owner.client, ClientChange(scopes: [.chat]), by: .torii)
            return "worked"
        })
        let model = ScriptedModel(Self.call, Self.call, .text(["done"]))
        try await LimitedRuntime.with(model, store: store, tools: ToolRegistry([tool]), clients: clients) { running in
            let reader = try await running.runtime.start(
                ChatRequest(message: "go", onDisconnect: .finish),
                client: client
            )
            try await Self.expectRefusal(running, of: reader.run, client, after: [.completed])
            #expect(made.load(ordering: .relaxed) == 1)
        }
    }

    @Test func aWaitingCallIsRefused() async throws {
        let store = try SQLiteStore(path: nil)
        let (clients, client) = try await Self.client(of: store)
        let tools = ToolRegistry([ScriptedTool(isDestructive: true, work: { _ in throw CancellationError() })])
        let model = ScriptedModel(Self.call, Self.call, .text(["done"]))
        try await LimitedRuntime.with(model, store: store, tools: tools, clients: clients) { running in
            let reader = try await running.runtime.start(
                ChatRequest(message: "go", onDisconnect: .finish),
                client: client
            )
            let call = try #require(try await reader.outcome().actions.first).call
            try await clients.update(client.owner.client, ClientChange(scopes: [.chat]), by: .torii)
            // The model calls it again, and no person is asked.
            try await Self.expectRefusal(running, of: reader.run, client, after: [.failed])
            let late = await #expect(throws: Problem.self) {
                _ = try await running.runtime.answer(
                    reader.run,
                    with: RunAnswers(decisions: [(call, .approval)]),
                    owner: client.owner,
                    isReading: false
                )
            }
            #expect(late?.kind == .conflict)
        }
    }

    @Test func otherChangesLeaveTheCallOpen() async throws {
        let store = try SQLiteStore(path: nil)
        let (clients, client) = try await Self.client(of: store)
        let model = ScriptedModel(Self.call, .text(["done"]))
        let tools = ToolRegistry([ScriptedTool(isDestructive: true)])
        try await LimitedRuntime.with(model, store: store, tools: tools, clients: clients) { running in
            let reader = try await running.runtime.start(
                ChatRequest(message: "go", onDisconnect: .finish),
                client: client
            )
            let call = try #require(try await reader.outcome().actions.first).call
            try await clients.update(client.owner.client, ClientChange(scopes: [.chat, .tool("work")]), by: .torii)
            await running.runtime.refuseLostCalls(of: running.runtime.runs.liveRuns)
            _ = try await running.runtime.answer(
                reader.run,
                with: RunAnswers(decisions: [(call, .approval)]),
                owner: client.owner,
                isReading: false
            )
            #expect(try await running.ending(reader.run, client) == "completed")
            let calls = try await running.runtime.run(reader.run, owner: client.owner).toolCalls
            #expect(calls.map(\.status) == [.completed])
        }
    }

    /// A request that names the tool continues as well.
    @Test(arguments: [nil, ["work"]])
    func aScopeIsRemovedWhileNoServerRuns(tools names: [String]?) async throws {
        let store = try SQLiteStore(path: nil)
        let (clients, client) = try await Self.client(of: store)
        let tools = ToolRegistry([ScriptedTool(isDestructive: true, work: { _ in throw CancellationError() })])
        let first = ScriptedModel(Self.call)
        let run = try await LimitedRuntime.with(first, store: store, tools: tools, clients: clients) { running in
            let reader = try await running.runtime.start(
                ChatRequest(message: "go", tools: names, onDisconnect: .finish),
                client: client
            )
            #expect(try await reader.outcome().actions.count == 1)
            return reader.run
        }
        try await clients.update(client.owner.client, ClientChange(scopes: [.chat]), by: .torii)
        let second = ScriptedModel(.text(["done"]))
        try await LimitedRuntime.with(second, store: store, tools: tools, clients: clients) { running in
            try await Self.expectRefusal(running, of: run, client)
        }
    }
}
