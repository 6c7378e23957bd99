import StreamingJSON
import Synchronization

/// One client at the other end of a pipe, such as standard input and output: all its messages share one channel in each direction.
///
/// The client may use a revision with a session, which then is the pipe, or send requests without one.
public final class MCPPipe: Sendable {
    private struct State {
        var session: MCPSession?
        /// The open requests without a session.
        var requests: [RequestID: Task<Void, Never>] = [:]
    }

    private let server: MCPServer
    private let offer: any MCPOffer
    private let send: @Sendable (RPCMessage) -> Void
    private let state = Mutex(State())

    /// Makes a pipe.
    ///
    /// - Parameter send: Receives the messages for the client, from several tasks at once.
    public init(server: MCPServer, offer: any MCPOffer, send: @escaping @Sendable (RPCMessage) -> Void) {
        (self.server, self.offer, self.send) = (server, offer, send)
    }

    /// Answers the client's messages until they end; then its open requests are cancelled.
    ///
    /// - Parameter messages: The messages, or the errors of lines that are none.
    public func run(_ messages: some AsyncSequence<Result<RPCMessage, RPCError>, Never> & Sendable) async {
        await withDiscardingTaskGroup { group in
            for await message in messages {
                switch message {
                case .failure(let error): send(.response(RPCResponse(id: nil, error)))
                case .success(.notification(let notification)): receive(notification)
                case .success(.response(let response)): state.withLock(\.session)?.receive(response)
                case .success(.request(let request)): receive(request, &group)
                }
            }
            let (session, requests) = state.withLock { ($0.session, $0.requests) }
            session?.end()
            for request in requests.values { request.cancel() }
            group.cancelAll()
        }
    }

    private func receive(_ notification: RPCNotification) {
        state.withLock(\.session)?.receive(notification)
        guard notification.method == "notifications/cancelled",
            let id = notification.params["requestId"].flatMap(RequestID.init)
        else {
            return
        }
        state.withLock { $0.requests[id] }?.cancel()
    }

    private func receive(_ request: RPCRequest, _ group: inout DiscardingTaskGroup) {
        if StatelessRequest.isMeant(by: request) { return startStateless(request, &group) }
        guard let session = state.withLock(\.session) else { return open(request, &group) }
        do throws(RPCError) {
            let stream = try session.start(request, offer: offer)
            group.addTask { await self.pass(stream) }
        } catch {
            send(.response(RPCResponse(id: request.id, error)))
        }
    }

    private func open(_ request: RPCRequest, _ group: inout DiscardingTaskGroup) {
        do throws(RPCError) {
            guard request.method == "initialize" else {
                let advice = "send initialize first, or \(MetadataKey.protocolVersion) in params._meta"
                throw RPCError(.invalidRequest, advice)
            }
            let (session, response) = try server.session(for: request, id: "", offer: offer)
            state.withLock { $0.session = session }
            send(.response(response))
            let changes = offer.changes(ofResources: { session.isSubscribed(to: $0) })
            group.addTask { for await change in changes { self.send(.notification(change.notification)) } }
        } catch {
            send(.response(RPCResponse(id: request.id, error)))
        }
    }

    private func pass(_ stream: MessageStream) async {
        let reader = stream.attach()
        var place = 0
        while case .messages(let texts, _) = await stream.news(from: place, for: reader) {
            place += texts.count
            for text in texts {
                if let message = try? RPCMessage(parsing: text, depth: JSONParseOptions.greatestDepth) { send(message) }
            }
        }
    }

    private func startStateless(_ request: RPCRequest, _ group: inout DiscardingTaskGroup) {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard state.requests[request.id] == nil, state.requests.count < server.limits.openRequests else {
                return nil
            }
            // The task is found by the id of the request, by which the client cancels it.
            let task = Task {
                await self.answer(request)
                self.state.withLock { $0.requests[request.id] = nil }
            }
            state.requests[request.id] = task
            return task
        }
        if let task { return group.addTask { await task.value } }
        let error = RPCError(.invalidRequest, "too many requests are open, or one with this id; wait for responses")
        send(.response(RPCResponse(id: request.id, error)))
    }

    private func answer(_ request: RPCRequest) async {
        do throws(RPCError) {
            let stateless = try StatelessRequest(request, headers: nil)
            // A cancelled request has no response.
            let response = try? await server.respond(to: stateless, offer: offer) { self.send(.notification($0)) }
            if let response { send(.response(response)) }
        } catch {
            send(.response(RPCResponse(id: request.id, error)))
        }
    }
}
