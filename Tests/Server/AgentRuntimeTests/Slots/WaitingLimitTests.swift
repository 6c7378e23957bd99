import Accounts
import AgentWire
import OwnerLiterals
import Storage
import StorageSQLite
import Testing

@testable import AgentRuntime

/// The limit on turns that wait for their clients.
@Suite(.timeLimit(.minutes(1))) struct WaitingLimitTests {
    private func refusal(_ start: () async throws -> RunReader) async -> Problem? {
        await #expect(throws: Problem.self) { _ = try await start() }
    }

    @Test func aTurnThatMightWaitIsRefusedWithoutAPlace() async throws {
        let load = LoadLimits(waitingRuns: 2)
        try await LimitedRuntime.with(ModelByMessage(), load: load) { running in
            let first = try await running.start("act")
            _ = try await first.outcome()
            let share = await refusal { try await running.start("act") }
            #expect(share?.kind == .rateLimited && share?.status == 429)
            #expect(share?.retryAfterSeconds == 5)
            let other = try await running.start("act", .bob)
            _ = try await other.outcome()
            for client in [Principal.alice, .bob] {
                let full = await refusal { try await running.start("act", client) }
                #expect(full?.kind == .overloaded && full?.status == 503)
                #expect(full?.retryAfterSeconds == 5)
            }
            #expect(running.runtime.metrics?.figures.refused == [.rateLimited: 1, .overloaded: 2])
            #expect(running.runtime.runs.runCounts == [.waiting: 2])
            // A turn that can never wait is accepted.
            let plain = try await running.runtime.start(ChatRequest(message: "now"), client: .alice)
            #expect(try await running.ending(plain.run) == "completed")
            // A free place goes to the next turn.
            try await running.answer(other.run, .bob)
            #expect(try await running.ending(other.run, .bob) == "completed")
            try await running.runtime.cancel(first.run, owner: "alice")
            #expect(try await running.ending(first.run) == "cancelled")
            let next = try await running.start("act")
            _ = try await next.outcome()
            try await running.answer(next.run)
            #expect(try await running.ending(next.run) == "completed")
            try await running.expectNothingHeld(of: .alice)
        }
    }

    @Test(arguments: [(2, Principal.alice, Problem.Kind.rateLimited), (1, Principal.bob, .overloaded)])
    func aTurnThatMustWaitFailsWithoutAPlace(places: Int, other: Principal, kind: Problem.Kind) async throws {
        let model = ModelByMessage()
        try await LimitedRuntime.with(model, load: LoadLimits(waitingRuns: places)) { running in
            // While it executes, another turn gets the place.
            let late = try await running.start("act later")
            let first = try await running.start("act", other)
            _ = try await first.outcome()
            model.gate.open()
            guard case .failed(let problem) = try await late.outcome().ending else {
                Issue.record("it did not fail")
                return
            }
            #expect(problem.kind == kind)
            #expect(problem.retryAfterSeconds == 5)
            #expect(problem.detail.contains("was ended"))
            #expect(running.runtime.runs.runCounts == [.waiting: 1])
            try await running.answer(first.run, other)
            #expect(try await running.ending(first.run, other) == "completed")
            try await running.expectNothingHeld(of: .alice)
        }
    }

    @Test func restoredWaitingTurnsCount() async throws {
        let store = try SQLiteStore(path: nil)
        let run = try await LimitedRuntime.with(ModelByMessage(), store: store) { running in
            let waiting = try await running.start("act")
            _ = try await waiting.outcome()
            return waiting.run
        }
        try await LimitedRuntime.with(ModelByMessage(), store: store, load: LoadLimits(waitingRuns: 1)) { running in
            let full = await refusal { try await running.start("act", .bob) }
            #expect(full?.kind == .overloaded)
            try await running.answer(run)
            #expect(try await running.ending(run) == "completed")
            let next = try await running.start("act", .bob)
            #expect(try await !next.outcome().actions.isEmpty)
        }
    }
}
