import AgentTools
import ModelContextProtocol
package import StreamingJSON
import Synchronization

/// A connection to an MCP server: it agrees on a revision, connects again when a session ends, and makes requests.
///
/// ```swift
/// let connection = MCPConnection(to: "https://example.com/mcp", server: "example", client: client)
/// let tools = try await connection.listTools()
/// let result = try await connection.callTool("add", ["a": 1, "b": 2])
/// await connection.close()
/// ```
///
/// A connection to a command needs ``run()`` beside it, which starts and restarts the command.
package final class MCPConnection: Sendable {
    private struct State {
        var server: MCPServerFacts?
        /// The revision of the last agreement; the next one starts with it.
        var revision: ProtocolRevision?
        var lastID = 0
    }

    /// The server's name, for errors.
    package let server: String
    let options: MCPConnectionOptions
    let channel: any MCPChannel
    private let state = Mutex(State())
    private let agreements = SharedCalls<Int, MCPServerFacts>()

    init(server: String, channel: any MCPChannel, options: MCPConnectionOptions) {
        (self.server, self.channel, self.options) = (server, channel, options)
    }

    /// Agrees with the server on a revision, unless it was done before, and returns what the server said about itself.
    ///
    /// - Throws: ``MCPFailure``; `CancellationError`.
    @discardableResult
    package func connect() async throws -> MCPServerFacts {
        let generation = channel.generation
        if let known = state.withLock(\.server), known.generation == generation { return known }
        return try await agreements.value(for: generation) { [self] in
            if let known = state.withLock(\.server), known.generation == generation { return known }
            let facts = try await agreement()
            state.withLock { ($0.server, $0.revision) = (facts, facts.revision) }
            return facts
        }
    }

    /// Makes a request and returns its complete result.
    ///
    /// Questions of the server are answered by the options' handler, and the request is then made again with the answers.
    ///
    /// - Throws: ``MCPFailure``; `CancellationError`.
    package func request(
        _ method: String,
        _ params: JSONObject = [:],
        _ call: MCPCallOptions = MCPCallOptions()
    ) async throws -> JSONObject {
        try await withMCPDeadline(call.deadline, of: server) { [self] in
            try await completeResult(of: method, params, call)
        }
    }

    /// Keeps the command of the server running until the task is cancelled; returns at once for a server behind HTTP.
    package func run() async { await channel.run() }

    /// Ends the session at the server, if there is one.
    package func close() async {
        let revision = state.withLock { state in
            defer { state.server = nil }
            return state.server?.revision
        }
        guard let revision, !revision.isStateless else { return }
        await channel.close(MCPDelivery(revision: revision, deadline: .seconds(3)))
    }

    /// Receives changes of the server's lists until the connection breaks, and in a session its questions too.
    ///
    /// Some servers send a question about a request on this stream and not on the request's own.
    ///
    /// - Returns: Whether the server offers this.
    /// - Throws: ``MCPFailure``; `CancellationError`.
    package func listen() async throws -> Bool {
        let facts = try await connect()
        let mayAsk = options.elicitation != nil && !facts.revision.isStateless
        guard mayAsk || facts.capabilities["tools"]?["listChanged"]?.boolValue == true else { return false }
        let delivery = delivery(of: facts.revision, MCPCallOptions(deadline: Self.longestStream))
        guard facts.revision.isStateless else { return try await channel.listen(delivery) }
        let params: JSONObject = ["notifications": ["toolsListChanged": true]]
        let answer = try await channel.send(
            RPCRequest(id: newID(), method: "subscriptions/listen", options.stateless(params, facts.revision)),
            delivery
        )
        if case .failure(let error) = answer.result {
            guard error.code == .methodNotFound else { throw MCPFailure(error, of: server) }
            return false
        }
        return true
    }

    /// A stream of changes is opened again after this time, so that a dead connection is noticed.
    private static let longestStream: Duration = .seconds(15 * 60)

    private func newID() -> RequestID {
        state.withLock { state in
            state.lastID += 1
            return .integer(state.lastID)
        }
    }

    private func forget(_ facts: MCPServerFacts) {
        state.withLock { if $0.server == facts { $0.server = nil } }
    }
}

// MARK: - Agreement

extension MCPConnection {
    /// The time that a server has for an answer to the first request; some servers ignore whatever precedes `initialize`.
    private static let silence: Duration = .seconds(5)

    private func agreement() async throws -> MCPServerFacts {
        let cached = options.revision ?? state.withLock(\.revision)
        do {
            return try await agreement(EraNegotiation(cached), isFirst: cached == nil)
        } catch let failure as MCPFailure
            where failure.code == .noCommonRevision && options.revision == nil && cached != nil
        {
            // The server may have been replaced by one of the other era.
            return try await agreement(EraNegotiation(), isFirst: true)
        }
    }

    private func agreement(_ start: EraNegotiation, isFirst: Bool) async throws -> MCPServerFacts {
        var negotiation = start
        var (generation, result): (Int, JSONObject) = (channel.generation, [:])
        while true {
            let (request, revision, limit): (RPCRequest, ProtocolRevision, Duration)
            switch negotiation.step {
            case .agreed(let revision):
                let facts = MCPServerFacts(revision: revision, result, generation: generation)
                if !revision.isStateless { try await announce(revision) }
                return facts
            case .failed(let reason): throw MCPFailure(.noCommonRevision, of: server, reason)
            case .discover(let known):
                revision = known
                request = RPCRequest(id: newID(), method: "server/discover", options.stateless([:], known))
                limit = options.revision == nil && isFirst ? min(Self.silence, options.deadline) : options.deadline
            case .initialize(let known):
                revision = known
                request = RPCRequest(id: newID(), method: "initialize", options.initialization(known))
                limit = options.deadline
            }
            generation = channel.generation
            let answer = try await answer(to: request, revision, within: limit)
            if case .result(let found) = answer { result = found }
            negotiation.receive(answer)
        }
    }

