import AgentRuntime
import AgentWire
import HTTPTypes
import Hummingbird
import ModelContextProtocol
import NIOCore
import StreamingJSON

/// The routes of the Model Context Protocol over streamable HTTP (`/mcp`), for the revisions with sessions and those without.
struct MCPRoutes: Sendable {
    /// Makes what is offered to the sender of a request.
    typealias MakeOffer = @Sendable (Request, ToriiRequestContext) throws -> any MCPOffer

    let server: MCPServer
    let sessions: MCPSessions
    let heartbeat: Duration
    /// The time for which work may continue after the server was asked to stop.
    let grace: Duration
    /// The time for which work continues whose reader is gone, in revisions in which a reader may return.
    let readerGrace: Duration
    /// The origins of web pages that may call.
    let origins: CORSPolicy
    let makeOffer: MakeOffer

    /// The routes.
    var routes: [Route] {
        [
            Route(.mcp) { request, context in
                try await post(request, context)
            },
            Route(.mcpStream) { request, context in
                try await get(request, context)
            },
            Route(.mcpEnd) { request, context in
                try await delete(request, context)
            },
        ]
    }

    /// The most bytes of a message.
    private static let maximumBytes = 4 << 20

    // MARK: - POST

    @Sendable private func post(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        try checkOrigin(of: request)
        let accepted = AcceptedMediaTypes(request.headers[values: .accept])
        guard accepted.accepts("application", "json"), accepted.accepts("text", "event-stream") else {
            throw MCPRefusal(.notAcceptable, "send 'Accept: application/json, text/event-stream'")
        }
        let value = try await request.json(upTo: Self.maximumBytes)
        let offer = try makeOffer(request, context)
        switch try Self.message(value) {
        case .request(let call):
            if let scope = offer.missingScope(for: call.method, call.params) {
                throw MCPRefusal(missingScope: scope)
            }
            return Self.isStateful(call, request)
                ? try await answer(call, in: request, offer, context)
                : try await answerStateless(call, in: request, offer, context)
        case .notification(let notification):
            if request.headers[.mcpSession] != nil { try session(of: request, offer).receive(notification) }
            return Response(status: .accepted)
        case .response(let response):
            try session(of: request, offer).receive(response)
            return Response(status: .accepted)
        }
    }

    private static func message(_ value: JSONValue) throws -> RPCMessage {
        do throws(RPCError) {
            return try RPCMessage(value)
        } catch {
            let id = value["id"].flatMap(ModelContextProtocol.RequestID.init)
            throw MCPRefusal(.badRequest, error, id: id)
        }
    }

    /// Whether a request belongs to a revision with sessions.
    private static func isStateful(_ call: RPCRequest, _ request: Request) -> Bool {
        if StatelessRequest.isMeant(by: call) { return false }
        if call.method == "initialize" || request.headers[.mcpSession] != nil { return true }
        // A request that names no revision in its body gets the error of those without sessions, which names the missing member.
        return request.headers[.mcpProtocolVersion].flatMap(ProtocolRevision.init).map { !$0.isStateless } ?? false
    }

    // MARK: - Without sessions

    private func answerStateless(
        _ call: RPCRequest,
        in request: Request,
        _ offer: any MCPOffer,
        _ context: ToriiRequestContext
    ) async throws -> Response {
        let stateless: StatelessRequest
        do throws(RPCError) {
            let headers = RoutingHeaders(request.headers)
            stateless = try StatelessRequest(call, headers: headers)
            if call.method == "tools/call", case .string(let name)? = call.params["name"] {
                if let schema = try? await offer.inputSchema(of: name) {
                    try headers.check(call.params["arguments"] ?? .object([:]), schema: schema)
                }
            }
        } catch {
            return .rpc(RPCResponse(id: call.id, error), status: .init(code: error.status))
        }
        let interruptions = try await context.interruptions(
            grace: call.method == "subscriptions/listen" ? .zero : grace
        )
        guard stateless.mayReport else {
            let response = try await interruptions.run { [server] in
                try await server.respond(to: stateless, offer: offer) { _ in }
            }
            return .rpc(response, status: .init(code: response.status))
        }
        let stream = MessageStream()
        return events(
            of: stream,
            in: nil,
            from: 0,
            context,
            beside: { [server] in
                defer { stream.finish() }
                do {
                    let response = try await interruptions.run {
                        try await server.respond(to: stateless, offer: offer) { stream.append(.notification($0)) }
                    }
                    stream.append(.response(response))
                } catch is Problem {
                    stream.append(.response(Self.stopped(call)))
                } catch {}
            }
        )
    }

    /// Returns the response to a request that a stop of the server ends; a subscription ends well.
    private static func stopped(_ call: RPCRequest) -> RPCResponse {
        guard call.method == "subscriptions/listen" else {
            return RPCResponse(id: call.id, RPCError(.internalError, "the server stopped; send the request again"))
        }
        let metadata: JSONValue = [MetadataKey.subscriptionID: call.id.jsonValue]
        return RPCResponse(id: call.id, .success(["resultType": "complete", "_meta": metadata]))
    }

