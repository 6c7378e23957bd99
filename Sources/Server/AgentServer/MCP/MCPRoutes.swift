import APIDescription
import AgentRuntime
import AgentWire
import HTTPTypes
import HeldBytes
import Hummingbird
import ModelContextProtocol
import StreamingJSON

/// The routes of the Model Context Protocol over streamable HTTP (`/mcp`), for the revisions with sessions and those without.
struct MCPRoutes: Sendable {
    /// Makes what is offered to the sender of a request.
    typealias MakeOffer = @Sendable (Request, ToriiRequestContext) throws -> any MCPOffer

    let server: MCPServer
    let sessions: MCPSessions
    /// The count to which the bytes of sessions and streams are added.
    let held: HeldBytes
    let heartbeat: Duration
    /// The time for which work may continue after the server was asked to stop.
    let grace: Duration
    /// The time for which work continues whose reader is gone, in revisions in which a reader may return.
    let readerGrace: Duration
    /// The origins of web pages that may call.
    let origins: CORSPolicy
    /// Refuses a message before it is read if the server has no room.
    let admit: @Sendable () throws -> Void
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

    @Sendable private func post(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var (request, context) = (request, context)
        try checkOrigin(of: request)
        let accepted = AcceptedMediaTypes(request.headers[values: .accept])
        guard accepted.accepts("application", "json"), accepted.accepts("text", "event-stream") else {
            throw MCPRequestRefusal(.notAcceptable, "send 'Accept: application/json, text/event-stream'")
        }
        try admit()
        let value = try await request.json()
        let offer = try makeOffer(request, context)
        switch try Self.message(value) {
        case .request(let call):
            if let scope = offer.missingScope(for: call.method, call.params) {
                throw MCPRequestRefusal(missingScope: scope, id: call.id)
            }
            // The call may last long, and needs the scope to its end.
            if call.method == "tools/call", case .string(let name)? = call.params["name"] {
                context.permit = context.permit?.calling(name)
            }
            do {
                return Self.isStateful(call, request)
                    ? try await answerInSession(call, of: request, offer, context)
                    : try await answerStateless(call, of: request, offer, context)
            } catch let problem as Problem {
                // The caller finds its request by the id.
                return .rpc(RPCResponse(id: call.id, RPCError(problem)))
            }
        case .notification(let notification):
            if request.headers[.mcpSession] != nil { try session(of: request, offer, context).receive(notification) }
            return Response(status: .accepted)
        case .response(let response):
            try session(of: request, offer, context).receive(response)
            return Response(status: .accepted)
        }
    }

    private static func message(_ value: JSONValue) throws -> RPCMessage {
        do throws(RPCError) {
            return try RPCMessage(value)
        } catch {
            throw MCPRequestRefusal(.badRequest, error, id: value["id"].flatMap(ModelContextProtocol.RequestID.init))
        }
    }

    /// Whether a request belongs to a revision with sessions.
    private static func isStateful(_ call: RPCRequest, _ request: Request) -> Bool {
        if StatelessRequest.isMeant(by: call) { return false }
        if call.method == "initialize" || request.headers[.mcpSession] != nil { return true }
        // A request that names no revision in its body gets the error of those without sessions, which names the missing member.
        return request.headers[.mcpProtocolVersion].flatMap(ProtocolRevision.init).map { !$0.isStateless } ?? false
    }

    /// Refuses web pages of other origins, which could call a server on their reader's machine.
    func checkOrigin(of request: Request) throws {
        guard let origin = request.headers[.origin], !origins.allows(origin) else { return }
        let own = request.head.authority.map { host in
            ["http://\(host)", "https://\(host)"].compactMap(CORSPolicy.origin)
        }
        guard own?.contains(origin) != true else { return }
        throw MCPRequestRefusal(
            .forbidden,
            "web pages of this origin may not call; the operator names origins in TORII_WEB_ORIGINS"
        )
    }
}
