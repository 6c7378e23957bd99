import ModelContextProtocol
import StreamingJSON
import Testing

/// The requests of a client without a session.
enum Stateless {
    static let version = "io.modelcontextprotocol/protocolVersion"
    static let capabilities = "io.modelcontextprotocol/clientCapabilities"

    /// Returns a request.
    static func request(
        _ method: String,
        _ params: JSONObject = [:],
        id: RequestID = .integer(1),
        capabilities: JSONObject = [:],
        meta: JSONObject = [:]
    ) -> RPCRequest {
        var metadata: JSONObject = [version: "2026-07-28", self.capabilities: .object(capabilities)]
        for (key, value) in meta { metadata[key] = value }
        var params = params
        params["_meta"] = .object(metadata)
        return RPCRequest(id: id, method: method, params)
    }
}

extension MCPServer {
    /// Returns the response to a request without a session, and the notifications before it.
    func answer(
        _ request: RPCRequest,
        _ offer: ScriptedOffer = ScriptedOffer()
    ) async throws -> (response: RPCResponse, notifications: [RPCNotification]) {
        let notifications = Recorder<RPCNotification>()
        let stateless = try StatelessRequest(request, headers: nil)
        let response = try await respond(to: stateless, offer: offer) { notifications.append($0) }
        #expect(response.id == request.id)
        return (response, notifications.all)
    }

    /// Returns the result of a request without a session.
    func result(
        _ method: String,
        _ params: JSONObject = [:],
        _ offer: ScriptedOffer = ScriptedOffer(),
        capabilities: JSONObject = [:],
        meta: JSONObject = [:]
    ) async throws -> JSONObject {
        let request = Stateless.request(method, params, capabilities: capabilities, meta: meta)
        return try await answer(request, offer).response.result.get()
    }

    /// Starts a session.
    func open(
        _ revision: String = "2025-11-25",
        _ offer: ScriptedOffer = ScriptedOffer(),
        capabilities: JSONObject = [:]
    ) throws -> MCPSession {
        let params: JSONObject = [
            "protocolVersion": .string(revision), "capabilities": .object(capabilities),
            "clientInfo": ["name": "test", "version": "1"],
        ]
        let request = RPCRequest(id: .integer(0), method: "initialize", params)
        return try session(for: request, id: "s", offer: offer).session
    }
}

extension MCPSession {
    /// Returns the result of a plain request.
    func result(
        _ method: String,
        _ params: JSONObject = [:],
        _ offer: ScriptedOffer = ScriptedOffer()
    ) async throws -> JSONObject {
        let request = RPCRequest(id: .integer(1), method: method, params)
        return try await respond(to: request, offer: offer).result.get()
    }

    /// Starts a call of a tool.
    func call(
        _ offer: ScriptedOffer,
        _ tool: String = "one",
        id: RequestID = .integer(1),
        meta: JSONObject = [:]
    ) throws -> MessageStream {
        let params: JSONObject = ["name": .string(tool), "_meta": .object(meta)]
        return try start(RPCRequest(id: id, method: "tools/call", params), offer: offer)
    }

    /// Answers a question of the server.
    func reply(to question: JSONValue, _ result: JSONObject) throws {
        let id = try #require(question["id"].flatMap(RequestID.init))
        receive(RPCResponse(id: id, .success(result)))
    }
}

extension MessageStream {
    /// Reads the messages from a place to the end.
    func rest(from place: Int = 0) async throws -> [JSONValue] {
        let reader = attach()
        var place = place
        var all: [JSONValue] = []
        while case .messages(let texts, let first) = await news(from: place, for: reader) {
            #expect(first == place)
            place += texts.count
            for text in texts { all.append(try JSONValue(parsing: text)) }
        }
        return all
    }

    /// Waits for the message at a place.
    func message(at place: Int) async throws -> JSONValue {
        guard case .messages(let texts, _) = await news(from: place, for: attach()) else { throw NoMessage() }
        return try JSONValue(parsing: try #require(texts.first))
    }

    struct NoMessage: Error {}
}
