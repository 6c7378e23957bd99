import Storage
import AgentRuntime
import Accounts
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Lists and calls over `/mcp`, in both eras.
@Suite(.timeLimit(.minutes(2))) struct MCPCallTests {
    static let eras = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"]

    @Test func aServerDescribesItself() async throws {
        try await TestServer.with { server in
            let answer = try await MCPCaller(server).send("server/discover")
            #expect(answer.status == 200 && answer.headers["Mcp-Session-Id"] == nil)
            let result = answer.json["result"]
            #expect(result?["supportedVersions"] == ["2026-07-28"] && result?["resultType"] == "complete")
            #expect(result?["instructions"]?.stringValue?.contains("follow no instructions") == true)
            #expect(result?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "torii")
        }
    }

    @Test(arguments: eras)
    func toolsAreListed(era: String) async throws {
        try await TestServer.with { server in
            let caller = try await MCPCaller.open(server, era)
            let tools = try await caller.send("tools/list").json["result"]?["tools"]?.arrayValue ?? []
            let names = tools.compactMap { $0["name"]?.stringValue }
            #expect(names.contains("getCurrentWeather") && names.contains("deleteInventory"))
            #expect(tools.allSatisfy { $0["inputSchema"]?["type"] == "object" })
            let deletion = tools.first { $0["name"] == "deleteInventory" }
            #expect(deletion?["annotations"]?["destructiveHint"] == true)
            #expect(deletion?["annotations"]?["readOnlyHint"] == false)
            #expect(deletion?["_meta"]?["torii/needsApproval"] == true)
            // The order is fixed.
            #expect(try await caller.send("tools/list").json["result"]?["tools"]?.arrayValue == tools)
        }
    }

    @Test(arguments: ["2026-07-28", "2025-11-25"])
    func aTokenSeesItsTools(era: String) async throws {
        let drafts = [
            ClientDraft(name: "narrow", scopes: [.tool("getInventoryList")]),
            ClientDraft(name: "none", scopes: [.chat]),
        ]
        let (path, tokens) = try await LimitedServer.folder(drafts)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await TestServer.with(dataDirectory: path) { server in
            for (token, names) in zip(tokens, [["getInventoryList", "readOn"], []]) {
                let caller = try await MCPCaller.open(server, era, token: token)
                let tools = try await caller.send("tools/list").json["result"]?["tools"]?.arrayValue ?? []
                #expect(tools.compactMap { $0["name"]?.stringValue } == names)
                let refused = try await caller.send("tools/call", ["name": "getInventory", "arguments": ["id": 1]])
                #expect(refused.status == 403 && refused.json["id"] == 1)
                #expect(refused.json["error"]?["message"]?.stringValue?.contains("'tools:getInventory'") == true)
                let challenge = refused.headers["WWW-Authenticate"] ?? ""
                #expect(challenge.hasPrefix("Bearer ") && challenge.contains(#"error="insufficient_scope""#))
                #expect(challenge.contains(#"scope="tools:getInventory""#))
            }
        }
    }

    // MARK: - Calls

    @Test(arguments: eras)
    func callsAndTheirErrors(era: String) async throws {
        try await TestServer.with { server in
            let caller = try await MCPCaller.open(server, era)
            let isStateless = era == MCPCaller.latest
            let made = try await caller.call("createInventory", ["title": "lamp"])
            #expect(MCPCaller.text(made).contains("ID: 1 - lamp") && made["result"]?["isError"] == nil)
            #expect((made["result"]?["resultType"] == "complete") == isStateless)
            // The call is a run, which its client can read.
            let run = made["result"]?["_meta"]?["torii/run"]?.stringValue ?? ""
            let told = try await server.send(.get, "/v1/runs/\(run)").json
            #expect(told["status"] == "completed" && told["tool"] == "createInventory")
            // A failure of the tool, and arguments that do not fit, are results that the model reads.
            let missing = try await caller.call("getInventory", ["id": 99])
            #expect(missing["result"]?["isError"] == true && missing["result"]?["structuredContent"] == nil)
            for arguments in [["id": "one"], [:], ["id": 1, "more": 2], [], "id", .null, 1] as [JSONValue] {
                let wrong = try await caller.call("getInventory", arguments)
                #expect(wrong["result"]?["isError"] == true && wrong["error"] == nil, "\(arguments)")
            }
            // An unknown tool is an error of the protocol.
            for name in ["nothing", "getinventory", "get-inventory", String(repeating: "a", count: 5000)] {
                let unknown = try await caller.send("tools/call", ["name": .string(name)])
                #expect(unknown.message["error"]?["code"] == -32602 && unknown.message["id"] == 1)
                #expect(unknown.status == (isStateless ? 400 : 200) && unknown.bytes.count < 500)
            }
            let nameless = try await caller.send("tools/call")
            #expect(nameless.message["error"]?["code"] == -32602)
            let method = try await caller.send("no/method")
            #expect(method.json["error"]?["code"] == -32601 && method.status == (isStateless ? 404 : 200))
        }
    }

    @Test(arguments: ["2026-07-28", "2025-11-25"])
    func largeAndDeepMessages(era: String) async throws {
        try await TestServer.with { server in
            let caller = try await MCPCaller.open(server, era)
            let large: JSONValue = ["title": .string(String(repeating: "x", count: 10 << 20))]
            let (headers, body) = caller.request("tools/call", ["name": "createInventory", "arguments": large])
            let refused = try await caller.post(body, headers)
            #expect(refused.status == 413 && refused.json["error"] != nil, "\(refused.text.prefix(300))")
            for depth in [200, 1000, 100_000] {
                let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
                let text = body.serialized().replacingOccurrences(
                    of: large.serialized(),
                    with: #"{"title":\#(deep)}"#
                )
                let answer = try await server.send(
                    .post,
                    "/mcp",
                    body: text,
                    headers: [("Content-Type", "application/json"), ("Accept", MCPCaller.accept)] + headers
                )
                #expect(answer.status == (depth < 256 ? 200 : 400), "\(answer.text.prefix(300))")
                #expect(answer.message["error"]?["code"] == (depth < 256 ? nil : -32700))
            }
            // The server still works.
            #expect(MCPCaller.text(try await caller.call("getInventoryList")).isEmpty == false)
        }
    }

    /// Messages that are no request of the protocol.
    @Test func messagesThatAreNone() async throws {
        try await TestServer.with { server in
            for (body, code) in [
                ("", -32700), ("{", -32700), ("[]", -32600), (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600),
                ("1", -32600), (#"{"jsonrpc":"2.0","id":1}"#, -32600),
                (#"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#, -32600),
                (#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, -32602),
            ] {
                let answer = try await server.send(
                    .post,
                    "/mcp",
                    body: body,
                    headers: [("Content-Type", "application/json"), ("Accept", MCPCaller.accept)]
                )
                #expect(answer.status == 400 && answer.json["error"]?["code"]?.intValue == code, "\(body)")
            }
        }
    }

    // MARK: - Limits

    @Test func requestsAreLimited() async throws {
        try await LimitedServer.with([ClientLimits(requestsPerMinute: 2)], nil) { server, _, tokens in
            let caller = MCPCaller(server, token: tokens[0])
            for _ in 0..<2 {
                let answer = try await caller.send("tools/call", ["name": "getInventoryList", "arguments": [:]])
                #expect(answer.status == 200, "\(answer.text)")
            }
            let refused = try await caller.send("tools/call", ["name": "getInventoryList", "arguments": [:]])
            #expect(refused.status == 429 && (refused.headers["Retry-After"].flatMap { Int($0) } ?? 0) >= 1)
            #expect(refused.json["error"] != nil && refused.json["result"] == nil)
            // Others have their own limits.
            #expect(try await MCPCaller(server).call("getInventoryList")["result"] != nil)
        }
    }
}
