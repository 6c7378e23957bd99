import AgentRuntime
import AgentWire
import HTTPTypes
import HeldBytes
import Hummingbird
import ModelContextProtocol
import StreamingJSON

extension MCPRoutes {
    /// Answers a request of a revision with sessions.
    func answerInSession(
        _ call: RPCRequest,
        of request: Request,
        _ offer: any MCPOffer,
        _ context: ToriiRequestContext
    ) async throws -> Response {
        if call.method == "initialize" {
            let (id, owner) = (Self.makeSessionID(), offer.owner)
            let hold = try hold(MCPSessions.cost, for: owner) { [weak sessions] in sessions?.end(id, of: owner) }
            do throws(RPCError) {
                let (session, response) = try server.session(for: call, id: id, offer: offer, hold: hold)
                sessions.add(session, openedBy: context.client)
                return .rpc(response, headers: [.mcpSession: id])
            } catch {
                return .rpc(RPCResponse(id: call.id, error), status: .badRequest)
            }
        }
        let session = try session(of: request, offer, context)
        if MCPSession.isPlain(call) {
            let interruptions = try await context.interruptions(grace: grace)
            let response = try await interruptions.run { try await session.respond(to: call, offer: offer) }
            return .rpc(response, status: response.unusualStatus ?? .ok)
        }
        do throws(RPCError) {
            return follow(try session.start(call, offer: offer), of: session, from: 0, context)
        } catch {
            let response = RPCResponse(id: call.id, error)
            return .rpc(response, status: response.unusualStatus ?? .badRequest)
        }
    }

    /// Holds bytes for an owner.
    ///
    /// - Parameter ended: Called when the owner's data is erased.
    /// - Throws: ``Problem`` if the owner holds as many as it may.
    func hold(
        _ bytes: Int,
        for owner: String,
        ended: (@Sendable () -> Void)? = nil
    ) throws(Problem) -> HeldBytes.Hold {
        do throws(HeldBytes.Refusal) {
            return try held.hold(bytes, for: owner, limit: MCPSessions.mostBytes, ended: ended)
        } catch {
            throw Problem(error)
        }
    }

    /// Returns the response that shows a stream of a request; its reader may leave and return within the grace window.
    private func follow(
        _ stream: MessageStream,
        of session: MCPSession,
        from place: Int,
        _ context: ToriiRequestContext
    ) -> Response {
        // The connection may be over before the first byte; otherwise its reader comes at once, whatever the grace window.
        abandonLater(stream, of: session, after: max(readerGrace, .seconds(5)))
        return events(
            of: stream,
            in: session,
            from: place,
            context,
            ended: { abandonLater(stream, of: session, after: readerGrace) }
        )
    }

    /// Ends the work on a request unless somebody reads its stream again within a window.
    private func abandonLater(_ stream: MessageStream, of session: MCPSession, after window: Duration) {
        guard !stream.isFinished else { return }
        let generation = stream.generation
        // The connection waits for nothing any more; the grace window itself is the reason to sleep here.
        Task {
            try? await Task.sleep(for: window)
            session.abandon(stream, since: generation)
        }
    }

    /// Returns the session that a request names.
    func session(of request: Request, _ offer: any MCPOffer, _ context: ToriiRequestContext) throws -> MCPSession {
        if let version = request.headers[.mcpProtocolVersion], ProtocolRevision(rawValue: version)?.isStateless != false
        {
            let known = ProtocolRevision.stateful.map(\.rawValue).joined(separator: ", ")
            throw MCPRequestRefusal(.badRequest, "MCP-Protocol-Version must be one of \(known)")
        }
        guard let id = request.headers[.mcpSession] else {
            throw MCPRequestRefusal(
                .badRequest,
                "Mcp-Session-Id is missing; send initialize first, and then the id of its response"
            )
        }
        guard let session = sessions.session(id, of: offer.owner, usedBy: context.client) else {
            throw MCPRequestRefusal(.notFound, "there is no such session; send initialize to start one")
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

    /// Streams the messages of a session that belong to no request, or the rest of a stream.
    @Sendable func get(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        try checkOrigin(of: request)
        guard AcceptedMediaTypes(request.headers[values: .accept]).accepts("text", "event-stream") else {
            throw MCPRequestRefusal(.notAcceptable, "send 'Accept: text/event-stream'")
        }
        let offer = try makeOffer(request, context)
        let session = try session(of: request, offer, context)
        guard let text = request.headers[.lastEventID] else {
            return serverStream(of: session, from: session.serverStream.end, offer, context)
        }
        guard let place = MCPEventID(text), let stream = session.stream(place.stream), stream.has(place.next) else {
            throw MCPRequestRefusal(.badRequest, "the session has no event with this Last-Event-ID, or no longer")
        }
        guard stream === session.serverStream else { return follow(stream, of: session, from: place.next, context) }
        // Changes while nobody read are unknown, so everything may have changed.
        let kinds: [MCPChange] = [.tools, .prompts, .resources] + session.subscriptions.map(MCPChange.resource)
        for change in kinds { stream.append(.notification(change.notification)) }
        return serverStream(of: session, from: place.next, offer, context)
    }

    private func serverStream(
        of session: MCPSession,
        from place: Int,
        _ offer: any MCPOffer,
        _ context: ToriiRequestContext
    ) -> Response {
        let stream = session.serverStream
        return events(
            of: stream,
            in: session,
            from: place,
            context,
            concurrently: {
                let changes = offer.changes(ofResources: { session.isSubscribed(to: $0) })
                for await change in changes { stream.append(.notification(change.notification)) }
            }
        )
    }

    /// Ends a session.
    @Sendable func delete(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        try checkOrigin(of: request)
        let offer = try makeOffer(request, context)
        let session = try session(of: request, offer, context)
        _ = sessions.end(session.id, of: offer.owner)
        return Response(status: .noContent)
    }
}

extension RPCResponse {
    /// The HTTP status of an error that is the server's and not of the method, such as 503; `nil` for others.
    fileprivate var unusualStatus: HTTPResponse.Status? {
        guard case .failure(let error) = result else { return nil }
        return error.data?["status"]?.intValue.map { .init(code: $0) }
    }
}
