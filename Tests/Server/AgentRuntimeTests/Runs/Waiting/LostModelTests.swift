import Accounts
import AgentTools
import AgentWire
import KeyVault
import LanguageModels
import ScriptedModels
import Storage
import StorageSQLite
import StreamingJSON
import Testing

@testable import AgentRuntime

/// Turns that resume after their user or its client has lost the model or some of the reasoning.
@Suite(.timeLimit(.minutes(1))) struct LostModelTests {
    private static let call = ScriptedModel.Round.calls([.init("act", "{}", id: "c")])

    /// The owner of the limits that an administrator changes.
    enum Limited: CaseIterable {
        case user, client
    }

    private static func user(of store: SQLiteStore) async throws -> (Clients, Principal) {
        let (clients, client) = try await LimitedRuntime.client(of: store, scopes: Scope.forClients.union([.users]))
        try await clients.setUsers(UserSettings(), of: client.owner.client, revision: nil, by: .torii)
        let current = try #require(clients.current(client))
        let identity = UserIdentity(issuer: UserIdentity.backend, subject: "anna")
        return (clients, try await clients.users.principal(of: current, identity: identity))
    }

    private static func limit(
        _ limited: Limited,
        _ user: Principal,
        _ clients: Clients,
        models: [String]? = nil,
        effort: String? = nil
    ) async throws {
        switch limited {
        case .user:
            var limits = PlanSettings()
            if let models { limits.models = .some(models) }
            if let effort { limits.effort = .some(effort) }
            try await clients.changeUser(user.owner, UserChange(limits: limits), by: .torii)
        case .client:
            let limits = ClientLimits(models: models, effort: effort)
            try await clients.update(user.owner.client, ClientChange(limits: limits), by: .torii)
        }
    }

    /// Starts a turn with much reasoning, which waits for its client, and returns its run.
    private static func wait(_ running: LimitedRuntime, _ user: Principal) async throws -> String {
        let tool = ClientTool(name: "act", description: "acts", parameters: ["type": "object", "properties": [:]])
        let request = ChatRequest(message: "go", clientTools: [tool], onDisconnect: .finish, reasoningEffort: .high)
        let reader = try await running.runtime.start(request, client: user)
        #expect(try await reader.outcome().ending == nil)
        return reader.run
    }

    /// Answers the call of a run, and expects that the run fails because of its model, and keeps the answer.
    private static func expectRefusal(_ running: LimitedRuntime, of run: String, _ user: Principal) async throws {
        let reader = try #require(try await running.runtime.reader(of: run, after: nil, owner: user.owner))
        try await running.answer(run, user)
        #expect(try await running.ending(run, user) == "failed")
        guard case .failed(let problem) = try await reader.outcome().ending else {
            Issue.record("the turn continued")
            return
        }
        #expect(problem.kind == .invalidRequest && problem.faults.first?.kind == .unknownModel)
        #expect(problem.detail.contains("does not offer the model 'openai:m'"))
        let conversation = try await running.conversation(of: run, user)
        let kept = try await running.store.entries(of: conversation).map(\.json).joined()
        #expect(kept.contains("acted"))
        try await running.expectNothingHeld(of: user)
    }

    @Test(arguments: Limited.allCases) func aLostModelEndsTheTurn(of limited: Limited) async throws {
        let store = try SQLiteStore(path: nil)
        let (clients, user) = try await Self.user(of: store)
        let model = ScriptedModel(Self.call, .text(["done"]))
        try await LimitedRuntime.with(model, store: store, clients: clients) { running async throws in
            let run = try await Self.wait(running, user)
            try await Self.limit(limited, user, clients, models: ["phrasebook"])
            try await Self.expectRefusal(running, of: run, user)
            #expect(model.requests.count == 1)
        }
    }

    @Test(arguments: Limited.allCases) func aModelIsLostWhileNoServerRuns(of limited: Limited) async throws {
        let store = try SQLiteStore(path: nil)
        let (clients, user) = try await Self.user(of: store)
        let first = ScriptedModel(Self.call)
        let run = try await LimitedRuntime.with(first, store: store, clients: clients) { running async throws in
            try await Self.wait(running, user)
        }
        try await Self.limit(limited, user, clients, models: ["phrasebook"])
        let second = ScriptedModel(.text(["done"]))
        try await LimitedRuntime.with(second, store: store, clients: clients) { running async throws in
            try await Self.expectRefusal(running, of: run, user)
            #expect(second.requests.isEmpty)
        }
    }

    @Test(arguments: Limited.allCases) func lostReasoningIsLowered(of limited: Limited) async throws {
        let store = try SQLiteStore(path: nil)
        let (clients, user) = try await Self.user(of: store)
        let model = ScriptedModel(Self.call, .text(["done"]))
        try await LimitedRuntime.with(model, store: store, clients: clients) { running async throws in
            let run = try await Self.wait(running, user)
            try await Self.limit(limited, user, clients, effort: "low")
            try await running.answer(run, user)
            #expect(try await running.ending(run, user) == "completed")
            #expect(model.requests.map(\.contextOptions.reasoningLevel) == [.deep, .light])
        }
    }

    @Test(arguments: Limited.allCases) func reasoningIsLostWhileNoServerRuns(of limited: Limited) async throws {
        let store = try SQLiteStore(path: nil)
        let (clients, user) = try await Self.user(of: store)
        let first = ScriptedModel(Self.call)
        let run = try await LimitedRuntime.with(first, store: store, clients: clients) { running async throws in
            try await Self.wait(running, user)
        }
        try await Self.limit(limited, user, clients, effort: "low")
        let second = ScriptedModel(.text(["done"]))
        try await LimitedRuntime.with(second, store: store, clients: clients) { running async throws in
            try await running.answer(run, user)
            #expect(try await running.ending(run, user) == "completed")
            #expect(second.requests.map(\.contextOptions.reasoningLevel) == [.light])
        }
    }
}
