import LanguageModels
import ModelContextProtocol
import StandIns
import StreamingJSON
import Synchronization
import Testing
import Transport

@testable import AgentTools
@testable import MCPClient

/// Servers that are a little off the protocol.
@Suite(.timeLimit(.minutes(2))) struct LenientServerTests {
    private static func connection(
        to standIn: MCPStandIn,
        onSessionEnded: @escaping @Sendable () -> Void = {}
    ) -> MCPConnection {
        MCPConnection(
            to: standIn.url,
            server: "test",
            client: HTTPClient(),
            options: MCPConnectionOptions(onSessionEnded: onSessionEnded)
        )
    }

    private static func failure(_ code: JSONValue, _ message: String, _ id: JSONValue, status: Int) -> StandInReply {
        .json(["jsonrpc": "2.0", "id": id, "error": ["code": code, "message": .string(message)]], status: status)
    }

    // MARK: Sessions

    private static let losses: [(String, @Sendable (JSONValue) -> StandInReply)] = [
        ("400, no valid session", { failure(-32000, "Bad Request: No valid session ID provided", $0, status: 400) }),
        ("400, other id", { _ in failure(-32000, "Invalid session", .null, status: 400) }),
        ("400, text", { _ in .text("Unknown session", status: 400) }), ("400, empty", { _ in .text("", status: 400) }),
        ("400, not initialized", { failure(-32000, "Bad Request: Server not initialized", $0, status: 400) }),
        ("404", { _ in .text("", status: 404) }),
        ("404, error", { failure(-32001, "Session not found", $0, status: 404) }),
        ("410", { _ in .text("session expired", status: 410) }),
        ("200, error", { failure(-32001, "Session not found", $0, status: 200) }),
        ("400, JSON", { _ in .json(["error": "Session not found"], status: 400) }),
        ("400, JSON, two words", { _ in .json(["error": "Invalid or missing session ID"], status: 400) }),
        ("400, code as text", { _ in .json(["error": ["code": "SESSION_EXPIRED", "id": 1]], status: 400) }),
        ("401", { failure(-32001, "Session expired", $0, status: 401) }),
        ("403", { failure(-32001, "Session expired", $0, status: 403) }),
        ("403, text", { _ in .text("Unknown session", status: 403) }),
        (
            "200, before initialization",
            { failure(-32602, "Received request before initialization was complete", $0, status: 200) }
        ),
        ("200, arguments", { failure(-32602, "Invalid session ID", $0, status: 200) }),
        ("200, internal", { failure(-32603, "Internal error: session not found", $0, status: 200) }),
        ("500, internal", { failure(-32603, "Session not found", $0, status: 500) }),
        ("500, text", { _ in .text("session 81f2-a0 not found", status: 500) }),
    ]

    @Test(arguments: losses.indices)
    func anUnknownSessionIsBegunAnewOnce(_ index: Int) async throws {
        let refuses = Mutex<Bool?>(false)
        let standIn = MCPStandIn(.stateful, tools: [MCPStandIn.tool("a")]) { request, _ in
            guard refuses.withLock({ $0 != false }) else { return nil }
            if request["method"] == "initialize", refuses.withLock({ $0 }) == true { refuses.withLock { $0 = false } }
            return request["method"] == "tools/list" ? Self.losses[index].1(request["id"] ?? .null) : nil
        }
        let ended = Mutex(0)
        try await standIn.running { standIn async throws in
            let connection = Self.connection(to: standIn) { ended.withLock { $0 += 1 } }
            #expect(try await connection.listTools().count == 1)
            refuses.withLock { $0 = true }
            #expect(try await connection.listTools().count == 1, "\(Self.losses[index].0)")
            #expect(standIn.methods.filter { $0 == "initialize" }.count == 2)
            #expect(ended.withLock { $0 } == 1)
            // A server that knows no session at all is asked once more, and not for ever.
            refuses.withLock { $0 = nil }
            await #expect(throws: MCPFailure.self) { try await connection.listTools() }
            #expect(standIn.methods.filter { $0 == "initialize" }.count == 3)
        }
    }

    @Test(arguments: [
        (-32602, "unknown argument 'session'", 400), (-32603, "The bank's session has expired", 200),
        (-32000, "out of stock", 400), (-32603, "Database not initialized", 500),
        (-32602, "the browser session is invalid", 200), (-32001, "key expired", 403),
    ])
    func otherErrorsEndNoSession(_ code: Int, _ message: String, _ status: Int) async throws {
        let standIn = MCPStandIn(.stateful, tools: []) { request, _ in
            guard request["method"] == "tools/call" else { return nil }
            return Self.failure(.integer(code), message, request["id"] ?? .null, status: status)
        }
        try await standIn.running { standIn in
            let connection = Self.connection(to: standIn)
            await #expect(throws: MCPFailure.self) { try await connection.callTool("a", [:]) }
            #expect(standIn.methods.filter { $0 == "initialize" }.count == 1)
            #expect(standIn.methods.filter { $0 == "tools/call" }.count == 1)
        }
    }

    // MARK: Forms

    private static let list = #""result":{"tools":[{"name":"a","inputSchema":null}]}"#
    private static let forms: [(String, @Sendable (String) -> StandInReply)] = [
        ("plain text", { .text(#"{"jsonrpc":"2.0","id":\#($0),\#(list)}"#) }),
        ("no type", { StandInReply(pieces: [.init(#"{"jsonrpc":"2.0","id":\#($0),\#(list)}"#)]) }),
        (
            "byte order mark",
            { .text("\u{FEFF}" + #"{"jsonrpc":"2.0","id":\#($0),\#(list)}"#, contentType: "application/json") }
        ),
        ("alone in a batch", { .text(#"[{"jsonrpc":"2.0","id":\#($0),\#(list)}]"#, contentType: "application/json") }),
        ("id as text", { .text(#"{"jsonrpc":"2.0","id":"\#($0)",\#(list)}"#, contentType: "application/json") }),
        (
            "error null",
            { .text(#"{"jsonrpc":"2.0","id":\#($0),"error":null,\#(list)}"#, contentType: "application/json") }
        ),
        (
            "beside a notification in a batch",
            {
                .text(
                    #"[{"jsonrpc":"2.0","method":"notifications/message","params":{}},1,{"jsonrpc":"2.0","id":\#($0),\#(list)}]"#,
                    contentType: "application/json"
                )
            }
        ),
        ("id with a point", { .text(#"{"jsonrpc":"2.0","id":\#($0).0,\#(list)}"#, contentType: "application/json") }),
        ("id null", { _ in .text(#"{"jsonrpc":"2.0","id":null,\#(list)}"#, contentType: "application/json") }),
        ("no id", { _ in .text(#"{"jsonrpc":"2.0",\#(list)}"#, contentType: "application/json") }),
        ("no event", { .text(#"{"jsonrpc":"2.0","id":\#($0),\#(list)}"#, contentType: "text/event-stream") }),
        (
            "no blank line",
            { .text("data: {\"jsonrpc\":\"2.0\",\"id\":\($0),\(list)}\n", contentType: "text/event-stream") }
        ),
        (
            "no line end",
            { .text("data: {\"jsonrpc\":\"2.0\",\"id\":\($0),\(list)}", contentType: "text/event-stream") }
        ),
        (
            "batch as an event",
            { .text("data: [{\"jsonrpc\":\"2.0\",\"id\":\($0),\(list)}]\n\n", contentType: "text/event-stream") }
        ),
        ("no version", { .text(#"{"id":\#($0),\#(list)}"#, contentType: "application/json") }),
        (
            "events without names",
            { .text("data: {\"jsonrpc\":\"2.0\",\"id\":\($0),\(list)}\n\n", contentType: "text/event-stream") }
        ),
        (
            "events with a name",
            {
                .text(
                    "event: response\ndata: {\"jsonrpc\":\"2.0\",\"id\":\($0),\(list)}\n\n",
                    contentType: "text/event-stream"
                )
            }
        ),
        (
            "events with a mark",
            { .text("\u{FEFF}data: {\"jsonrpc\":\"2.0\",\"id\":\($0),\(list)}\n\n", contentType: "text/event-stream") }
        ),
        ("events as text", { .text("data: {\"jsonrpc\":\"2.0\",\"id\":\($0),\(list)}\n\n") }),
        (
            "cursor null",
            { .text(#"{"jsonrpc":"2.0","id":\#($0),"result":{"nextCursor":null,"tools":[{"name":"a"}]}}"#) }
        ),
        (
            "cursor empty",
            { .text(#"{"jsonrpc":"2.0","id":\#($0),"result":{"nextCursor":"","tools":[{"name":"a"}]}}"#) }
        ),
    ]

    @Test(arguments: forms.indices)
    func anAnswerThatIsALittleOffIsRead(_ index: Int) async throws {
        let standIn = MCPStandIn(.stateful, tools: []) { request, _ in
            switch request["method"] {
            case "tools/list": Self.forms[index].1((request["id"] ?? .null).serialized())
            // With a body, and with 200 in place of 202.
            case "notifications/initialized": .json(["ok": true])
            default: nil
            }
        }
        try await standIn.running { standIn in
            let tools = try await Self.connection(to: standIn).listTools(onlyUsable: false)
            #expect(tools.map { $0["name"] } == ["a"], "\(Self.forms[index].0)")
            let definition = try MCPToolDefinition(tools[0], of: "s", prefix: "s")
            #expect(definition.argumentSchema == ["type": "object"])
        }
    }

    @Test(arguments: [JSONValue.string("E42"), .string("-32601"), .null])
    func anErrorWithAnotherCodeIsAnError(_ code: JSONValue) async throws {
        let standIn = MCPStandIn(.stateful, tools: []) { request, _ in
            guard request["method"] == "tools/list" else { return nil }
            return Self.failure(code, "it broke", request["id"] ?? .null, status: 200)
        }
        try await standIn.running { standIn in
            let failure = await #expect(throws: MCPFailure.self) { try await Self.connection(to: standIn).listTools() }
            #expect(failure?.detail.contains("it broke") == true)
        }
    }

    @Test(
        arguments: [
            (["structuredContent": ["a": 1]], #"{"a":1}"#),
            (["content": nil, "structuredContent": ["a": 1]], #"{"a":1}"#),
            (["content": "words"], "words"), (["content": ["type": "text", "text": "words"]], "words"),
            (["content": ["words"]], "words"), ([:], "[no content]"), (["content": nil], "[no content]"),
            (["content": [["text": "words"]]], "words"), (["content": [["type": "text", "text": 7]]], "7"),
            (["content": ["type": "text", "text": ["a": 1]]], #"{"a":1}"#),
            (["toolResult": ["a": 1]], #"{"toolResult":{"a":1}}"#), (["data": "words"], #"{"data":"words"}"#),
            (["content": [], "_meta": ["a": 1]], "[no content]"), (["content": ["words"], "data": 1], "words"),
        ] as [(JSONObject, String)]
    )
    func aResultWithoutAListOfPartsIsRead(_ result: JSONObject, _ text: String) {
        #expect(MCPToolResult(result, of: "s").text.contains("\n\(text)\n"))
    }

    // MARK: Arguments

    @Test(
        arguments: [
            (["type": "object", "additionalProperties": true, "properties": ["a": [:]]], true),
            (["type": "object", "additionalProperties": [:], "properties": ["a": ["type": "string"]]], true),
            (["type": "object", "additionalProperties": ["type": "string"], "properties": [:]], true),
            (
                ["type": "object", "patternProperties": ["^x-": ["type": "string"]], "additionalProperties": false],
                true
            ),
            (["type": "object"], true), ([:], true), (nil, true),
            (["type": "object", "additionalProperties": false], false),
            (["type": "object", "properties": ["a": [:]]], false),
        ] as [(JSONObject?, Bool)]
    )
    func aSchemaIsShownAsItIsAndMayBeOpen(_ schema: JSONObject?, _ isOpen: Bool) throws {
        let definition = try MCPToolDefinition(
            ["name": "a", "inputSchema": schema.map { .object($0) } ?? .null],
            of: "s",
            prefix: "s"
        )
        let tool = MCPTool(
            definition: definition,
            declaration: try MCPServerDeclaration("mcp: {url: https://e.com}", name: "s", file: "s.yaml"),
            connection: MCPConnection(to: "https://e.com", server: "s", client: HTTPClient())
        )
        let shown = ToolSchema(of: tool)
        #expect(shown.isOpen == isOpen)
        #expect(shown.document["additionalProperties"] == schema?["additionalProperties"])
        #expect(shown.document["patternProperties"] == schema?["patternProperties"])
        // A model sees the same.
        if let others = schema?["additionalProperties"] {
            #expect(definition.parameters.jsonValue["additionalProperties"] == others)
        }
    }

    @Test func aModelSeesOpenObjectsWithin() throws {
        let open: JSONValue = ["type": "object", "properties": ["x": ["type": "string"]], "additionalProperties": true]
        let schema: JSONValue = [
            "type": "object",
            "properties": [
                "inner": open, "list": ["type": "array", "items": open],
                "closed": ["type": "object", "properties": ["x": [:]]],
                "named": ["$ref": "#/definitions/Open"],
            ],
            "definitions": ["Open": open],
        ]
        let definition = try MCPToolDefinition(["name": "a", "inputSchema": schema], of: "s", prefix: "s")
        let shown = definition.parameters.jsonValue
        #expect(shown["properties"]?["inner"]?["additionalProperties"] == true)
        #expect(shown["properties"]?["list"]?["items"]?["additionalProperties"] == true)
        #expect(shown["properties"]?["closed"]?["additionalProperties"] == false)
        #expect(shown["$defs"]?["Open_2"]?["additionalProperties"] == true, "\(shown)")
    }
}
