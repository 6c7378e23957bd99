import EventStreams
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// A client of `/mcp`, in a revision with sessions or without.
struct MCPCaller: Sendable {
    static let accept = "application/json, text/event-stream"
    static let latest = "2026-07-28"
    /// The revision that `era` of a test names for clients with sessions.
    static let stateful = "2025-11-25"

    let server: TestServer
    var token: String? = TestServer.clientToken
    var capabilities: JSONObject = ["elicitation": [:]]
    /// The session; `nil` in revisions without.
    var session: String?
    var revision = latest

    init(_ server: TestServer, token: String? = TestServer.clientToken) { (self.server, self.token) = (server, token) }

    /// Makes a client of a revision, which opens a session if the revision has sessions.
    static func open(
        _ server: TestServer,
        _ revision: String,
        token: String = TestServer.clientToken,
        capabilities: JSONObject = ["elicitation": [:]]
    ) async throws -> MCPCaller {
        var caller = MCPCaller(server, token: token)
        (caller.revision, caller.capabilities) = (revision, capabilities)
        guard revision != latest else { return caller }
        let params: JSONObject = [
            "protocolVersion": .string(revision), "capabilities": .object(capabilities),
            "clientInfo": ["name": "test", "version": "1"],
        ]
        let answer = try await caller.post(message("initialize", params, id: 0))
        #expect(answer.status == 200 && answer.json["result"]?["protocolVersion"]?.stringValue == revision)
        caller.session = answer.headers["Mcp-Session-Id"]
        let ready: JSONValue = ["jsonrpc": "2.0", "method": "notifications/initialized"]
        #expect(try await caller.post(ready).status == 202)
        return caller
    }

    // MARK: - Requests

    static func message(_ method: String, _ params: JSONObject, id: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": .object(params)]
    }

    /// Returns the header fields and the body of a request.
    func request(
        _ method: String,
        _ params: JSONObject = [:],
        id: JSONValue = 1,
        meta: JSONObject = [:]
    ) -> (headers: [(String, String)], body: JSONValue) {
        var (params, meta) = (params, meta)
        var headers = sessionHeaders
        if session == nil {
            meta["io.modelcontextprotocol/protocolVersion"] = .string(revision)
            meta["io.modelcontextprotocol/clientCapabilities"] = .object(capabilities)
            headers.append(("Mcp-Method", method))
            if let name = (params["name"] ?? params["uri"])?.stringValue { headers.append(("Mcp-Name", name)) }
        }
        if !meta.isEmpty { params["_meta"] = .object(meta) }
        return (headers, Self.message(method, params, id: id))
    }

    /// The header fields of every message.
    var sessionHeaders: [(String, String)] {
        var headers = [("MCP-Protocol-Version", revision)]
        if let session { headers.append(("Mcp-Session-Id", session)) }
        return headers
    }

    /// Posts a body.
    func post(
        _ body: JSONValue,
        _ headers: [(String, String)]? = nil,
        accept: String = accept,
        type: String = "application/json"
    ) async throws -> TestServer.Answer {
        try await server.send(
            .post,
            "/mcp",
            token: token,
            body: body.serialized(),
            headers: [("Content-Type", type), ("Accept", accept)] + (headers ?? sessionHeaders)
        )
    }

    /// Sends a request; its response is the body or the last event.
    func send(
        _ method: String,
        _ params: JSONObject = [:],
        id: JSONValue = 1,
        meta: JSONObject = [:]
    ) async throws -> TestServer.Answer {
        let (headers, body) = request(method, params, id: id, meta: meta)
        return try await post(body, headers)
    }

    /// Calls a tool.
    func call(_ tool: String, _ arguments: JSONValue = [:], _ more: JSONObject = [:]) async throws -> JSONValue {
        var params = more
        (params["name"], params["arguments"]) = (.string(tool), arguments)
        return try await send("tools/call", params).message
    }

    /// Sends a request, whose response is read as it arrives.
    func stream(
        _ method: String,
        _ params: JSONObject = [:],
        id: JSONValue = 1,
        meta: JSONObject = [:]
    ) async throws -> HTTPResponse {
        let (headers, body) = request(method, params, id: id, meta: meta)
        return try await open(.post, headers + [("Content-Type", "application/json"), ("Accept", Self.accept)], body)
    }

