import AgentRuntime
import AgentWire
import Hummingbird
import ModelContextProtocol
import NIOCore
import StreamingJSON

extension MCPRoutes {
    /// Answers a request of a revision without sessions; a disconnect of its caller cancels it at once.
    func answerStateless(
        _ call: RPCRequest,
        of request: Request,
        _ offer: any MCPOffer,
        _ context: ToriiRequestContext
    ) async throws -> Response {
        let stateless: StatelessRequest
        do throws(RPCError) {
            let headers = RoutingHeaders(request.headers)
            stateless = try StatelessRequest(call, headers: headers)
            if call.method == "tools/call", case .string(let name)? = call.params["name"],
                let schema = try? await offer.inputSchema(of: name)
            {
                try headers.check(call.params["arguments"] ?? .object([:]), schema: schema)
            }
        } catch {
            return .rpc(RPCResponse(id: call.id, error))
        }
        // A subscription has nothing to finish when the server stops.
        let isSubscription = call.method == "subscriptions/listen"
        let interruptions = try await context.interruptions(grace: isSubscription ? .zero : grace)
        guard stateless.mayReport else {
            let response = try await interruptions.run { [server] in
                try await server.respond(to: stateless, offer: offer) { _ in }
            }
            return .rpc(response)
        }
        return try await reported(stateless, offer, interruptions, context)
    }

    /// Returns the response to a request with reports: a stream, unless the response is the first message.
    private func reported(
        _ stateless: StatelessRequest,
        _ offer: any MCPOffer,
        _ interruptions: Interruptions,
        _ context: ToriiRequestContext
    ) async throws -> Response {
        // A reader of changes stays for long, so its stream counts; others count what waits for them.
        let isSubscription = stateless.request.method == "subscriptions/listen"
        // An erasure of the owner's data ends the work, as a disconnect does.
        let erasure = DisconnectSignal()
        let hold = try hold(isSubscription ? Self.subscriptionCost : 0, for: offer.owner) { erasure.signal() }
        let stream = MessageStream(hold: hold)
        // The work starts before the response, because its first message decides the status; it ends with the connection.
        let work = Task { [server] () -> RPCResponse? in
            defer { stream.finish() }
            let response: RPCResponse
            do {
                response = try await interruptions.run {
                    try await server.respond(to: stateless, offer: offer) { stream.append(.notification($0)) }
                }
            } catch let problem as Problem {
                response = Self.stopped(stateless.request, problem)
            } catch {
                return nil
            }
            stream.append(.response(response))
            return response
        }
        _ = erasure.addListener { work.cancel() }
        let timer = context.channel.eventLoop.scheduleTask(in: TimeAmount(heartbeat)) { stream.remind() }
        await withTaskCancellationHandler {
            await stream.waitForMessage()
        } onCancel: {
            work.cancel()
        }
        timer.cancel()
        if stream.startsWithResponse || stream.isFinished && stream.end == 0 {
            guard let response = await work.value else { throw CancellationError() }
            return .rpc(response)
        }
        return events(of: stream, in: nil, from: 0, context, ended: { work.cancel() })
    }

    /// The bytes that are counted for a reader of changes: its buffers and tasks.
    private static let subscriptionCost = 128 << 10

    /// Returns the response to a request that a stop of the server ends, or the end of its token; at a stop, a subscription ends well.
    private static func stopped(_ call: RPCRequest, _ problem: Problem) -> RPCResponse {
        guard problem.kind == .shuttingDown else { return RPCResponse(id: call.id, RPCError(problem)) }
        guard call.method == "subscriptions/listen" else {
            return RPCResponse(id: call.id, RPCError(.internalError, "the server stopped; send the request again"))
        }
        let metadata: JSONValue = [MetadataKey.subscriptionID: call.id.jsonValue]
        return RPCResponse(id: call.id, .success(["resultType": "complete", "_meta": metadata]))
    }
}
