import Accounts
import AgentWire
import HeldBytes
import LanguageModels
import Storage
import Testing

@testable import AgentRuntime

/// The bytes of active turns are counted to their owners until the turns end.
@Suite(.timeLimit(.minutes(1))) struct TurnBytesTests {
    private static let large = String(repeating: "x", count: 30_000)

    private static func start(
        _ running: LimitedRuntime,
        _ message: String,
        _ client: Principal,
        conversation: String? = nil
    ) async throws -> String {
        let request = ChatRequest(message: message, conversation: conversation, onDisconnect: .finish)
        return try await running.runtime.start(request, client: client).run
    }

    @Test func oneClientsLargeTurnsLeaveRoomForOthers() async throws {
        let probe = GatedModel()
        let bytes = try await LimitedRuntime.with(probe) { running in
            let run = try await Self.start(running, Self.large, .alice)
            defer { probe.open() }
            #expect(running.runtime.runs.liveRun(run) != nil)
            return running.runtime.runs.turnBytes.bytes(of: Principal.alice.owner.text)
        }
        #expect(bytes >= 30_000)
        let model = GatedModel()
        // One slot, so that queued turns count too.
        try await LimitedRuntime.with(model, load: LoadLimits(runs: 1, turnBytes: 4 * bytes)) { running in
            var runs: [(id: String, client: Principal)] = []
            for _ in 0..<2 { runs.append((try await Self.start(running, Self.large, .alice), .alice)) }
            let share = await #expect(throws: Problem.self) { try await Self.start(running, Self.large, .alice) }
            #expect(share?.kind == .rateLimited && share?.retryAfterSeconds == 5)
            #expect(share?.detail.contains("of this client") == true)
            runs.append((try await Self.start(running, Self.large, .bob), .bob))
            var other = Principal.bob
            other.owner = Owner(client: "carol")
            runs.append((try await Self.start(running, "hi", other), other))
            model.open()
            for run in runs { #expect(try await running.ending(run.id, run.client) == "completed") }
            // The room is free when the end is shown.
            let next = try await Self.start(running, Self.large, .alice)
            #expect(try await running.ending(next) == "completed")
            try await running.expectNothingHeld(of: .alice)
            #expect(running.runtime.runs.turnBytes.total == 0)
        }
    }

    @Test func aTurnCountsItsConversation() async throws {
        let model = ModelByMessage()
        try await LimitedRuntime.with(model) { running in
            let first = try await Self.start(running, Self.large, .alice)
            #expect(try await running.ending(first) == "completed")
            let conversation = try await running.conversation(of: first)
            let second = try await Self.start(running, "wait", .alice, conversation: conversation)
            let bytes = running.runtime.runs.turnBytes
            #expect(bytes.bytes(of: Principal.alice.owner.text) >= 30_000)
            model.gate.open()
            #expect(try await running.ending(second) == "completed")
            try await running.expectNothingHeld(of: .alice)
            #expect(bytes.total == 0)
        }
    }
}
