public import HeldBytes
import StreamingJSON
import Synchronization

/// A session: the client's declarations at its start, its open requests, and the questions that it must answer.
public final class MCPSession: Sendable {
    /// The most streams that can be resumed.
    private static let keptStreams = 16
    /// The most bytes of finished streams.
    private static let keptBytes = 2 << 20
    /// The time for which an answer is kept that was not read to its end.
    private static let unreadTime = Duration.seconds(300)

    struct State {
        var logLevel: LogLevel?
        var subscriptions: Set<String> = []
        var requests: [RequestID: OpenRequest] = [:]
        var questions: [Int: CheckedContinuation<RPCResponse?, Never>] = [:]
        var lastQuestion = 0
        var lastStream = 0
        /// The streams that can be resumed, oldest first.
        var streams: [MessageStream] = []
        /// The times at which finished streams without a reader were first seen, by their numbers.
        var finishedAt: [Int: ContinuousClock.Instant] = [:]
        var isEnded = false

        /// Adds a stream, and drops finished ones beyond the bounds, oldest first.
        mutating func keep(_ stream: MessageStream) {
            var bytes = 0
            var count = 0
            let kept = streams.reversed().filter { stream in
                bytes += stream.byteCount
                count += 1
                return !stream.isFinished || count < MCPSession.keptStreams && bytes <= MCPSession.keptBytes
            }
            streams = kept.reversed() + [stream]
        }

        /// Drops finished streams some time after they had their last reader.
        mutating func forgetFinished(at now: ContinuousClock.Instant, after time: Duration) {
            var still: [Int: ContinuousClock.Instant] = [:]
            streams.removeAll { stream in
                guard stream.isFinished, !stream.hasReader else { return false }
                let since = finishedAt[stream.number] ?? now
                still[stream.number] = since
                return now - since >= (stream.isSpent ? time : max(time, MCPSession.unreadTime))
            }
            finishedAt = still
        }
    }

    struct OpenRequest {
        let task: Task<Void, Never>
        let stream: MessageStream
        /// Whether the client has cancelled it, so that it gets no response.
        var isCancelledByClient = false
    }

    /// The unguessable id; empty for a session over a pipe.
    public let id: String
    /// The caller that owns it.
    public let owner: String
    /// The revision that was agreed.
    public let revision: ProtocolRevision
    /// The stream of messages that belong to no request.
    public let serverStream: MessageStream
    let clientCapabilities: JSONObject
    let clientInformation: JSONObject?
    let server: MCPServer
    /// The hold that counts the bytes of the session: messages, open requests, subscriptions; `nil` if they are not counted.
    let hold: HeldBytes.Hold?
    let state = Mutex(State())

    init(
        id: String,
        owner: String,
        revision: ProtocolRevision,
        _ params: JSONObject,
        _ server: MCPServer,
        _ hold: HeldBytes.Hold?
    ) {
        self.hold = hold
        self.id = id
        self.owner = owner
        self.revision = revision
        self.server = server
        serverStream = MessageStream(number: 0, keepsMessages: true, hold: hold)
        // Only what the server reads is kept, because a client could send megabytes.
        let kinds = InputKind.allCases.map(\.capability)
        let declared = kinds.compactMap { name in
            params["capabilities"]?[name]?.objectValue.map {
                (name, JSONValue.object(JSONObject($0.prefix(8).map { ($0.key, [:]) })))
            }
        }
        clientCapabilities = JSONObject(declared)
        let names = ["name", "version"].compactMap { name in
            params["clientInfo"]?[name]?.stringValue.map { (name, JSONValue.string(String($0.prefix(100)))) }
        }
        clientInformation = JSONObject(names)
    }

    /// Whether a resource's changes are wanted.
    public func isSubscribed(to uri: String) -> Bool { state.withLock { $0.subscriptions.contains(uri) } }

    /// Returns a stream that can be resumed.
    public func stream(_ number: Int) -> MessageStream? {
        if number == 0 { return serverStream }
        return state.withLock { $0.streams.first { $0.number == number } }
    }

    /// Ends the session: its requests are cancelled, its streams end.
    public func end() {
        let (requests, questions) = state.withLock { state in
            state.isEnded = true
            defer {
                state.questions = [:]
                state.streams = []
            }
            return (state.requests, state.questions)
        }
        for request in requests.values { request.task.cancel() }
        for question in questions.values { question.resume(returning: nil) }
        serverStream.finish()
    }

    /// Drops the answers that were read, and those whose reader has been away for long; a timer calls it.
    ///
    /// - Parameter time: The time in which a reader may read an answer again.
    public func forgetAnswers(at now: ContinuousClock.Instant, after time: Duration) {
        state.withLock { $0.forgetFinished(at: now, after: time) }
    }

    /// Drops the answers that were read, for another one.
    func makeRoom() { state.withLock { $0.streams.removeAll(where: \.isSpent) } }

    // MARK: - What the client sends

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
            state.keep(stream)
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

    /// Whether there are open requests, or somebody reads.
    public var isBusy: Bool { state.withLock { !$0.requests.isEmpty } || serverStream.hasReader }

    /// The resources whose changes are wanted.
    public var subscriptions: Set<String> { state.withLock(\.subscriptions) }

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

    /// Resumes the request that waits for an answer; other answers are ignored.
    public func receive(_ response: RPCResponse) {
        guard case .string(let text)? = response.id, let number = Self.number(ofQuestion: text) else { return }
        state.withLock { $0.questions.removeValue(forKey: number) }?.resume(returning: response)
    }
}

extension MCPServer {
    /// Starts a session.
    ///
    /// - Parameters:
    ///   - id: An unguessable id.
    ///   - hold: The hold that counts the bytes of the session; `nil` if they are not counted.
    /// - Returns: The session and the result for the client.
    /// - Throws: ``RPCError`` for parameters that do not fit.
    public func session(
        for request: RPCRequest,
        id: String,
        offer: any MCPOffer,
        hold: HeldBytes.Hold? = nil
    ) throws(RPCError) -> (session: MCPSession, response: RPCResponse) {
        let wanted = try request.params.text("protocolVersion")
        guard request.params["capabilities"]?.objectValue != nil else {
            throw .invalid("capabilities must be an object")
        }
        let known = ProtocolRevision(rawValue: wanted).flatMap { $0.isStateless ? nil : $0 }
        let revision = known ?? .latestStateful
        var result: JSONObject = [
            "protocolVersion": .string(revision.rawValue), "capabilities": .object(offer.capabilities.jsonObject),
            "serverInfo": .object(offer.server.jsonObject),
        ]
        if let instructions = offer.instructions { result["instructions"] = .string(instructions) }
        let session = MCPSession(id: id, owner: offer.owner, revision: revision, request.params, self, hold)
        return (session, RPCResponse(id: request.id, .success(result)))
    }
}
