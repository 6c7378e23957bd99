import Accounts
import AgentWire
import LanguageModels
import OwnerLiterals
import ScriptedModels
import Storage
import Telemetry
import Testing
import Transport

@testable import AgentRuntime

@Suite(.timeLimit(.minutes(1))) struct TurnLimitsTests {
    private func withRuntime(
        _ model: any LanguageModel,
        load: LoadLimits = LoadLimits(),
        outputLimit: Int = 1000,
        clients: Clients? = nil,
        _ body: @Sendable (AgentRuntime, Admission) async throws -> Void
    ) async throws {
        try await LimitedRuntime.with(model, load: load, outputLimit: outputLimit, clients: clients) {
            running async throws in
            try await body(running.runtime, running.admission)
        }
    }

    private func used(_ client: Principal, _ admission: Admission) async throws -> Int {
        let limitStatuses = try await admission.limitStatuses(of: client)
        return limitStatuses.filter { $0.name == .tokensPerDay }.reduce(0) { $0 + $1.quota - $1.remaining }
    }

    @Test func eachRoundNeedsRoomAndUsedTokensCount() async throws {
        let calls = (0..<3).map { ScriptedModel.Round.calls([.init("none", "{}", id: "\($0)")]) }
        // Enough tokens for the first round, but not for a second.
        let client = Principal.alice(ClientLimits(tokensPerDay: 4000))
        try await withRuntime(ScriptedModel(calls + [.text(["done"])]), outputLimit: 3000) {
            runtime,
            admission async throws in
            let outcome = try await runtime.start(ChatRequest(message: "hi"), client: client).outcome()
            guard case .failed(let problem) = outcome.ending else {
                Issue.record("the turn went on: \(String(describing: outcome.ending))")
                return
            }
            #expect(problem.kind == .budgetExceeded)
            #expect(problem.violatedPolicies == ["tokens-per-day"])
            let used = try await used(client, admission)
            #expect(used > 0 && used <= 4000)
        }
    }

    /// The tokens of a turn are counted when only its user or only its client has a limit on them, and the limit's share is named.
    @Test(arguments: [
        (ClientLimits(tokensPerDay: 500), ClientLimits.none, "user:tokens-per-day"),
        (ClientLimits.none, ClientLimits(tokensPerDay: 500), "client:tokens-per-day"),
    ])
    func aTurnOfAUserNeedsRoomInBothShares(ofUser: ClientLimits, ofClient: ClientLimits, violated: String) async throws
    {
        let user = Principal.alice(ofClient).user(ofUser)
        try await withRuntime(ScriptedModel([.text(["done"])])) { runtime, _ async throws in
            let problem = await #expect(throws: Problem.self) {
                _ = try await runtime.start(ChatRequest(message: "hi"), client: user)
            }
            #expect(problem?.kind == .budgetExceeded && problem?.violatedPolicies == [violated])
            let holder = violated.hasPrefix("user:") ? "user" : "client"
            #expect(problem?.title == "The request exceeds the \(holder)'s remaining budget")
        }
    }

    @Test func aTurnStoppedInTheQueueReleasesItsReservation() async throws {
        let client = Principal.alice(ClientLimits(concurrentRuns: 2, tokensPerDay: 100_000))
        let model = GatedModel()
        try await withRuntime(model, load: LoadLimits(runs: 1, queuedRuns: 8)) { runtime, admission async throws in
            let first = try await runtime.start(ChatRequest(message: "1", onDisconnect: .finish), client: .bob)
            let second = try await runtime.start(ChatRequest(message: "2"), client: client)
            #expect(runtime.runs.runCounts == [.running: 1, .queued: 1])
            #expect(try await used(client, admission) > 0)
            try await runtime.cancel(second.run, owner: client.owner)
            guard case .cancelled(.requested, _) = try await second.outcome().ending else {
                Issue.record("it was not cancelled")
                return
            }
            #expect(try await used(client, admission) == 0)
            model.open()
            #expect(try await first.outcome().reply().text == "opened")
        }
    }

    @Test func theSlotOfAnEndedTurnGoesToTheNextClient() async throws {
        let model = GatedModel()
        try await withRuntime(model, load: LoadLimits(runs: 1, queuedRuns: 8)) { runtime, _ async throws in
            var readers: [RunReader] = []
            for client in [Principal.alice, .alice, .bob] {
                readers.append(try await runtime.start(ChatRequest(message: "hi"), client: client))
            }
            #expect(runtime.runs.runCounts == [.running: 1, .queued: 2])
            model.open()
            for reader in readers { #expect(try await reader.outcome().reply().text == "opened") }
            await runtime.runs.drained()
            let figures = try #require(runtime.metrics?.figures)
            #expect(runtime.runs.runCounts.isEmpty)
            #expect(figures.queueTime.count == 3)
            #expect(figures.addedTime.count == 3)
        }
    }

    @Test func aConversationsNextTurnWaitsForASlotToo() async throws {
        let model = GatedModel()
        try await withRuntime(model, load: LoadLimits(runs: 1, queuedRuns: 8)) { runtime, _ async throws in
            let first = try await runtime.start(ChatRequest(message: "1"), client: .alice)
            let conversation = try await runtime.run(first.run, owner: "alice").conversation
            let next = try await runtime.start(
                ChatRequest(message: "2", conversation: conversation, onBusy: .queue),
                client: .alice
            )
            let other = try await runtime.start(ChatRequest(message: "3"), client: .bob)
            model.open()
            for reader in [first, next, other] { #expect(try await reader.outcome().reply().text == "opened") }
            await runtime.runs.drained()
            #expect(runtime.metrics?.figures.ended.values.reduce(0, +) == 3)
        }
    }
}
