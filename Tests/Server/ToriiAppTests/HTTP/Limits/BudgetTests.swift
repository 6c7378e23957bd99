import Accounts
import Foundation
import StandIns
import Storage
import StreamingJSON
import Synchronization
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Parallel turns and a budget, over HTTP: together they must not exceed it.
@Suite(.timeLimit(.minutes(2))) struct BudgetTests {
    private static let budget = 100_000
    private let turn = #"{"message":"hi","on_disconnect":"finish"}"#

    /// Sends turns at once.
    ///
    /// The number of admitted turns is known when all that were not refused wait at the gate.
    private func send(
        _ count: Int,
        to server: TestServer,
        token: String,
        whenAllHaveBeenHeard body: @Sendable (_ admitted: Int) async throws -> Void
    ) async throws -> [Int: Int] {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<count {
                group.addTask { try await server.send(.post, "/v1/chat", token: token, body: turn).status }
            }
            var running = 0
            try await server.log.eventually { lines in
                running = lines.count { $0.value("status") == "running" }
                let refused = lines.count { $0.message == "Answered" && $0.value("status") == "429" }
                return running + refused == count
            }
            try await body(running)
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    @Test func parallelTurnsDoNotOverspend() async throws {
        let gate = StandInGate()
        let limits = ClientLimits(tokensPerDay: Self.budget)
        try await LimitedServer.with([limits], gate) { server, standIn, tokens in
            let statuses = try await send(60, to: server, token: tokens[0]) { admitted in
                // The reservations of the admitted turns are within the budget and leave no room for one more.
                let left = try #require(try await server.left("tokens-per-day", token: tokens[0]))
                let each = (Self.budget - left) / admitted
                #expect(left < each)
                #expect((2..<60).contains(admitted))
                gate.open()
            }
            let admitted = statuses[200] ?? 0
            #expect(statuses == [200: admitted, 429: 60 - admitted])
            #expect(standIn.server.requests.count == admitted)
            // Each turn uses 53 input and 2 output tokens; the rest of the reservation was released.
            #expect(try await server.left("tokens-per-day", token: tokens[0]) == Self.budget - 55 * admitted)
            let usage = try await server.admin(.get, "usage").json["usage"]?[0]
            #expect(usage?["turns"]?.intValue == admitted)
            #expect(usage?["unsettled_turns"] == 0)
            #expect(usage?["input_tokens"]?.intValue == 53 * admitted)
            #expect(usage?["output_tokens"]?.intValue == 2 * admitted)
            #expect(usage?["model"] == "openai:m")
        }
    }

    @Test func reservationsOfAKilledProcessCountAsUsed() async throws {
        let gate = StandInGate()
        let limits = ClientLimits(tokensPerDay: Self.budget)
        let killed = NSTemporaryDirectory() + "torii-killed-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: killed) }
        let observations = Observations()
        try await LimitedServer.with([limits], gate) { server, _, tokens in
            _ = try await send(40, to: server, token: tokens[0]) { admitted in
                let left = try #require(try await server.left("tokens-per-day", token: tokens[0]))
                observations.record(left: left, admitted: admitted, token: tokens[0])
                try FileManager.default.copyItem(atPath: server.dataDirectory, toPath: killed)
                gate.open()
            }
        }
        let (left, admitted, token) = try #require(observations.value)
        try await LimitedServer.with(folder: killed, nil) { server, standIn in
            #expect(try await server.left("tokens-per-day", token: token) == left)
            let refused = try await server.send(.post, "/v1/chat", token: token, body: turn)
            #expect(refused.status == 429)
            #expect(refused.json["type"] == "urn:torii:problem:budget-exceeded")
            #expect(standIn.server.requests.isEmpty)
            let usage = try await server.admin(.get, "usage").json["usage"]?[0]
            #expect(usage?["unsettled_turns"]?.intValue == admitted)
        }
    }
}

/// The observations on one server, for the next one.
private final class Observations: Sendable {
    private let state = Mutex<(Int, Int, String)?>(nil)

    var value: (left: Int, admitted: Int, token: String)? { state.withLock { $0 } }

    func record(left: Int, admitted: Int, token: String) { state.withLock { $0 = (left, admitted, token) } }
}
