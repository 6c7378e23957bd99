import ModelContextProtocol
import StandIns
import StreamingJSON
import Synchronization
import Testing
import Transport

@testable import AgentTools
@testable import MCPClient

/// Servers whose answers around a session, or whose lists, are a little off the protocol.
@Suite(.timeLimit(.minutes(2))) struct LenientSessionTests {
    /// Sentences of the connection about what was off.
    private final class Oddities: Sendable {
        private let texts = Mutex<[String]>([])
        var all: [String] { texts.withLock { $0 } }
        func add(_ text: String) { texts.withLock { $0.append(text) } }
    }

    private static func connection(
        to standIn: MCPStandIn,
        _ oddities: Oddities = Oddities(),
        authorizer: any MCPAuthorizer = MCPNoAuthorization()
    ) -> MCPConnection {
        MCPConnection(
            to: standIn.url,
            server: "test",
            client: HTTPClient(),
            authorizer: authorizer,
            options: MCPConnectionOptions(onOddity: { oddities.add($0) })
        )
    }

    /// A server whose only route is that for POST answers the request for its events with 404, in its session too.
    @Test func aMissingRouteForEventsEndsNoSession() async throws {
        let standIn = MCPStandIn(.stateful, tools: [MCPStandIn.tool("a")]) { _, raw in
            raw.method == "GET" ? StandInReply(status: 404) : nil
        }
        try await standIn.running { standIn async throws in
            var options = MCPConnectionOptions()
            options.elicitation = { _ in MCPElicitationAnswer.decline }
            let connection = MCPConnection(to: standIn.url, server: "test", client: HTTPClient(), options: options)
            _ = try await connection.callTool("a", [:])
            let listens = try await connection.listen()
            #expect(!listens)
            _ = try await connection.callTool("a", [:])
            #expect(standIn.methods.filter { $0 == "initialize" }.count == 1)
            #expect(standIn.methods.contains("GET"))
        }
    }

    /// A session whose `initialize` could not be read is not sent with the next attempt to connect, nor does it end that.
    @Test func anUnreadableStartIsTriedAgain() async throws {
        let starts = Mutex(0)
        let standIn = MCPStandIn(.stateful, tools: [MCPStandIn.tool("a")]) { request, _ in
            switch request["method"] {
            case "server/discover":
                return MCPStandIn.error(
                    -32600,
                    "Bad Request: Server not initialized",
                    to: request["id"] ?? .null,
                    status: 400
                )
            case "initialize"
            where starts.withLock({
                $0 += 1; return $0 <= 2
            }):
                var reply = StandInReply.text("<html>", contentType: "application/json")
                reply.headers.append(("Mcp-Session-Id", "stale"))
                return reply
            default: return nil
            }
        }
        try await standIn.running { standIn async throws in
            let connection = Self.connection(to: standIn)
            for _ in 0..<2 {
                let failure = await #expect(throws: MCPFailure.self) { try await connection.listTools() }
                #expect(failure?.code == .unreadable)
            }
            #expect(try await connection.listTools().count == 1)
        }
    }

    /// Two calls that lose a session at once begin one other session.
    @Test func oneOtherSessionIsBegunForAllCalls() async throws {
        let standIn = MCPStandIn(.stateful, tools: [MCPStandIn.tool("a")])
        try await standIn.running { standIn async throws in
            let connection = Self.connection(to: standIn)
            _ = try await connection.listTools()
            standIn.endSessions()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 { group.addTask { _ = try await connection.callTool("a", [:]) } }
                try await group.waitForAll()
            }
            #expect(standIn.methods.filter { $0 == "initialize" }.count == 2)
        }
    }

    /// Refusals of credentials that are not about a session reach the authorizer.
    private struct Refusals: MCPAuthorizer {
        let seen: @Sendable () -> Void
        @concurrent func credentials(for url: String) async throws -> MCPCredentials { .none }
        @concurrent func refused(_ refusal: MCPRefusal, of credentials: MCPCredentials) async throws -> Bool {
            seen()
            return false
        }
    }

    @Test(arguments: [
        // The words, whether a challenge is beside them, and whether a session was in use.
        ("Session expired", false, true, 0), ("Session expired", true, true, 1), ("Session expired", false, false, 1),
        ("Your login session has expired", false, true, 1), ("key expired", false, true, 1),
    ])
    func aRefusalOfTheKeyIsNoLostSession(
        _ words: String,
        _ hasChallenge: Bool,
        _ wasUsed: Bool,
        _ count: Int
    ) async throws {
        let refuses = Mutex(!wasUsed)
        let standIn = MCPStandIn(.stateful, tools: []) { request, _ in
            if request["method"] == "initialize", wasUsed { refuses.withLock { $0 = false } }
            guard request["method"] == "tools/call", refuses.withLock({ $0 }) else { return nil }
            return .json(
                ["error": .string(words)],
                status: 401,
                headers: hasChallenge ? [("WWW-Authenticate", "Bearer")] : []
            )
        }
        let seen = Mutex(0)
        try await standIn.running { standIn async throws in
            let connection = Self.connection(to: standIn, authorizer: Refusals { seen.withLock { $0 += 1 } })
            if wasUsed { _ = try await connection.callTool("a", [:]) }
            refuses.withLock { $0 = true }
            _ = try? await connection.callTool("a", [:])
            #expect(seen.withLock { $0 } == count)
        }
    }

    @Test(arguments: [400, 401, 403, 404, 405, 500, 501])
    func theAnswerToANotificationHasNoEffect(_ status: Int) async throws {
        let standIn = MCPStandIn(.stateful, tools: [MCPStandIn.tool("a")]) { request, _ in
            request["method"] == "notifications/initialized" ? .text("no", status: status) : nil
        }
        let oddities = Oddities()
        let seen = Mutex(0)
        try await standIn.running { standIn async throws in
            let connection = Self.connection(to: standIn, oddities, authorizer: Refusals { seen.withLock { $0 += 1 } })
            #expect(try await connection.listTools().count == 1)
            #expect(try await connection.listTools().count == 1)
        }
        #expect(oddities.all.count == 1 && oddities.all[0].contains("HTTP status \(status)"))
        #expect(seen.withLock { $0 } == 0)
    }

    private static let tool: JSONValue = ["name": "a", "inputSchema": ["type": "object"]]

    @Test(
        arguments: [
            (["tools": [tool], "nextCursor": 2], "no short text"),
            (["tools": [tool], "nextCursor": false], "no short text"),
            (["tools": [tool], "nextCursor": "same"], "in a circle"),
            (["tools": [nil, "x", tool]], "2 of the elements of its list of tools are no definitions"),
        ] as [(JSONObject, String)]
    )
    func aListThatIsALittleOffIsRead(_ page: JSONObject, _ oddity: String) async throws {
        let standIn = MCPStandIn(.stateful, tools: []) { request, _ in
            request["method"] == "tools/list" ? MCPStandIn.result(page, to: request["id"] ?? .null) : nil
        }
        let oddities = Oddities()
        try await standIn.running { standIn async throws in
            let tools = try await Self.connection(to: standIn, oddities).listTools()
            #expect(!tools.isEmpty && tools.allSatisfy { $0["name"] == "a" })
        }
        #expect(oddities.all.count == 1 && oddities.all[0].contains(oddity))
    }

    @Test func aSentenceIsReportedOnce() {
        let reported = ReportedOnce()
        #expect(reported.isNew("a") && !reported.isNew("a") && reported.isNew("b"))
    }
}
