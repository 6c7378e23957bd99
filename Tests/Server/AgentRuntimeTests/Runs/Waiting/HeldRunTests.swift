import Accounts
import AgentTools
import AgentWire
import HeldBytes
import ScriptedModels
import Storage
import StorageSQLite
import StreamingJSON
import Testing

@testable import AgentRuntime

/// The bytes of runs that wait for their client.
@Suite(.timeLimit(.minutes(1))) struct HeldRunTests {
    private static var waiting: ScriptedModel { ScriptedModel(.calls([.init("act", "{}", id: "c")]), .text(["done"])) }

    @Test(arguments: [true, false])
    func aWaitingRunIsCountedUntilItEnds(isAnswered: Bool) async throws {
        try await LimitedRuntime.with(Self.waiting) { running in
            let held = running.runtime.runs.held
            let message = String(repeating: "x", count: 10_000)
            let reader = try await running.start(message)
            #expect(try await reader.outcome().ending == nil)
            // The bytes of executing turns are counted apart.
            #expect(running.runtime.runs.turnBytes.total == 0)
            // The request, and the prompt in the turn's entries.
            #expect((20_000..<24_000).contains(held.bytes(of: Principal.alice.owner.text)))
            if isAnswered {
                try await running.answer(reader.run)
            } else {
                try await running.runtime.cancel(reader.run, owner: Principal.alice.owner)
            }
            #expect(try await running.ending(reader.run) == (isAnswered ? "completed" : "cancelled"))
            try await running.expectNothingHeld(of: .alice)
            #expect(held.total == 0)
        }
    }

    /// A client that holds as much as it may is refused before its turn costs anything; others are served.
    @Test func aClientWithoutRoomIsRefusedAlone() async throws {
        let load = LoadLimits(memoryBytes: nil)
        try await LimitedRuntime.with(Self.waiting, load: load) { running in
            let held = running.runtime.runs.held
            let hold = held.keep(64 << 20, for: Principal.alice.owner.text)
            let problem = await #expect(throws: Problem.self) { try await running.start("hi") }
            #expect(problem?.kind == .rateLimited && problem?.retryAfterSeconds == 5)
            #expect(problem?.detail.contains("for this client") == true)
            let other = try await running.start("hi", .bob)
            #expect(try await other.outcome().ending == nil)
            try await running.answer(other.run, .bob)
            #expect(try await running.ending(other.run, .bob) == "completed")
            withExtendedLifetime(hold) {}
        }
    }
}