    /// Says that the session can be used; some servers answer that with a failure and work nevertheless.
    private func announce(_ revision: ProtocolRevision) async throws {
        do {
            try await channel.post(
                .notification(RPCNotification("notifications/initialized")),
                MCPDelivery(revision: revision, deadline: options.deadline)
            )
        } catch let failure as MCPFailure {
            switch failure.code {
            case .status, .brokenOff, .unreadable:
                options.onOddity("notifications/initialized is ignored: \(failure.detail)")
            default: throw failure
            }
        }
    }

    private func answer(
        to request: RPCRequest,
        _ revision: ProtocolRevision,
        within limit: Duration
    ) async throws -> EraNegotiation.Answer {
        // The field belongs to requests after `initialize`.
        let delivery = delivery(of: revision.isStateless ? revision : nil, MCPCallOptions(deadline: limit))
        do {
            let response = try await withMCPDeadline(limit, of: server) { [channel] in
                try await channel.send(request, delivery)
            }
            switch response.result {
            case .success(let result): return .result(result)
            case .failure(let error): return .error(error)
            }
        } catch let failure as MCPFailure {
            switch failure.code {
            case .status(let status) where (400...501).contains(status) && status != 429:
                return .refused(status: status)
            case .timedOut: return .silence
            case .unreadable, .brokenOff:
                guard revision.isStateless else { throw failure }
                return .refused(status: 0)
            default: throw failure
            }
        }
    }
}

// MARK: - Requests

extension MCPConnection {
    /// The most times that one request is made with further answers for the server.
    private static let mostRounds = 10
    private static let asking: Set<String> = ["tools/call", "prompts/get", "resources/read"]

    private func completeResult(
        of method: String,
        _ params: JSONObject,
        _ call: MCPCallOptions
    ) async throws -> JSONObject {
        var params = params
        for _ in 0..<Self.mostRounds {
            let result = try await result(of: method, params, call)
            switch result["resultType"]?.stringValue {
            case nil, "complete": return result
            case "input_required" where Self.asking.contains(method):
                let answers = await options.answers(to: result["inputRequests"]?.objectValue ?? [:], call)
                params["inputResponses"] = answers.isEmpty ? nil : .object(answers)
                params["requestState"] = result["requestState"]
            case let type?:
                throw MCPFailure(
                    .unreadable,
                    of: server,
                    "it answered \(method) with a result of the type '\(type.prefix(40))'"
                )
            }
        }
        throw MCPFailure(
            .unreadable,
            of: server,
            "it asked more than \(Self.mostRounds) times before it answered \(method)"
        )
    }

    /// Makes a request, again in a new session if the former is over, or if a repetition has no further effect.
    private func result(of method: String, _ params: JSONObject, _ call: MCPCallOptions) async throws -> JSONObject {
        var (attempts, sessions) = (0, 0)
        while true {
            attempts += 1
            let facts = try await connect()
            do {
                return try await result(of: method, params, call, facts)
            } catch let failure as MCPFailure {
                if failure.code == .sessionEnded {
                    forget(facts)
                    sessions += 1
                    options.onSessionEnded()
                }
                let isWorthwhile =
                    failure.code == .sessionEnded && sessions == 1
                    || failure.code == .brokenOff && (call.isRepeatable || failure.isRetrySafe)
                guard isWorthwhile, attempts < 3 else { throw failure }
            }
        }
    }

    private func result(
        of method: String,
        _ params: JSONObject,
        _ call: MCPCallOptions,
        _ facts: MCPServerFacts
    ) async throws -> JSONObject {
        let id = newID()
        var params = facts.revision.isStateless ? options.stateless(params, facts.revision) : params
        if call.onProgress != nil {
            var metadata = params["_meta"]?.objectValue ?? [:]
            metadata[MetadataKey.progressToken] = id.jsonValue
            params["_meta"] = .object(metadata)
        }
        let delivery = delivery(of: facts.revision, call, token: id)
        do {
            let response = try await channel.send(RPCRequest(id: id, method: method, params), delivery)
            switch response.result {
            case .success(let result): return result
            case .failure(let error): throw MCPFailure(error, of: server)
            }
        } catch is CancellationError {
            if !facts.revision.isStateless || channel is CommandChannel { cancel(id, facts.revision) }
            throw CancellationError()
        }
    }

    /// Sends the notification that a request is cancelled, without waiting for it.
    private func cancel(_ id: RequestID, _ revision: ProtocolRevision) {
        let notification = RPCNotification("notifications/cancelled", ["requestId": id.jsonValue])
        let delivery = MCPDelivery(revision: revision, deadline: .seconds(3))
        // Unstructured, because the task of the request is cancelled, and its caller must not wait.
        Task { [channel] in try? await channel.post(.notification(notification), delivery) }
    }

    private func delivery(
        of revision: ProtocolRevision?,
        _ call: MCPCallOptions,
        token: RequestID? = nil
    ) -> MCPDelivery {
        MCPDelivery(revision: revision, headers: call.headers, deadline: call.deadline) { [options] message in
            switch message {
            case .notification(let notification):
                options.receive(notification, call, token)
                return nil
            case .request(let request): return await options.response(to: request, call)
            case .response: return nil
            }
        }
    }
}