    /// Reads the stream of the session, or the rest of another one.
    func listen(after event: String? = nil) async throws -> HTTPResponse {
        let more = event.map { [("Last-Event-ID", $0)] } ?? []
        return try await open(.get, sessionHeaders + [("Accept", "text/event-stream")] + more, nil)
    }

    private func open(
        _ method: HTTPMethod,
        _ fields: [(String, String)],
        _ body: JSONValue?
    ) async throws -> HTTPResponse {
        var headers = HTTPHeaders()
        for (name, value) in fields { headers.append(name, .plain(value)) }
        if let token { headers.append("Authorization", .plain("Bearer \(token)")) }
        let bytes = body.map { Array($0.serialized().utf8) }
        return try await server.client.send(
            HTTPRequest(method, server.baseURL + "/mcp", headers: headers, body: bytes, isTrusted: true)
        )
    }

    /// Sends a request, reads its first events, calls `body`, and disconnects.
    func disconnect(
        _ method: String,
        _ params: JSONObject,
        id: JSONValue = 1,
        after count: Int,
        _ body: () async throws -> Void = {}
    ) async throws -> [ServerSentEvent] {
        let (events, source) = AsyncStream.makeStream(of: ServerSentEvent.self)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { source.finish() }
                var reader = EventReader(try await stream(method, params, id: id))
                while let event = try await reader.next() { source.yield(event) }
            }
            var seen: [ServerSentEvent] = []
            for await event in events {
                seen.append(event)
                if seen.count == count { break }
            }
            try await body()
            group.cancelAll()
            try? await group.next()
            return seen
        }
    }

    /// Answers a question of the server in a session.
    func reply(to question: JSONValue, _ result: JSONObject) async throws {
        let response: JSONValue = ["jsonrpc": "2.0", "id": question["id"] ?? .null, "result": .object(result)]
        #expect(try await post(response).status == 202)
    }

    /// The answer of a person who approves.
    static let approval: JSONObject = ["action": "accept", "content": ["approve": true]]

    /// Returns the text of a tool's result.
    static func text(_ message: JSONValue?) -> String {
        message?["result"]?["content"]?[0]?["text"]?.stringValue ?? "\(message ?? .null)"
    }
}

extension MCPCaller {
    /// Runs a server whose weather service responds after a gate opens, so that its tool is slow.
    static func withSlowTool(
        _ set: @Sendable (inout Settings) -> Void = { _ in },
        _ body: @Sendable (TestServer, OpenMeteoStandIn, StandInGate) async throws -> Void
    ) async throws {
        let gate = StandInGate()
        try await OpenMeteoStandIn.with { weather in
            weather.server.misbehave(.hold(gate), times: nil)
            try await TestServer.with { settings in
                settings.addresses[.openMeteo] = weather.baseURL
                settings.addresses[.openMeteoGeocoding] = weather.baseURL
                set(&settings)
            } _: { server in
                try await body(server, weather, gate)
            }
        }
    }

    /// The parameters of a call of the slow tool.
    static let slow: JSONObject = ["name": "getCurrentWeather", "arguments": ["city": "Kyoto"]]
}

extension TestServer.Answer {
    /// The response of a request: the body, or the last event of a stream.
    var message: JSONValue {
        guard headers["Content-Type"] == "text/event-stream" else { return json }
        let data = text.split(separator: "\n").last { $0.hasPrefix("data: {") }?.dropFirst(6) ?? ""
        return (try? JSONValue(parsing: String(data))) ?? .null
    }
}

extension EventReader {
    /// Reads the next message, past events without data.
    mutating func message() async throws -> (id: String?, json: JSONValue)? {
        while let event = try await next() { if !event.data.isEmpty { return (event.id, event.json) } }
        return nil
    }

    /// Reads the rest of the messages.
    mutating func messages() async throws -> [JSONValue] {
        var all: [JSONValue] = []
        while let message = try await message() { all.append(message.json) }
        return all
    }
}
