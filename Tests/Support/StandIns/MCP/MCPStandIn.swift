public import StreamingJSON
import Synchronization

/// A stand-in for an MCP server at `/mcp`, of one era or of both.
public struct MCPStandIn: StandIn {
    /// The revisions that a server speaks.
    public enum Era: Sendable {
        /// Sessions, which start with `initialize`; other requests without a session are refused.
        case stateful
        /// No sessions: each request has the revision and the capabilities in `_meta`.
        case stateless
    }

    /// Returns the answer of a scripted method; `nil` for the usual answer.
    public typealias Script = @Sendable (_ request: JSONObject, _ raw: RecordedRequest) -> StandInReply?

    /// The underlying server.
    public let server: StandInServer
    private let state: MCPStandInState

    /// Makes a stand-in.
    ///
    /// - Parameters:
    ///   - key: The accepted bearer token; `nil` for any request.
    ///   - tools: The definitions of the tools.
    ///   - pageSize: The number of tools on a page.
    ///   - script: Replaces answers.
    ///   - call: Returns the result of a call, from its name and its arguments.
    public init(
        _ era: Era,
        key: String? = nil,
        tools: [JSONObject],
        pageSize: Int = 100,
        script: @escaping Script = { _, _ in nil },
        call: @escaping @Sendable (String, JSONObject) -> JSONObject = { name, _ in MCPStandIn.text("called \(name)") }
    ) {
        let state = MCPStandInState(era: era, key: key, tools: tools, pageSize: pageSize, call: call, script: script)
        self.state = state
        server = StandInServer(name: "mcp", port: 0) { state.answer($0) }
    }

    /// The address of the endpoint.
    public var url: String { "\(baseURL)/mcp" }

    /// Replaces the tools.
    public func replace(_ tools: [JSONObject]) { state.replace(tools) }

    /// Ends all sessions.
    public func endSessions() { state.endSessions() }

    /// The methods of the requests so far.
    public var methods: [String] { requests.map { $0.method == "POST" ? $0.rpcMethod : $0.method } }

    /// The result of a call with one text.
    public static func text(_ text: String) -> JSONObject { ["content": [["type": "text", "text": .string(text)]]] }

    /// The definition of a tool with one text parameter.
    public static func tool(
        _ name: String,
        _ description: String = "A tool",
        readOnly: Bool = true
    ) -> JSONObject {
        [
            "name": .string(name), "description": .string(description),
            "inputSchema": ["type": "object", "properties": ["word": ["type": "string"]]],
            "annotations": ["readOnlyHint": .bool(readOnly)],
        ]
    }

    /// A response with a result.
    public static func result(_ result: JSONObject, to id: JSONValue) -> StandInReply {
        .json(["jsonrpc": "2.0", "id": id, "result": .object(result)])
    }

    /// A response with an error.
    public static func error(_ code: Int, _ message: String, to id: JSONValue, status: Int = 200) -> StandInReply {
        .json(
            ["jsonrpc": "2.0", "id": id, "error": ["code": .integer(code), "message": .string(message)]],
            status: status
        )
    }

    /// A stream of events with these messages, each with an id if there is a prefix for ids.
    public static func events(_ messages: [JSONValue], ids: String? = nil, retry: Int? = nil) -> StandInReply {
        var text = retry.map { "retry: \($0)\n\n" } ?? ""
        if let ids { text += "id: \(ids)-0\ndata: \n\n" }
        for (number, message) in messages.enumerated() {
            if let ids { text += "id: \(ids)-\(number + 1)\n" }
            text += "event: message\ndata: \(message.serialized())\n\n"
        }
        return StandInReply(
            headers: [("Content-Type", "text/event-stream")],
            pieces: [.init(text)],
            framing: .chunked
        )
    }

    /// A failure of HTTP.
    public static func failure(_ status: Int, retryAfter: Int?) -> StandInReply {
        .json([:], status: status, headers: retryAfter.map { [("Retry-After", String($0))] } ?? [])
    }
}

extension RecordedRequest {
    /// The method of JSON-RPC in the body; empty if there is none.
    public var rpcMethod: String {
        (try? JSONValue(parsing: bodyText))?["method"]?.stringValue ?? ""
    }
}
