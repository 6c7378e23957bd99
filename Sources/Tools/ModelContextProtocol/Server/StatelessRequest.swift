import StreamingJSON

/// A request of a revision without sessions: each has in `_meta` what the server must know of the client.
public struct StatelessRequest: Sendable {
    /// The request.
    public let request: RPCRequest
    let revision: ProtocolRevision
    let capabilities: JSONObject
    let information: JSONObject?
    let logLevel: LogLevel?

    /// Whether a message belongs to a revision without sessions: it names one in its metadata, and it is not for a session.
    public static func isMeant(by request: RPCRequest) -> Bool { request.metadata[MetadataKey.protocolVersion] != nil }

    /// Checks a request in the order of the specification.
    ///
    /// - Parameter headers: The header fields that repeat parts of the request; `nil` for a transport without them.
    /// - Throws: ``RPCError`` of the envelope.
    public init(_ request: RPCRequest, headers: RoutingHeaders?) throws(RPCError) {
        try headers?.checkUniqueness()
        let metadata = request.metadata
        guard let version = metadata[MetadataKey.protocolVersion] else {
            throw .invalid(
                "params._meta must have \(MetadataKey.protocolVersion); clients of revisions with sessions send initialize first"
            )
        }
        guard case .object(let capabilities)? = metadata[MetadataKey.clientCapabilities] else {
            throw .invalid("params._meta must have \(MetadataKey.clientCapabilities), an object")
        }
        try headers?.check(against: request, version: version.stringValue)
        guard case .string(let name) = version else { throw .invalid("\(MetadataKey.protocolVersion) must be a text") }
        guard let revision = ProtocolRevision(rawValue: name), revision.isStateless else {
            throw RPCError(
                .unsupportedRevision,
                "this server does not know the revision \(name.prefix(40)) without sessions",
                data: [
                    "supported": .array(ProtocolRevision.stateless.map { .string($0.rawValue) }),
                    "requested": .string(name),
                ]
            )
        }
        self.request = request
        self.revision = revision
        self.capabilities = capabilities
        information = metadata[MetadataKey.clientInfo]?.objectValue
        switch metadata[MetadataKey.logLevel] {
        case nil: logLevel = nil
        case .string(let text)?:
            guard let level = LogLevel(rawValue: text) else { throw .unknownLevel }
            logLevel = level
        default: throw .unknownLevel
        }
    }

    /// Whether the client may receive notifications before the response, which needs a stream.
    public var mayReport: Bool {
        logLevel != nil || request.metadata[MetadataKey.progressToken] != nil
            || request.method == "subscriptions/listen"
    }
}

extension MCPServer {
    /// Returns the response to a request of a revision without sessions.
    ///
    /// - Parameter send: Receives the notifications before it.
    /// - Throws: `CancellationError`: then there is no response.
    public func respond(
        to stateless: StatelessRequest,
        offer: any MCPOffer,
        send: @escaping @Sendable (RPCNotification) -> Void
    ) async throws(CancellationError) -> RPCResponse {
        let request = stateless.request
        do {
            return RPCResponse(id: request.id, .success(try await result(of: stateless, offer, send)))
        } catch let error as CancellationError {
            throw error
        } catch var error as RPCError {
            // Only revisions with sessions have a code of its own for it.
            if error.code == .resourceNotFound { error.code = .invalidParameters }
            return RPCResponse(id: request.id, error)
        } catch {
            return RPCResponse(id: request.id, explain(error, request))
        }
    }

    private func result(
        of stateless: StatelessRequest,
        _ offer: any MCPOffer,
        _ send: @escaping @Sendable (RPCNotification) -> Void
    ) async throws -> JSONObject {
        let request = stateless.request
        var exchange = MCPExchange(
            revision: stateless.revision,
            clientCapabilities: stateless.capabilities,
            clientInformation: stateless.information,
            metadata: request.metadata,
            logLevel: stateless.logLevel,
            send: send
        )
        switch request.method {
        case "server/discover": return complete(cached(discovery(offer), exchange), offer)
        case "subscriptions/listen":
            try await listen(request, offer, send)
            return complete(["_meta": [MetadataKey.subscriptionID: request.id.jsonValue]], offer)
        default: break
        }
        let sealed = SealedState(seal: seal, owner: offer.owner, request: request)
        try readAnswers(in: request, into: &exchange, sealed)
        switch try await perform(request, exchange, offer) {
        case .result(let result): return complete(result, offer)
        case .inputRequired(let needed): return complete(try inputResult(needed, exchange, sealed), offer)
        }
    }

    private func discovery(_ offer: any MCPOffer) -> JSONObject {
        var result: JSONObject = [
            "supportedVersions": .array(ProtocolRevision.stateless.map { .string($0.rawValue) }),
            "capabilities": .object(offer.capabilities.jsonObject),
        ]
        if let instructions = offer.instructions { result["instructions"] = .string(instructions) }
        return result
    }

