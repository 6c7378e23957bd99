import StreamingJSON
import Synchronization

/// A session: the client's declarations at its start, its open requests, and the questions that it must answer.
public final class MCPSession: Sendable {
    private struct State {
        var logLevel: LogLevel?
        var subscriptions: Set<String> = []
        var works: [RequestID: Work] = [:]
        var questions: [Int: CheckedContinuation<RPCResponse?, Never>] = [:]
        var lastQuestion = 0
        var lastStream = 0
        /// The streams that can be resumed, oldest first.
        var streams: [MessageStream] = []
        var isEnded = false
    }

    private struct Work {
        let task: Task<Void, Never>
        let stream: MessageStream
    }

    /// The unguessable id; empty for a session over a pipe.
    public let id: String
    /// The caller that owns it.
    public let owner: String
    /// The revision that was agreed.
    public let revision: ProtocolRevision
    /// The stream of messages that belong to no request.
    public let standing: MessageStream
    private let clientCapabilities: JSONObject
    private let clientInformation: JSONObject?
    private let server: MCPServer
    private let state = Mutex(State())

    /// The most streams that can be resumed.
    private static let keptStreams = 32
    /// The most resources that a session may subscribe to.
    private static let subscriptionLimit = 1000

    init(id: String, owner: String, revision: ProtocolRevision, _ params: JSONObject, _ server: MCPServer) {
        self.id = id
        self.owner = owner
        self.revision = revision
        self.server = server
        standing = MessageStream(number: 0, keepsMessages: true)
        clientCapabilities = params["capabilities"]?.objectValue ?? [:]
        clientInformation = params["clientInfo"]?.objectValue
    }

    /// Whether a resource's changes are wanted.
    public func isSubscribed(to uri: String) -> Bool { state.withLock { $0.subscriptions.contains(uri) } }

    /// Returns a stream that can be resumed.
    public func stream(_ number: Int) -> MessageStream? {
        if number == 0 { return standing }
        return state.withLock { $0.streams.first { $0.number == number } }
    }