    // MARK: - With sessions

    private func answer(
        _ call: RPCRequest,
        in request: Request,
        _ offer: any MCPOffer,
        _ context: ToriiRequestContext
    ) async throws -> Response {
        if call.method == "initialize" {
            do throws(RPCError) {
                let id = Self.makeSessionID()
                let (session, response) = try server.session(for: call, id: id, offer: offer)
                sessions.add(session)
                return .rpc(response, headers: [.mcpSession: id])
            } catch {
                return .rpc(RPCResponse(id: call.id, error), status: .badRequest)
            }
        }
        let session = try session(of: request, offer)
        if MCPSession.isPlain(call) {
            let interruptions = try await context.interruptions(grace: grace)
            return .rpc(try await interruptions.run { try await session.respond(to: call, offer: offer) })
        }
        let stream: MessageStream
        do throws(RPCError) {
            stream = try session.start(call, offer: offer)
        } catch {
            return .rpc(RPCResponse(id: call.id, error), status: .badRequest)
        }
        return follow(stream, of: session, from: 0, context)
    }

    /// Returns the response that shows a stream of a request; its reader may leave and return within the grace window.
    private func follow(
        _ stream: MessageStream,
        of session: MCPSession,
        from place: Int,
        _ context: ToriiRequestContext
    ) -> Response {
        events(of: stream, in: session, from: place, context) { [readerGrace] in
            guard !stream.isFinished else { return }
            // The connection is over and waits for nothing; the session ends the work if no reader returns.
            Task {
                try? await Task.sleep(for: readerGrace)
                session.abandon(stream)
            }
        }
    }

    /// Returns the session that a request names.
    private func session(of request: Request, _ offer: any MCPOffer) throws -> MCPSession {
        if let version = request.headers[.mcpProtocolVersion], ProtocolRevision(rawValue: version)?.isStateless != false
        {
            let known = ProtocolRevision.stateful.map(\.rawValue).joined(separator: ", ")
            throw MCPRefusal(.badRequest, "MCP-Protocol-Version must be one of \(known)")
        }
        guard let id = request.headers[.mcpSession] else {
            throw MCPRefusal(
                .badRequest,
                "Mcp-Session-Id is missing; send initialize first, and then the id of its response"
            )
        }
        guard let session = sessions.session(id, of: offer.owner) else {
            throw MCPRefusal(.notFound, "there is no such session; send initialize to start one")
        }
        return session
    }

    private static func makeSessionID() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    // MARK: - GET and DELETE

    @Sendable private func get(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        try checkOrigin(of: request)
        guard AcceptedMediaTypes(request.headers[values: .accept]).accepts("text", "event-stream") else {
            throw MCPRefusal(.notAcceptable, "send 'Accept: text/event-stream'")
        }
        let offer = try makeOffer(request, context)
        let session = try session(of: request, offer)
        if let text = request.headers[.lastEventID] {
            guard let place = MCPEventID(text), let stream = session.stream(place.stream), stream.has(place.next)
            else {
                throw MCPRefusal(.badRequest, "the session has no event with this Last-Event-ID, or no longer")
            }
            if stream !== session.standing { return follow(stream, of: session, from: place.next, context) }
            return standing(session, from: place.next, offer, context)
        }
        return standing(session, from: nil, offer, context)
    }

    /// Returns the response that shows the messages that belong to no request.
    private func standing(
        _ session: MCPSession,
        from place: Int?,
        _ offer: any MCPOffer,
        _ context: ToriiRequestContext
    ) -> Response {
        let stream = session.standing
        return events(
            of: stream,
            in: session,
            from: place ?? stream.end,
            context,
            beside: {
                let changes = offer.changes(ofResources: { session.isSubscribed(to: $0) })
                for await change in changes { stream.append(.notification(change.notification)) }
            }
        )
    }

    @Sendable private func delete(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        try checkOrigin(of: request)
        let offer = try makeOffer(request, context)
        let session = try session(of: request, offer)
        _ = sessions.end(session.id, of: offer.owner)
        return Response(status: .noContent)
    }

    /// Refuses web pages of other origins, which could call a server on their reader's machine.
    private func checkOrigin(of request: Request) throws {
        guard let origin = request.headers[.origin], !origins.allows(origin) else { return }
        if let host = request.head.authority, let own = CORSPolicy.origin("http://\(host)"),
            own == origin || CORSPolicy.origin("https://\(host)") == origin
        {
            return
        }
        throw MCPRefusal(
            .forbidden,
            "web pages of this origin may not call; the operator names origins in TORII_WEB_ORIGINS"
        )
    }
}

extension RPCResponse {
    /// The HTTP status in revisions without sessions.
    fileprivate var status: Int {
        if case .failure(let error) = result { return error.status }
        return 200
    }
}