    /// Returns a result with the members that every one has.
    private func complete(_ result: JSONObject, _ offer: any MCPOffer) -> JSONObject {
        var result = result
        if result["resultType"] == nil { result["resultType"] = "complete" }
        var metadata = result["_meta"]?.objectValue ?? [:]
        metadata[MetadataKey.serverInfo] = .object(offer.server.jsonObject)
        result["_meta"] = .object(metadata)
        return result
    }

    // MARK: - Questions

    private func readAnswers(
        in request: RPCRequest,
        into exchange: inout MCPExchange,
        _ sealed: SealedState
    ) throws(RPCError) {
        switch request.params["requestState"] {
        case nil: break
        case .string(let text): exchange.state = try sealed.state(of: text, at: now())
        default: throw .invalid("requestState must be the text of the earlier result")
        }
        switch request.params["inputResponses"] {
        case nil: break
        case .object(let answers):
            for (key, answer) in answers {
                guard answer.objectValue != nil else {
                    throw .invalid("inputResponses must have an object for each question")
                }
                exchange.inputs[key] = answer
            }
        default: throw .invalid("inputResponses must be an object")
        }
    }

    private func inputResult(
        _ needed: MCPInputRequest,
        _ exchange: MCPExchange,
        _ sealed: SealedState
    ) throws(RPCError) -> JSONObject {
        let askable = needed.questions.filter { exchange.canAsk(for: $0.kind) }
        if askable.isEmpty, !needed.questions.isEmpty {
            throw .missing(capabilities: JSONObject(needed.questions.map { ($0.kind.capability, .object([:])) }))
        }
        var result: JSONObject = ["resultType": "input_required"]
        if !askable.isEmpty {
            result["inputRequests"] = .object(
                JSONObject(
                    askable.map { ($0.key, ["method": .string($0.kind.rawValue), "params": .object($0.params)]) }
                )
            )
        }
        if let state = needed.state {
            result["requestState"] = .string(sealed.text(of: state, expiry: now() + limits.answerSeconds))
        }
        return result
    }

    // MARK: - Changes

    /// Sends the changes that a request asks for until they end or the request is cancelled.
    private func listen(
        _ request: RPCRequest,
        _ offer: any MCPOffer,
        _ send: @Sendable (RPCNotification) -> Void
    ) async throws {
        guard case .object(let wanted)? = request.params["notifications"] else {
            throw RPCError.invalid("notifications must be an object with what is wanted")
        }
        let filter = try await ChangeFilter(wanted, offer)
        let metadata: JSONValue = [MetadataKey.subscriptionID: request.id.jsonValue]
        let changes = offer.changes(ofResources: { filter.resources.contains($0) })
        send(
            RPCNotification(
                "notifications/subscriptions/acknowledged",
                ["_meta": metadata, "notifications": .object(filter.jsonObject)]
            )
        )
        for await change in changes where filter.includes(change) {
            var notification = change.notification
            notification.params["_meta"] = metadata
            send(notification)
        }
        try Task.checkCancellation()
    }
}

/// The changes that a client wants to know of, as far as there are such changes.
private struct ChangeFilter {
    private var lists: [(name: String, change: MCPChange)]
    let resources: Set<String>

    /// Makes the filter of what is wanted and offered; further resources than a reader may have are left out.
    init(_ wanted: JSONObject, _ offer: any MCPOffer) async throws {
        let offered = offer.capabilities
        let known: [(String, MCPChange, Bool)] = [
            ("toolsListChanged", .tools, true), ("promptsListChanged", .prompts, offered.hasPrompts),
            ("resourcesListChanged", .resources, offered.hasResources),
        ]
        lists = known.filter { wanted[$0.0] == true && $0.2 && offered.hasListChanges }.map { ($0.0, $0.1) }
        var resources: Set<String> = []
        if offered.hasResources, offered.hasListChanges {
            for value in (wanted["resourceSubscriptions"]?.arrayValue ?? []).prefix(Subscriptions.limit) {
                guard let uri = value.stringValue, uri.utf8.count <= Subscriptions.uriBytes,
                    try await offer.hasResource(uri)
                else { continue }
                resources.insert(uri)
            }
        }
        self.resources = resources
    }

    var jsonObject: JSONObject {
        var object = JSONObject(lists.map { ($0.name, true) })
        if !resources.isEmpty { object["resourceSubscriptions"] = .array(resources.sorted().map(JSONValue.string)) }
        return object
    }

    func includes(_ change: MCPChange) -> Bool {
        if case .resource(let uri) = change { return resources.contains(uri) }
        return lists.contains { $0.change == change }
    }
}