    /// Ends the session: its requests are cancelled, its streams end.
    public func end() {
        let (works, questions) = state.withLock { state in
            state.isEnded = true
            defer { (state.works, state.questions) = ([:], [:]) }
            return (state.works, state.questions)
        }
        for work in works.values { work.task.cancel() }
        for question in questions.values { question.resume(returning: nil) }
        standing.finish()
    }

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
        let opened: Result<MessageStream, RPCError> = state.withLock { state in
            guard !state.isEnded else { return .failure(RPCError(.invalidRequest, "the session has ended")) }
            guard state.works[request.id] == nil else {
                return .failure(RPCError(.invalidRequest, "a request with this id is open; use each id once"))
            }
            guard state.works.count < server.limits.openRequests else {
                return .failure(RPCError(.invalidRequest, "the session has too many open requests; wait for responses"))
            }
            state.lastStream += 1
            let stream = MessageStream(number: state.lastStream, keepsMessages: true)
            state.streams.append(stream)
            if state.streams.count > Self.keptStreams, let old = state.streams.firstIndex(where: \.isFinished) {
                state.streams.remove(at: old)
            }
            // The work outlives the connection that asked for it: in revisions with sessions a broken connection cancels nothing, and
            // the client continues the stream on another one.
            let task = Task {
                if let response = try? await self.response(to: request, offer, on: stream) {
                    stream.append(.response(response))
                }
                self.state.withLock { $0.works[request.id] = nil }
                stream.finish()
            }
            state.works[request.id] = Work(task: task, stream: stream)
            return .success(stream)
        }
        return try opened.get()
    }

    /// Cancels the request to which a stream belongs, if its reader is gone.
    public func abandon(_ stream: MessageStream) {
        guard !stream.hasReader else { return }
        state.withLock { state in state.works.values.first { $0.stream === stream }?.task }?.cancel()
    }

    /// Handles a notification; unknown ones are ignored.
    public func receive(_ notification: RPCNotification) {
        guard notification.method == "notifications/cancelled",
            let id = notification.params["requestId"].flatMap(RequestID.init)
        else {
            return
        }
        state.withLock { $0.works[id]?.task }?.cancel()
    }

    /// Resumes the request that waits for an answer; other answers are ignored.
    public func receive(_ response: RPCResponse) {
        guard case .string(let text)? = response.id, let number = Self.number(ofQuestion: text) else { return }
        state.withLock { $0.questions.removeValue(forKey: number) }?.resume(returning: response)
    }

    // MARK: - Requests

    private func response(
        to request: RPCRequest,
        _ offer: any MCPOffer,
        on stream: MessageStream?
    ) async throws(CancellationError) -> RPCResponse {
        do {
            return RPCResponse(id: request.id, .success(try await result(of: request, offer, on: stream)))
        } catch let error as CancellationError {
            throw error
        } catch let error as RPCError {
            return RPCResponse(id: request.id, error)
        } catch {
            return RPCResponse(id: request.id, .failed)
        }
    }

    private func result(
        of request: RPCRequest,
        _ offer: any MCPOffer,
        on stream: MessageStream?
    ) async throws -> JSONObject {
        switch request.method {
        case "initialize": throw RPCError(.invalidRequest, "this session is initialized already")
        case "ping": return [:]
        case "logging/setLevel":
            guard let level = LogLevel(rawValue: try request.params.text("level")) else {
                throw RPCError.invalid(
                    "level must be one of \(LogLevel.allCases.map(\.rawValue).joined(separator: ", "))"
                )
            }
            state.withLock { $0.logLevel = level }
            return [:]
        case "resources/subscribe" where offer.capabilities.hasResources:
            try subscribe(try request.params.text("uri"))
            return [:]
        case "resources/unsubscribe" where offer.capabilities.hasResources:
            let uri = try request.params.text("uri")
            state.withLock { _ = $0.subscriptions.remove(uri) }
            return [:]
        default: break
        }
        var exchange = MCPExchange(
            revision: revision,
            clientCapabilities: clientCapabilities,
            clientInformation: clientInformation,
            metadata: request.metadata,
            logLevel: stream == nil ? nil : state.withLock(\.logLevel),
            send: { stream?.append(.notification($0)) }
        )
        for _ in 0..<server.limits.inputRounds {
            switch try await server.perform(request, exchange, offer) {
            case .result(let result): return result
            case .inputRequired(let needed):
                for question in needed.questions where exchange.inputs[question.key] == nil {
                    guard exchange.canAsk(for: question.kind), let stream else {
                        throw RPCError.missing(capabilities: [question.kind.capability: [:]])
                    }
                    exchange.inputs[question.key] = .object(try await ask(question, on: stream))
                }
                exchange.state = needed.state
            }
        }
        throw RPCError(.internalError, "the request asked for input too often")
    }

    private func subscribe(_ uri: String) throws(RPCError) {
        let isFull = state.withLock { state in
            guard state.subscriptions.count < Self.subscriptionLimit else { return true }
            state.subscriptions.insert(uri)
            return false
        }
        if isFull { throw .invalid("a session may subscribe to \(Self.subscriptionLimit) resources") }
    }

    // MARK: - Questions

    /// Sends a question on the stream of the request that needs its answer, and waits for the answer.
    private func ask(_ question: MCPInputRequest.Question, on stream: MessageStream) async throws -> JSONObject {
        var params = question.params
        // Forms are the only mode of this revision, which has no word for it.
        if revision <= .v2025_06_18 { params["mode"] = nil }
        let number = state.withLock { state in
            state.lastQuestion += 1
            return state.lastQuestion
        }
        let request = RPCRequest(id: .string("torii-\(number)"), method: question.kind.rawValue, params)
        let seconds = server.limits.answerSeconds
        let answer = await withTaskGroup { group in
            group.addTask { await self.answer(to: request, number, on: stream) }
            group.addTask {
                // The person may never answer; the wait ends all the same.
                try? await Task.sleep(for: .seconds(seconds))
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        try Task.checkCancellation()
        switch answer?.result {
        case .success(let result)?: return result
        case .failure(let error)?:
            throw RPCError(.internalError, "the client could not answer \(request.method): \(error.message)")
        case nil:
            throw RPCError(.internalError, "the client did not answer \(request.method) within \(seconds) seconds")
        }
    }

    private func answer(to request: RPCRequest, _ number: Int, on stream: MessageStream) async -> RPCResponse? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isEnded = state.withLock { state in
                    if !state.isEnded { state.questions[number] = continuation }
                    return state.isEnded
                }
                if isEnded { return continuation.resume(returning: nil) }
                stream.append(.request(request))
                if Task.isCancelled { drop(number) }
            }
        } onCancel: {
            drop(number)
        }
    }

    private func drop(_ number: Int) {
        state.withLock { $0.questions.removeValue(forKey: number) }?.resume(returning: nil)
    }

    private static func number(ofQuestion text: String) -> Int? {
        guard text.hasPrefix("torii-") else { return nil }
        return Int(text.dropFirst(6))
    }
}

extension MCPServer {
    /// Starts a session.
    ///
    /// - Parameter id: An unguessable id.
    /// - Returns: The session and the result for the client.
    /// - Throws: ``RPCError`` for parameters that do not fit.
    public func session(
        for request: RPCRequest,
        id: String,
        offer: any MCPOffer
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
        let session = MCPSession(id: id, owner: offer.owner, revision: revision, request.params, self)
        return (session, RPCResponse(id: request.id, .success(result)))
    }
}
