import HeldBytes
import StreamingJSON
import Synchronization

/// The requests and notifications of a session's client.
extension MCPSession {
    struct OpenRequest {
        let task: Task<Void, Never>
        let stream: MessageStream
        /// Whether the client has cancelled it, so that it gets no response.
        var isCancelledByClient = false
    }

    /// Whether a request is answered at once and without reports, so that no stream is needed.
    public static func isPlain(_ request: RPCRequest) -> Bool {
        !["tools/call", "prompts/get", "resources/read"].contains(request.method)
    }

    /// Returns the response to a plain request.
    ///
    /// - Throws: `CancellationError`: then there is no response.
    public func respond(to request: RPCRequest, offer: any MCPOffer) async throws(CancellationError) -> RPCResponse {
        try await response(to: request, offer, on: nil)
    }

    /// Starts the work on a request; returns the stream of its messages, whose last one is the response.
    ///
    /// - Throws: ``RPCError`` if the session has too many open requests, or one with this id.
    public func start(_ request: RPCRequest, offer: any MCPOffer) throws(RPCError) -> MessageStream {
        // It may wait for a person's answer for long.
        let bytes = hold == nil ? 0 : JSONValue.object(request.params).serialized().utf8.count
        let opened: Result<MessageStream, RPCError> = state.withLock { state in
            guard !state.isEnded else { return .failure(RPCError(.invalidRequest, "the session has ended")) }
            guard state.requests[request.id] == nil else {
                return .failure(RPCError(.invalidRequest, "a request with this id is open; use each id once"))
            }
            guard state.requests.count < server.limits.openRequests else {
                return .failure(RPCError(.invalidRequest, "the session has too many open requests; wait for responses"))
            }
            do throws(HeldBytes.Refusal) { try hold?.grow(by: bytes) } catch { return .failure(.noRoom) }
            state.lastStream += 1
            let stream = MessageStream(number: state.lastStream, keepsMessages: !id.isEmpty, hold: hold)
            state.streams.append(stream)
            // The work outlives the connection that asked for it: in revisions with sessions a broken connection cancels nothing, and
            // the client continues the stream on another one.
            let task = Task {
                do {
                    let response = try await self.response(to: request, offer, on: stream)
                    stream.append(.response(response), makeRoom: self.makeRoom)
                } catch {
                    let isUnwanted = self.state.withLock { $0.requests[request.id]?.isCancelledByClient == true }
                    if !isUnwanted { stream.append(.response(RPCResponse(id: request.id, Self.abandoned))) }
                }
                self.state.withLock { $0.requests[request.id] = nil }
                self.hold?.adjust(by: -bytes)
                stream.finish()
            }
            state.requests[request.id] = OpenRequest(task: task, stream: stream)
            return .success(stream)
        }
        return try opened.get()
    }

    /// Cancels the request to which a stream belongs, if nobody has read it since.
    ///
    /// - Parameter generation: The stream's ``MessageStream/generation`` when its reader left.
    public func abandon(_ stream: MessageStream, since generation: Int) {
        guard stream.generation == generation else { return }
        state.withLock { state in state.requests.values.first { $0.stream === stream }?.task }?.cancel()
    }

    /// Handles a notification; unknown ones are ignored.
    public func receive(_ notification: RPCNotification) {
        guard notification.method == "notifications/cancelled",
            let id = notification.params["requestId"].flatMap(RequestID.init)
        else {
            return
        }
        let task = state.withLock { state in
            state.requests[id]?.isCancelledByClient = true
            return state.requests[id]?.task
        }
        task?.cancel()
    }

    private static let abandoned = RPCError(
        .internalError,
        "the request was cancelled, because its reader was away for too long or the session ended; send it again"
    )
}
