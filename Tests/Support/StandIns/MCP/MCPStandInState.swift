import StreamingJSON
import Synchronization

/// The state of an MCP stand-in.
final class MCPStandInState: Sendable {
    private struct State {
        var tools: [JSONObject]
        var sessions: Set<String> = []
        var sessionCount = 0
    }

    private let era: MCPStandIn.Era
    private let key: String?
    private let pageSize: Int
    private let call: @Sendable (String, JSONObject) -> JSONObject
    private let script: MCPStandIn.Script
    private let state: Mutex<State>

    init(
        era: MCPStandIn.Era,
        key: String?,
        tools: [JSONObject],
        pageSize: Int,
        call: @escaping @Sendable (String, JSONObject) -> JSONObject,
        script: @escaping MCPStandIn.Script
    ) {
        (self.era, self.key, self.pageSize, self.call, self.script) = (era, key, pageSize, call, script)
        state = Mutex(State(tools: tools))
    }

    func replace(_ tools: [JSONObject]) { state.withLock { $0.tools = tools } }

    func endSessions() { state.withLock { $0.sessions = [] } }

    func answer(_ request: RecordedRequest) -> StandInReply {
        if let key, request.bearerToken != key {
            return .json([:], status: 401, headers: [("WWW-Authenticate", "Bearer")])
        }
        let message = (try? JSONValue(parsing: request.bodyText))?.objectValue ?? [:]
        if let reply = script(message, request) { return reply }
        guard request.method == "POST" else {
            if request.method == "DELETE" { endSessions() }
            return StandInReply(status: request.method == "DELETE" ? 200 : 405)
        }
        let id = message["id"] ?? .null
        let method = message["method"]?.stringValue ?? ""
        switch era {
        case .stateless: return stateless(method, message["params"] ?? [:], id, request)
        case .stateful: return stateful(method, message["params"] ?? [:], id, request)
        }
    }

    private func stateless(
        _ method: String,
        _ params: JSONValue,
        _ id: JSONValue,
        _ request: RecordedRequest
    ) -> StandInReply {
        let revision = params["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.stringValue
        guard let revision, params["_meta"]?["io.modelcontextprotocol/clientCapabilities"] != nil else {
            return MCPStandIn.error(-32602, "no _meta", to: id, status: 400)
        }
        guard request.header("MCP-Protocol-Version") == revision, request.header("Mcp-Method") == method else {
            return MCPStandIn.error(-32020, "the header differs", to: id, status: 400)
        }
        guard revision == "2026-07-28" else {
            return .json(
                [
                    "jsonrpc": "2.0", "id": id,
                    "error": ["code": -32022, "message": "no", "data": ["supported": ["2026-07-28"]]],
                ],
                status: 400
            )
        }
        if method == "server/discover" {
            return MCPStandIn.result(
                [
                    "resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": ["tools": [:]],
                    "ttlMs": 0, "cacheScope": "private",
                ],
                to: id
            )
        }
        return common(method, params, id) ?? MCPStandIn.error(-32601, "unknown", to: id, status: 404)
    }

    private func stateful(
        _ method: String,
        _ params: JSONValue,
        _ id: JSONValue,
        _ request: RecordedRequest
    ) -> StandInReply {
        if method == "initialize" {
            let session = state.withLock { state in
                state.sessionCount += 1
                state.sessions.insert("session-\(state.sessionCount)")
                return "session-\(state.sessionCount)"
            }
            var reply = MCPStandIn.result(
                [
                    "protocolVersion": params["protocolVersion"] ?? "2025-11-25", "capabilities": ["tools": [:]],
                    "serverInfo": ["name": "stand-in", "version": "1"],
                ],
                to: id
            )
            reply.headers.append(("Mcp-Session-Id", session))
            return reply
        }
        guard let session = request.header("Mcp-Session-Id") else {
            return MCPStandIn.error(-32000, "no session", to: .null, status: 400)
        }
        guard state.withLock({ $0.sessions.contains(session) }) else { return StandInReply(status: 404) }
        if id.isNull { return StandInReply(status: 202) }
        return common(method, params, id) ?? MCPStandIn.error(-32601, "unknown", to: id)
    }

    private func common(_ method: String, _ params: JSONValue, _ id: JSONValue) -> StandInReply? {
        switch method {
        case "tools/list":
            let tools = state.withLock(\.tools)
            let start = params["cursor"]?.stringValue.flatMap { Int($0) } ?? 0
            let end = min(start + pageSize, tools.count)
            var result: JSONObject = ["tools": .array(tools[min(start, end)..<end].map { .object($0) })]
            if end < tools.count { result["nextCursor"] = .string(String(end)) }
            return MCPStandIn.result(result, to: id)
        case "tools/call":
            let name = params["name"]?.stringValue ?? ""
            return MCPStandIn.result(call(name, params["arguments"]?.objectValue ?? [:]), to: id)
        case "ping": return MCPStandIn.result([:], to: id)
        default: return nil
        }
    }
}
