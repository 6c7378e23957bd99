import AgentWire
import Logging
import ModelContextProtocol
import StreamingJSON
import Synchronization
import Transport

/// Passes the messages of a client at a pipe to a server's MCP interface over HTTP, and the server's messages back.
///
/// The client's revision decides how: with a session, or without. When the server has lost the session, for example because it was
/// restarted, the bridge starts another one with what the client said at its start.
final class MCPBridge: Sendable {
    struct State {
        var session: BridgeTarget.Session?
        /// The client's `initialize`, and the requests that made settings in the session, by what they set.
        var opening: RPCRequest?
        var settings: [String: RPCRequest] = [:]
        /// The attempt to start the session again that is under way.
        var reopening: Task<BridgeTarget.Session?, Never>?
        /// The requests without a response.
        var open: [RequestID: Task<Void, Never>] = [:]
        /// Reads the messages of the session that belong to no request.
        var stream: Task<Void, Never>?
        var isOver = false
    }

    /// The maximum number of requests without a response.
    private static let openRequests = 256
    /// The maximum size of a response that is not a stream, in bytes.
    private static let longestResponse = 64 << 20

    let target: BridgeTarget
    let client: HTTPClient
    let logger: Logger
    let send: @Sendable (RPCMessage) -> Void
    let state = Mutex(State())

    /// Makes a bridge.
    ///
    /// - Parameter send: Receives the messages for the client, from any task.
    init(
        target: BridgeTarget,
        client: HTTPClient,
        logger: Logger,
        send: @escaping @Sendable (RPCMessage) -> Void
    ) {
        (self.target, self.client, self.logger, self.send) = (target, client, logger, send)
    }

    /// Passes messages until they end; then open requests are cancelled and the session ends.
    func run(_ messages: some AsyncSequence<Result<RPCMessage, RPCError>, Never>) async {
        for await message in messages {
            switch message {
            case .failure(let error): send(.response(RPCResponse(id: nil, error)))
            case .success(.request(let request)):
                let work = start(request)
                // The messages after it belong to the session that it opens.
                if request.method == "initialize" { await work?.value }
            case .success(.notification(let notification)): await pass(notification)
            case .success(let response): await post(response)
            }
        }
        let (open, stream, session) = state.withLock { state in
            state.isOver = true
            return (Array(state.open.values), state.stream, state.session)
        }
        stream?.cancel()
        for task in open { task.cancel() }
        for task in open { await task.value }
        if let session, session.id != nil { _ = try? await client.send(target.endRequest(of: session)) }
    }

    // MARK: - Requests

    /// Starts the work on a request; returns its task, or `nil` if the request is refused.
    private func start(_ request: RPCRequest) -> Task<Void, Never>? {
        let work = state.withLock { state -> Task<Void, Never>? in
            guard state.open[request.id] == nil, state.open.count < Self.openRequests else { return nil }
            // The task is found by the request's id, by which the client cancels it; `run` waits for all of them.
            let work = Task {
                await self.answer(request)
                self.state.withLock { $0.open[request.id] = nil }
            }
            state.open[request.id] = work
            return work
        }
        if let work { return work }
        let error = RPCError(.invalidRequest, "too many requests are open, or one with this id; wait for responses")
        send(.response(RPCResponse(id: request.id, error)))
        return nil
    }

    private func answer(_ request: RPCRequest) async {
        do {
            let response = try await response(to: request)
            guard !Task.isCancelled else { return }
            if case .success(let result) = response.result { note(request, result) }
            send(.response(response))
        } catch let error as RPCError {
            send(.response(RPCResponse(id: request.id, error)))
        } catch is CancellationError {
            // The client wants no response any more.
        } catch let error as TransportError {
            guard !Task.isCancelled else { return }
            send(.response(RPCResponse(id: request.id, unreachable(error))))
        } catch {
            send(.response(RPCResponse(id: request.id, RPCError(.internalError, "the response could not be read"))))
        }
    }

