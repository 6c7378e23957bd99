import Accounts
import AgentTools
import AgentWire
import Foundation
import KeyVault
import Storage
import StorageSQLite
import StreamingJSON
import Telemetry
import Testing
import Transport

@testable import AgentRuntime

/// Turns that have waited for their client, and resume when there is room.
@Suite(.timeLimit(.minutes(1))) struct ReturnTests {
    @Test func anAnsweredTurnWaitsForASlot() async throws {
        let model = ModelByMessage()
        try await LimitedRuntime.with(model, load: LoadLimits(runs: 1, queuedRuns: 0)) { running async throws in
            let waiting = try await running.start("act")
            _ = try await waiting.outcome()
            let other = try await running.start("wait", .bob)
            try await running.answer(waiting.run)
            // Sent twice, it counts once.
            try await running.answer(waiting.run)
            #expect(running.runtime.runs.runCounts == [.running: 1, .waiting: 1])
            model.gate.open()
            #expect(try await running.ending(waiting.run) == "completed")
            #expect(try await running.ending(other.run, .bob) == "completed")
            #expect(model.roundCount == 3)
            try await running.expectNothingHeld(of: .alice)
        }
    }

    @Test func anAnsweredTurnWaitsForTheEndOfTheClientsOtherRuns() async throws {
        let model = ModelByMessage()
        let client = Principal.alice(ClientLimits(concurrentRuns: 1))
        try await LimitedRuntime.with(model) { running async throws in
            let waiting = try await running.start("act", client)
            _ = try await waiting.outcome()
            let other = try await running.start("wait", client)
            try await running.answer(waiting.run)
            #expect(running.runtime.runs.runCounts == [.running: 1, .waiting: 1])
            model.gate.open()
            #expect(try await running.ending(other.run) == "completed")
            #expect(try await running.ending(waiting.run) == "completed")
            try await running.expectNothingHeld(of: client)
        }
    }

    @Test func aResumedTurnIsNoNewRequest() async throws {
        let client = Principal.alice(ClientLimits(requestsPerMinute: 1))
        try await LimitedRuntime.with(ModelByMessage()) { running async throws in
            let waiting = try await running.start("act", client)
            _ = try await waiting.outcome()
            try await running.answer(waiting.run)
            #expect(try await running.ending(waiting.run) == "completed")
            let problem = await #expect(throws: Problem.self) { _ = try await running.start("now", client) }
            #expect(problem?.violatedPolicies == ["requests-per-minute"])
        }
    }

    @Test func aBudgetUsedUpMeanwhileEndsTheTurn() async throws {
        let model = ModelByMessage()
        let small = Principal.alice(ClientLimits(tokensPerDay: 10_000))
        try await LimitedRuntime.with(model) { running async throws in
            let waiting = try await running.start("act", small)
            _ = try await waiting.outcome()
            try await running.admission.spend(9900, of: small)
            try await running.answer(waiting.run)
            #expect(try await running.ending(waiting.run) == "failed")
            // The model was not called again, and the answered calls are kept.
            #expect(model.roundCount == 1)
            let conversation = try await running.conversation(of: waiting.run)
            let kept = try await running.store.entries(of: conversation).map(\.json).joined()
            #expect(kept.contains("acted"))
            try await running.expectNothingHeld(of: small, tokens: 9912)
        }
    }

    /// The current limits of the client are looked up when a turn resumes; those of its user count as before.
    @Test func aUsersBudgetUsedUpMeanwhileEndsTheTurn() async throws {
        let model = ModelByMessage()
        let store = try SQLiteStore(path: nil)
        let (clients, client) = try await LimitedRuntime.client(of: store)
        let user = client.user(ClientLimits(tokensPerDay: 10_000))
        try await LimitedRuntime.with(model, store: store, clients: clients) { running async throws in
            let waiting = try await running.start("act", user)
            _ = try await waiting.outcome()
            try await running.admission.spend(9900, of: user)
            try await running.answer(waiting.run, user)
            #expect(try await running.ending(waiting.run, user) == "failed")
            #expect(model.roundCount == 1)
            try await running.expectNothingHeld(of: user, tokens: 9912)
        }
    }

    // MARK: - After a restart

    @Test func afterARestartTheClientsLimitsCount() async throws {
        let store = try SQLiteStore(path: nil)
        let (clients, client) = try await LimitedRuntime.client(
            of: store,
            ClientLimits(concurrentRuns: 1, tokensPerDay: 10_000)
        )
        let model = ModelByMessage()
        let run = try await LimitedRuntime.with(model, store: store, clients: clients) { running async throws in
            let waiting = try await running.start("act", client)
            _ = try await waiting.outcome()
            return waiting.run
        }
        try await LimitedRuntime.with(model, store: store, clients: clients) { running async throws in
            #expect(running.runtime.runs.runCounts == [.waiting: 1])
            #expect(try await running.books(of: client) == (12, 0))
            let other = try await running.start("wait", client)
            try await running.answer(run, client)
            #expect(running.runtime.runs.runCounts == [.running: 1, .waiting: 1])
            model.gate.open()
            #expect(try await running.ending(other.run, client) == "completed")
            #expect(try await running.ending(run, client) == "completed")
            try await running.expectNothingHeld(of: client, tokens: 36)
            // The process did not measure the time since the request.
            #expect(running.runtime.metrics?.figures.addedTime.count == 1)
        }
    }

    @Test(arguments: [false, true])
    func aRevocationStopsWaitingTurns(byClient: Bool) async throws {
        let store = try SQLiteStore(path: nil)
        let (clients, client) = try await LimitedRuntime.client(of: store, .none)
        let run = try await LimitedRuntime.with(ModelByMessage(), store: store, clients: clients) {
            running async throws in
            let waiting = try await running.start("act", client)
            _ = try await waiting.outcome()
            return waiting.run
        }
        // While no server is running.
        if byClient {
            try await clients.revoke(client.owner.client, by: .torii)
        } else {
            _ = try await clients.issueToken(for: client.owner.client, by: .torii)
            try await clients.revokeToken(try #require(client.tokenID), of: client.owner.client, by: .torii)
        }
        try await LimitedRuntime.with(ModelByMessage(), store: store, clients: clients) { running async throws in
            #expect(try await running.ending(run, client) == "cancelled")
            try await running.expectNothingHeld(of: client)
        }
    }

    @Test(arguments: ["wait", "act"])
    func aRevocationStopsActiveTurns(message: String) async throws {
        let store = try SQLiteStore(path: nil)
        let (clients, client) = try await LimitedRuntime.client(of: store, .none)
        try await LimitedRuntime.with(ModelByMessage(), store: store, clients: clients) { running async throws in
            let reader = try await running.start(message, client)
            if message == "act" { _ = try await reader.outcome() }
            try await clients.revokeToken(try #require(client.tokenID), of: client.owner.client, by: .torii)
            #expect(try await running.ending(reader.run, client) == "cancelled")
            guard case .cancelled(.revoked, _) = try await reader.outcome().ending else {
                Issue.record("it was cancelled for another reason")
                return
            }
            try await running.expectNothingHeld(of: client)
            // The revocation may also happen between authentication and the start of the turn.
            let late = try await running.start("wait", client)
            #expect(try await running.ending(late.run, client) == "cancelled")
        }
    }

    @Test func aRevokedClientLosesItsKeptOutputs() async throws {
        let store = try SQLiteStore(path: nil)
        let (clients, client) = try await LimitedRuntime.client(of: store)
        let tools = ToolRegistry([ScriptedTool(work: { _ in String(repeating: "long ", count: 10_000) })])
        try await LimitedRuntime.with(ModelByMessage(), store: store, tools: tools, clients: clients) {
            running async throws in
            for owner in [client.owner, Principal.bob.owner] {
                _ = try await tools.call(
                    "work",
                    arguments: ["word": "a"],
                    metadata: [:],
                    owner: OutputOwner(owner: owner)
                )
            }
            let reader = try await running.start("act", client)
            _ = try await reader.outcome()
            #expect(tools.keptOutputs(of: client.owner).count == 1)
            try await clients.revoke(client.owner.client, by: .torii)
            #expect(try await running.ending(reader.run, client) == "cancelled")
            #expect(tools.keptOutputs(of: client.owner).isEmpty)
            #expect(tools.keptOutputs(of: Principal.bob.owner).count == 1)
        }
    }
}

extension Admission {
    /// Reserves and settles tokens as another turn of the client.
    fileprivate func spend(_ tokens: Int, of client: Principal) async throws {
        let estimate = TurnEstimate(models: ["m"], inputTokens: tokens, maxOutputTokens: 0)
        let turn = try await reserve(client, estimate)
        turn.markStarted()
        turn.settle([TurnUsage(model: "m", inputTokens: tokens, outputTokens: 0)])
    }
}
