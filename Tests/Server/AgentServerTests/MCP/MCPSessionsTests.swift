import Accounts
import HeldBytes
import ModelContextProtocol
import StreamingJSON
import Synchronization
import Testing
import ToolRecords

@testable import AgentServer

@Suite struct MCPSessionsTests {
    private struct Offer: MCPOffer {
        var owner: String
        var server: Implementation { Implementation(name: "t", title: nil, version: "1") }
        var capabilities: ServerCapabilities { ServerCapabilities() }

        func tools() async throws -> [JSONObject] { [] }
        func callTool(_ call: ToolCall, _ exchange: MCPExchange) async throws -> MCPReply { .result([:]) }
    }

    private struct Seal: StateSeal { func code(for bytes: [UInt8]) -> [UInt8] { bytes } }

    private let held = HeldBytes()

    private func open(_ id: String, of client: Principal, in sessions: MCPSessions) throws {
        let request = RPCRequest(
            id: .integer(0),
            method: "initialize",
            ["protocolVersion": "2025-11-25", "capabilities": [:]]
        )
        let hold = try held.hold(MCPSessions.cost, for: client.owner.text) { [weak sessions] in
            sessions?.end(id, of: client.owner.text)
        }
        let server = MCPServer(seal: Seal(), now: { 0 })
        sessions.add(
            try server.session(for: request, id: id, offer: Offer(owner: client.owner.text), hold: hold).session,
            openedBy: client
        )
    }

    private static func client(_ id: String, token: String) -> Principal {
        Principal(owner: Owner(client: id), name: id, scopes: [.chat], tokenID: token)
    }

    /// No request has to arrive for it.
    @Test func idleSessionsEndByTheTimer() throws {
        let clock = Mutex(ContinuousClock.now)
        let sessions = MCPSessions(now: { clock.withLock { $0 } })
        let client = Self.client("a", token: "1")
        for id in ["s", "t"] { try open(id, of: client, in: sessions) }
        clock.withLock { $0 += .seconds(3000) }
        #expect(sessions.session("t", of: "a", usedBy: client) != nil)
        clock.withLock { $0 += .seconds(601) }
        sessions.upkeep(keepingAnswersFor: .zero)
        #expect(sessions.session("s", of: "a", usedBy: client) == nil)
        #expect(sessions.session("t", of: "a", usedBy: client) != nil)
        #expect(held.bytes(of: "a") == MCPSessions.cost)
    }

    /// A session belongs to the token that used it last, so a rotated token ends none.
    @Test func sessionsEndWithTheirToken() throws {
        let sessions = MCPSessions()
        let (old, new) = (Self.client("a", token: "old"), Self.client("a", token: "new"))
        for id in ["s", "t"] { try open(id, of: old, in: sessions) }
        try open("u", of: Self.client("b", token: "other"), in: sessions)
        #expect(sessions.session("t", of: "a", usedBy: new) != nil)
        sessions.endRevoked { $0.tokenID != "old" }
        #expect(sessions.session("s", of: "a", usedBy: new) == nil)
        #expect(sessions.session("t", of: "a", usedBy: new) != nil && held.bytes(of: "b") == MCPSessions.cost)
        sessions.endRevoked { $0.owner.client != "a" }
        #expect(held.bytes(of: "a") == 0 && held.bytes(of: "b") == MCPSessions.cost)
    }

    /// Sessions of many users of one client end before those of another client, the first ones of the user with the most.
    @Test func manyUsersShutOutNoOtherClient() throws {
        let sessions = MCPSessions()
        func user(_ number: Int) -> Principal {
            Principal(owner: Owner(client: "app", user: "usr_\(number)"), name: "app", scopes: [.chat])
        }
        let other = Self.client("other", token: "1")
        try open("o", of: other, in: sessions)
        try open("single", of: user(0), in: sessions)
        for number in 1...40 {
            for index in 0..<64 { try open("s-\(number)-\(index)", of: user(number), in: sessions) }
        }
        #expect(sessions.session("o", of: "other", usedBy: other) != nil)
        #expect(sessions.session("single", of: "app/usr_0", usedBy: user(0)) != nil)
        for number in 1...40 {
            let left = (0..<64).count {
                sessions.session("s-\(number)-\($0)", of: "app/usr_\(number)", usedBy: user(number)) != nil
            }
            #expect((32...64).contains(left), "\(number): \(left)")
        }
    }

    @Test func anErasureEndsTheSessions() throws {
        let sessions = MCPSessions()
        for client in ["a", "b"] { try open("s-" + client, of: Self.client(client, token: "1"), in: sessions) }
        held.drop { $0 == "a" }
        #expect(sessions.session("s-a", of: "a", usedBy: nil) == nil && held.bytes(of: "a") == 0)
        #expect(sessions.session("s-b", of: "b", usedBy: nil) != nil)
    }
}