    /// Returns the response to a request; messages before it are passed to the client.
    ///
    /// - Throws: `RPCError`, `TransportError`, `CancellationError`.
    private func response(to request: RPCRequest) async throws -> RPCResponse {
        let isStateful = !StatelessRequest.isMeant(by: request)
        let session = isStateful && request.method != "initialize" ? state.withLock(\.session) : nil
        let answer = try await submit(target.request(.request(request), in: session))
        if answer.status == 404, let session, session.id != nil {
            guard let fresh = await reopened(after: session) else {
                throw RPCError(
                    .internalError,
                    "the server at \(target.url) has lost the session, and starting another one failed"
                )
            }
            return try await read(
                try await client.send(target.request(.request(request), in: fresh)),
                of: request,
                in: fresh
            )
        }
        if request.method == "initialize", isStateful, answer.status == 200 {
            let response = try await read(answer, of: request, in: nil)
            open(request, response, id: answer.headers["Mcp-Session-Id"])
            return response
        }
        return try await read(answer, of: request, in: session)
    }

    /// Sends a request, and once more if it has certainly had no effect, for example because the server is just being restarted.
    private func submit(_ request: HTTPRequest) async throws -> HTTPResponse {
        do {
            return try await client.send(request)
        } catch let error where error.isRetrySafe {
            // The pause before the second attempt is the reason to sleep here.
            try await Task.sleep(for: .milliseconds(500))
            return try await client.send(request)
        }
    }

    /// Reads the response out of an HTTP response.
    func read(
        _ answer: HTTPResponse,
        of request: RPCRequest,
        in session: BridgeTarget.Session?
    ) async throws -> RPCResponse {
        let type = answer.headers["Content-Type"].flatMap { MediaType($0) }
        if answer.status == 200, type?.type == "text", type?.subtype == "event-stream" {
            return try await follow(answer.body, of: request, in: session)
        }
        let bytes = try await answer.body.collect(upTo: Self.longestResponse)
        let value = try? JSONValue(parsing: bytes)
        // A refused token is the operator's affair, so the client gets what to do about it here.
        guard answer.status != 401, answer.status != 403 else { throw refusal(answer.status, value) }
        if let value, case .response(var response)? = try? RPCMessage(value),
            response.id == nil || response.id == request.id
        {
            response.id = request.id
            return response
        }
        throw refusal(answer.status, value)
    }

    // MARK: - Notifications and responses

    private func pass(_ notification: RPCNotification) async {
        guard notification.method == "notifications/cancelled",
            let id = notification.params["requestId"].flatMap(RequestID.init)
        else {
            return await post(.notification(notification))
        }
        let (task, session) = state.withLock { ($0.open[id], $0.session) }
        // With a session, the end of a connection cancels nothing.
        if session != nil { await post(.notification(notification)) }
        task?.cancel()
    }

    /// Sends a message that has no response.
    private func post(_ message: RPCMessage) async {
        do {
            var request = target.request(message, in: state.withLock(\.session))
            // The messages after it wait meanwhile.
            request.timeouts.firstByte = .seconds(30)
            let answer = try await submit(request)
            guard answer.status >= 300 else { return }
            logger.warning(
                "The server refused a message of the client",
                metadata: ["status": .stringConvertible(answer.status)]
            )
        } catch {
            logger.warning("A message of the client did not reach the server", metadata: ["error": "\(error)"])
        }
    }

    // MARK: - Errors

    /// Returns the error of a server that does not answer.
    private func unreachable(_ error: TransportError) -> RPCError {
        RPCError(
            .internalError,
            "Torii at \(target.url) does not answer: \(error.clause). Start the server, or correct TORII_URL."
        )
    }

    /// Returns the error of an HTTP response without a message.
    private func refusal(_ status: Int, _ body: JSONValue?) -> RPCError {
        let detail = body?["detail"]?.stringValue ?? body?["error"]?["message"]?.stringValue
        let reason = detail.map { ": \($0.prefix(1000))" } ?? ""
        let advice =
            switch status {
            case 401: "Set TORII_TOKEN to a token of a client of this server; 'torii clients create' prints one."
            case 403: "The token does not permit this; its scopes are in 'torii clients list'."
            case 404, 405: "Check that TORII_URL is the address of a Torii server that offers /mcp."
            case 429, 503: "Try again later."
            default: "The server's log has the reason."
            }
        return RPCError(
            .internalError,
            "Torii at \(target.url) refused the request with status \(status)\(reason). \(advice)",
            data: ["status": .integer(status)]
        )
    }
}
