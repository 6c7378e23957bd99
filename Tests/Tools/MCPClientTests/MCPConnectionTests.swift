import Foundation
import KeyLeasing
import ModelContextProtocol
import Secrets
import StandIns
import StreamingJSON
import Synchronization
import Testing
import Transport

@testable import AgentTools
@testable import MCPClient

@Suite(.timeLimit(.minutes(2))) struct MCPConnectionTests {
    private func connection(
        to standIn: MCPStandIn,
        authorizer: any MCPAuthorizer = MCPNoAuthorization(),
        options: MCPConnectionOptions = MCPConnectionOptions()
    ) -> MCPConnection {
        MCPConnection(to: standIn.url, server: "test", client: HTTPClient(), authorizer: authorizer, options: options)
    }

    @Test(arguments: [MCPStandIn.Era.stateless, .stateful])
    func toolsAreListedAndCalledInBothEras(era: MCPStandIn.Era) async throws {
        let tools = (0..<5).map { MCPStandIn.tool("tool\($0)") }
        try await MCPStandIn(era, tools: tools, pageSize: 2).running { standIn in
            let connection = connection(to: standIn)
            let listed = try await connection.listTools()
            #expect(listed.map { $0["name"] } == tools.map { $0["name"] })
            let result = try await connection.callTool("tool1", ["word": "x"])
            #expect(result["content"]?[0]?["text"] == "called tool1")
            await connection.close()
            let last = standIn.methods.last
            #expect(era == .stateful ? last == "DELETE" : last == "tools/call")
            let isStateless = try await connection.connect().revision.isStateless
            #expect(isStateless == (era == .stateless))
        }
    }

    @Test func aLostSessionIsReplaced() async throws {
        try await MCPStandIn(.stateful, tools: [MCPStandIn.tool("a")]).running { standIn in
            let connection = connection(to: standIn)
            _ = try await connection.listTools()
            standIn.endSessions()
            _ = try await connection.listTools()
            #expect(standIn.methods.filter { $0 == "initialize" }.count == 2)
            // The era is known, so the second agreement starts with it.
            #expect(standIn.methods.filter { $0 == "server/discover" }.count == 1)
        }
    }

    @Test func annotatedArgumentsAreHeaderFieldsToo() async throws {
        let tool: JSONObject = [
            "name": "query",
            "inputSchema": [
                "type": "object", "properties": ["region": ["type": "string", "x-mcp-header": "Region"]],
            ],
        ]
        try await MCPStandIn(.stateless, tools: [tool]).running { standIn in
            _ = try await connection(to: standIn).callTool("query", ["region": "東"], definition: tool)
            let request = try #require(standIn.requests.last)
            #expect(request.header("Mcp-Name") == "query")
            #expect(request.header("Mcp-Param-Region") == "=?base64?5p2x?=")
        }
    }

    @Test func questionsAreAnsweredAndTheStateIsReturned() async throws {
        let standIn = MCPStandIn(.stateless, tools: []) { message, _ in
            guard message["method"] == "tools/call" else { return nil }
            let id = message["id"] ?? .null
            guard let answers = message["params"]?["inputResponses"] else {
                return MCPStandIn.result(
                    [
                        "resultType": "input_required", "requestState": "s1",
                        "inputRequests": [
                            "q": [
                                "method": "elicitation/create",
                                "params": [
                                    "message": "Name?", "requestedSchema": ["properties": ["n": ["default": "Al"]]],
                                ],
                            ]
                        ],
                    ],
                    to: id
                )
            }
            return MCPStandIn.result(
                ["resultType": "complete", "answers": answers, "state": message["params"]?["requestState"] ?? .null],
                to: id
            )
        }
        try await standIn.running { standIn in
            let options = MCPConnectionOptions(elicitation: { MCPElicitationAnswer.acceptingDefaults($0) })
            let result = try await connection(to: standIn, options: options).callTool("ask", [:])
            #expect(result["answers"] == ["q": ["action": "accept", "content": ["n": "Al"]]])
            #expect(result["state"] == "s1")
        }
    }

    @Test func aServerThatAsksWithoutEndIsGivenUp() async throws {
        let standIn = MCPStandIn(.stateless, tools: []) { message, _ in
            message["method"] == "tools/call"
                ? MCPStandIn.result(["resultType": "input_required", "requestState": "s"], to: message["id"] ?? .null)
                : nil
        }
        try await standIn.running { standIn in
            let failure = await #expect(throws: MCPFailure.self) {
                try await connection(to: standIn).callTool("ask", [:])
            }
            #expect(failure?.code == .unreadable)
        }
    }

    @Test func aBrokenStreamOfASessionIsContinued() async throws {
        let standIn = MCPStandIn(.stateful, tools: []) { message, raw in
            if raw.method == "GET", raw.header("Last-Event-ID") == "a-0" {
                return MCPStandIn.events([["jsonrpc": "2.0", "id": 4, "result": ["content": []]]], ids: "b")
            }
            guard message["method"] == "tools/call" else { return nil }
            // The first piece has only an id: the stream is to be continued.
            return MCPStandIn.events([], ids: "a", retry: 10)
        }
        try await standIn.running { standIn in
            let options = MCPConnectionOptions(revision: .v2025_11_25)
            let connection = connection(to: standIn, options: options)
            _ = try await connection.request("ping")
            _ = try await connection.request("ping")
            #expect(try await connection.callTool("slow", [:])["content"] == [])
        }
    }

    @Test func messagesBeforeTheResponseAreHandled() async throws {
        let standIn = MCPStandIn(.stateful, tools: []) { message, _ in
            guard message["method"] == "tools/call", let id = message["id"] else { return nil }
            let progress: JSONValue = [
                "jsonrpc": "2.0", "method": "notifications/progress",
                "params": ["progressToken": id, "progress": 1, "total": 4, "message": "on\u{200B}e"],
            ]
            let question: JSONValue = ["jsonrpc": "2.0", "id": "q", "method": "sampling/createMessage", "params": [:]]
            let others: [JSONValue] = [
                ["jsonrpc": "2.0", "id": 999, "result": [:]], [["jsonrpc": "2.0"]], "text", 1, .null,
            ]
            let flood = [JSONValue](repeating: ["jsonrpc": "2.0", "method": "notifications/message"], count: 500)
            let answer: JSONValue = [
                "jsonrpc": "2.0", "id": id, "result": ["content": [["type": "text", "text": "done"]]],
            ]
            return MCPStandIn.events(flood + others + [progress, question, answer, answer])
        }
        try await standIn.running { standIn in
            let reports = Mutex<[String]>([])
            let call = MCPCallOptions(onProgress: { share, note in
                reports.withLock { $0.append("\(share ?? -1) \(note ?? "")") }
            })
            let result = try await connection(to: standIn).callTool("work", [:], call)
            #expect(result["content"]?[0]?["text"] == "done")
            #expect(reports.withLock { $0 } == ["0.25 one"])
            // A question that Torii does not answer is refused, so that the server does not wait.
            let refusal = standIn.requests.last { $0.bodyText.contains("\"q\"") }
            #expect(refusal?.bodyText.contains("-32601") == true)
        }
    }

    /// Answers that break the protocol, each with the failure that it causes.
    @Test(arguments: [
        (#"[{"jsonrpc":"2.0","id":77,"result":{}}]"#, MCPFailure.Code.unreadable),
        (#"{"jsonrpc":"2.0","id":77,"result":{}}"#, .unreadable), ("", .unreadable), ("{", .unreadable),
        (#"{"jsonrpc":"2.0","id":2,"result":7}"#, .unreadable),
        (#"{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no"}}"#, .refused(.invalidParameters)),
        (String(repeating: "[", count: 100_000), .unreadable),
    ])
    func brokenAnswersAreFailures(body: String, code: MCPFailure.Code) async throws {
        let standIn = MCPStandIn(.stateless, tools: []) { message, _ in
            guard message["method"] == "tools/call" else { return nil }
            return StandInReply(headers: [("Content-Type", "application/json")], pieces: [.init(body)])
        }
        try await standIn.running { standIn in
            let failure = await #expect(throws: MCPFailure.self) {
                try await connection(to: standIn).callTool("x", [:])
            }
            #expect(failure?.code == code)
        }
    }

    @Test func anAnswerThatIsTooLongIsAFailure() async throws {
        let large = String(repeating: "x", count: MCPLimits.messageBytes + 1)
        let standIn = MCPStandIn(.stateless, tools: [], call: { _, _ in MCPStandIn.text(large) })
        try await standIn.running { standIn in
            let failure = await #expect(throws: MCPFailure.self) {
                try await connection(to: standIn).callTool("x", [:])
            }
            #expect(failure?.code == .tooLarge)
        }
    }

    @Test(arguments: [Misbehavior.stallBeforeHeader, .stall(afterBytes: 5)])
    func aServerThatNeverAnswersEndsAtTheDeadline(misbehavior: Misbehavior) async throws {
        try await MCPStandIn(.stateless, tools: []).running { standIn in
            let connection = connection(to: standIn)
            try await connection.connect()
            standIn.server.misbehave(misbehavior, times: nil)
            let failure = await #expect(throws: MCPFailure.self) {
                try await connection.callTool("x", [:], MCPCallOptions(deadline: .milliseconds(300)))
            }
            #expect(failure?.code == .timedOut)
        }
    }

    @Test func aCallThatWasCutOffIsRepeatedOnlyIfThatIsSafe() async throws {
        try await MCPStandIn(.stateless, tools: []).running { standIn in
            let connection = connection(to: standIn)
            try await connection.connect()
            for isRepeatable in [false, true] {
                let count = standIn.requests.count
                standIn.server.misbehave(.truncate(afterBytes: 5), times: 1)
                let result = try? await connection.callTool("x", [:], MCPCallOptions(isRepeatable: isRepeatable))
                #expect((result != nil) == isRepeatable)
                #expect(standIn.requests.count - count == (isRepeatable ? 2 : 1))
            }
        }
    }

    @Test func cancellationClosesTheConnectionOrTellsTheServer() async throws {
        for era in [MCPStandIn.Era.stateless, .stateful] {
            let gate = StandInGate()
            let standIn = MCPStandIn(era, tools: []) { message, _ in
                guard message["method"] == "tools/call" else { return nil }
                var reply = MCPStandIn.result([:], to: message["id"] ?? .null)
                reply.misbehavior = .hold(gate)
                return reply
            }
            try await standIn.running { standIn in
                let connection = connection(to: standIn)
                try await connection.connect()
                let call = Task { try await connection.callTool("x", [:]) }
                for await event in standIn.events() {
                    if case .received(let request) = event, request.rpcMethod == "tools/call" { break }
                }
                call.cancel()
                await #expect(throws: CancellationError.self) { try await call.value }
                if era == .stateful {
                    for await event in standIn.events() {
                        if case .received(let request) = event, request.rpcMethod == "notifications/cancelled" { break }
                    }
                }
                gate.open()
            }
        }
    }

    @Test func aRefusedKeyIsFollowedByTheNext() async throws {
        let outcomes = Mutex<[String]>([])
        let keys = Mutex(["bad", "good"])
        let source: KeySource = {
            let name = keys.withLock { $0[0] }
            return KeyLease(keyID: name, secret: SecretString(name)) { outcome in
                outcomes.withLock { $0.append("\(name) \(outcome)") }
                if outcome == .refused { keys.withLock { _ = $0.removeFirst() } }
            }
        }
        let authorizer = MCPKeyAuthorizer(server: "test", fields: [("Authorization", "Bearer ")], source: source)
        try await MCPStandIn(.stateless, key: "good", tools: [MCPStandIn.tool("a")]).running { standIn in
            let tools = try await connection(to: standIn, authorizer: authorizer).listTools()
            #expect(tools.count == 1)
            #expect(outcomes.withLock { $0 } == ["bad refused", "good accepted", "good accepted"])
        }
    }

    @Test func redirectsStayOnTheServer() async throws {
        let standIn = MCPStandIn(.stateless, tools: [MCPStandIn.tool("a")]) { _, raw in
            raw.path == "/mcp" ? StandInReply(status: 307, headers: [("Location", "/mcp/")]) : nil
        }
        try await standIn.running { standIn in
            let tools = try await connection(to: standIn).listTools()
            #expect(tools.count == 1)
        }
        let leading = MCPStandIn(.stateless, tools: []) { _, _ in
            StandInReply(status: 307, headers: [("Location", "http://127.0.0.1:1/mcp")])
        }
        try await leading.running { standIn in
            let failure = await #expect(throws: MCPFailure.self) { try await connection(to: standIn).listTools() }
            #expect(failure?.code == .status(307))
        }
    }
}
