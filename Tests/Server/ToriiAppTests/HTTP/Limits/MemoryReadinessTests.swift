import AgentRuntime
import StreamingJSON
import Testing
import Transport

@testable import ToriiApp

@Suite(.timeLimit(.minutes(2))) struct MemoryReadinessTests {
    /// A server that refuses turns for want of memory reports it, and stays in service for everything else.
    @Test(
        arguments: [
            (1, nil, "degraded", "failed", 503), (nil, 1, "degraded", "failed", 503), (nil, nil, "ready", "ok", 200),
        ] as [(Int?, Int?, String, String, Int)]
    )
    func theShortageIsShown(memory: Int?, turns: Int?, status: String, check: String, chat: Int) async throws {
        try await TestServer.with {
            $0.loadLimits.memoryBytes = memory
            $0.loadLimits.turnBytes = turns
        } _: { server in
            let ready = try await server.send(.get, "/readyz", token: nil)
            #expect(ready.status == 200 && ready.json["status"]?.stringValue == status, "\(ready.text)")
            #expect(ready.json["checks"]?["memory"]?.stringValue == check)
            #expect((ready.json["reason"]?.stringValue?.contains("TORII_MAX_MEMORY") == true) == (chat == 503))
            let turn = try await server.send(.post, "/v1/chat", body: #"{"message":"hi"}"#)
            #expect(turn.status == chat && (turn.headers["Retry-After"] != nil) == (chat == 503), "\(turn.text)")
        }
    }

    /// An MCP client whose conversations are erased loses its sessions, which may hold answers with their text.
    @Test func anErasureEndsTheSessions() async throws {
        try await TestServer.with { server in
            let caller = try await MCPCaller.open(server, MCPCaller.stateful)
            #expect(try await caller.send("ping").status == 200)
            #expect(try await server.send(.delete, "/v1/conversations").status == 200)
            #expect(try await caller.send("ping").status == 404)
        }
    }
}
