import StreamingJSON

/// A server of the Model Context Protocol: it answers the requests of a caller from what is offered to that caller.
///
/// It knows no connections. ``StatelessRequest`` and ``MCPSession`` carry the differences between the revisions; the methods themselves
/// are here. Source: modelcontextprotocol.io, revisions 2025-03-26 to 2026-07-28.
public struct MCPServer: Sendable {
    let seal: any StateSeal
    let limits: Limits
    /// Returns the error for the client after a failure that is not the client's, and logs it.
    let explain: @Sendable (any Error, RPCRequest) -> RPCError
    /// Returns the time in seconds since 1970.
    let now: @Sendable () -> Int

    /// The limits of a server.
    public struct Limits: Sendable {
        /// The most elements in a page of a list.
        public var pageSize = 200
        /// The time for which a client may answer a question, in seconds.
        public var answerSeconds = 900
        /// The most times that one request may ask for input.
        public var inputRounds = 16
        /// The time for which a client may reuse a list, in milliseconds.
        public var listLifetime = 60_000
        /// The most requests of one session that are worked on at once.
        public var openRequests = 64

        /// Makes the usual limits.
        public init() {}
    }

    /// Makes a server.
    ///
    /// - Parameters:
    ///   - explain: Returns the error for the client after a failure that is not the client's, and logs it.
    ///   - now: Returns the time in seconds since 1970.
    public init(
        seal: any StateSeal,
        limits: Limits = Limits(),
        explain: @escaping @Sendable (any Error, RPCRequest) -> RPCError = { _, _ in .failed },
        now: @escaping @Sendable () -> Int
    ) {
        (self.seal, self.limits, self.explain, self.now) = (seal, limits, explain, now)
    }

    /// Performs the method of a request.
    ///
    /// - Throws: ``RPCError``; `CancellationError`; any other error is a failure of the server.
    func perform(_ request: RPCRequest, _ exchange: MCPExchange, _ offer: any MCPOffer) async throws -> MCPReply {
        let params = request.params
        let offered = offer.capabilities
        switch request.method {
        case "tools/list": return .result(try page(of: try await offer.tools(), as: "tools", params, exchange))
        case "tools/call":
            let name = try params.text("name")
            let call = ToolCall(name: name, arguments: params["arguments"] ?? .object([:]))
            return try await offer.callTool(call, exchange)
        case "resources/list" where offered.hasResources:
            let page = try await offer.resources(after: try Self.cursor(in: params))
            var result: JSONObject = ["resources": .array(page.elements.map(JSONValue.object))]
            if let next = page.next { result["nextCursor"] = .string(next) }
            return .result(cached(result, exchange))
        case "resources/templates/list" where offered.hasResources:
            return .result(
                try self.page(of: try await offer.resourceTemplates(), as: "resourceTemplates", params, exchange)
            )
        case "resources/read" where offered.hasResources:
            let reply = try await offer.readResource(try params.text("uri"), exchange)
            guard case .result(var result) = reply else { return reply }
            // Conversations change with each turn.
            if exchange.revision.isStateless, result["ttlMs"] == nil { result["ttlMs"] = 0 }
            return .result(cached(result, exchange))
        case "prompts/list" where offered.hasPrompts:
            return .result(try page(of: try await offer.prompts(), as: "prompts", params, exchange))
        case "prompts/get" where offered.hasPrompts:
            let arguments = try params.texts("arguments")
            return try await offer.prompt(try params.text("name"), arguments, exchange)
        case "completion/complete" where offered.hasCompletions: return .result(try await complete(params, offer))
        default: throw RPCError.unknownMethod(request.method)
        }
    }

    // MARK: - Lists

    private static func cursor(in params: JSONObject) throws(RPCError) -> String? {
        switch params["cursor"] {
        case nil, .null: return nil
        case .string(let text) where text.utf8.count <= 1024: return text
        default: throw .invalid("cursor must be the nextCursor of an earlier page")
        }
    }

    private func page(
        of all: [JSONObject],
        as name: String,
        _ params: JSONObject,
        _ exchange: MCPExchange
    ) throws(RPCError) -> JSONObject {
        var first = 0
        if let cursor = try Self.cursor(in: params) {
            guard let place = Int(cursor), place > 0, place < max(all.count, 1), cursor == String(place) else {
                throw .invalid("cursor must be the nextCursor of an earlier page")
            }
            first = place
        }
        let end = min(all.count, first + limits.pageSize)
        var result: JSONObject = [name: .array(all[first..<end].map(JSONValue.object))]
        if end < all.count { result["nextCursor"] = .string(String(end)) }
        return cached(result, exchange)
    }

    /// Returns a result with the time for which the client may reuse it; lists depend on the caller's token.
    func cached(_ result: JSONObject, _ exchange: MCPExchange) -> JSONObject {
        guard exchange.revision.isStateless else { return result }
        var result = result
        if result["ttlMs"] == nil { result["ttlMs"] = .integer(limits.listLifetime) }
        if result["cacheScope"] == nil { result["cacheScope"] = "private" }
        return result
    }

    // MARK: - Completion

    private func complete(_ params: JSONObject, _ offer: any MCPOffer) async throws -> JSONObject {
        let reference: CompletionReference
        switch params["ref"]?["type"]?.stringValue {
        case "ref/prompt": reference = .prompt(try (params["ref"]?.objectValue ?? [:]).text("name"))
        case "ref/resource": reference = .resource(try (params["ref"]?.objectValue ?? [:]).text("uri"))
        default: throw RPCError.invalid("ref must have the type ref/prompt or ref/resource")
        }
        guard let argument = params["argument"]?.objectValue else {
            throw RPCError.invalid("argument must be an object")
        }
        let values = try await offer.complete(
            reference,
            argument: try argument.text("name"),
            prefix: try argument.text("value", mayBeEmpty: true),
            others: try (params["context"]?.objectValue ?? [:]).texts("arguments")
        )
        // The protocol allows 100 values.
        let shown = values.prefix(100).map(JSONValue.string)
        return [
            "completion": [
                "values": .array(shown), "total": .integer(values.count), "hasMore": .bool(values.count > shown.count),
            ]
        ]
    }
}

extension RPCError {
    /// The error of a server that failed; the reason is in its log.
    public static let failed = RPCError(.internalError, "the server failed; try again later")
}

extension JSONObject {
    /// Returns a text of the parameters.
    func text(_ name: String, mayBeEmpty: Bool = false) throws(RPCError) -> String {
        guard case .string(let text)? = self[name], mayBeEmpty || !text.isEmpty else {
            throw .invalid("\(name) must be a text\(mayBeEmpty ? "" : " that is not empty")")
        }
        return text
    }

    /// Returns an object of texts of the parameters; empty if there is none.
    func texts(_ name: String) throws(RPCError) -> [String: String] {
        guard let value = self[name] else { return [:] }
        guard case .object(let members) = value else { throw .invalid("\(name) must be an object of texts") }
        var texts: [String: String] = [:]
        for (key, value) in members {
            guard case .string(let text) = value else {
                throw .invalid("\(name) must be an object of texts; \(key.prefix(80)) is none")
            }
            texts[key] = text
        }
        return texts
    }
}
