import AgentTools
import EventStreams
import ModelContextProtocol
import StreamingJSON
import Synchronization
import Transport

/// Messages by streamable HTTP: each in a request of its own, answered as JSON or as a stream of events.
final class HTTPChannel: MCPChannel {
    let server: String
    let url: String
    let client: HTTPClient
    let breakers: CircuitBreakers
    let authorizer: any MCPAuthorizer
    /// The fields that the declaration names, without keys.
    let fields: HTTPHeaders
    let state: Mutex<State>

    init(
        server: String,
        url: String,
        client: HTTPClient,
        breakers: CircuitBreakers,
        authorizer: any MCPAuthorizer,
        fields: HTTPHeaders
    ) {
        (self.server, self.url, self.client, self.breakers) = (server, url, client, breakers)
        (self.authorizer, self.fields) = (authorizer, fields)
        state = Mutex(State(url: url))
    }

    var generation: Int { state.withLock(\.generation) }

    /// The session's id; `nil` without a session.
    var session: String? { state.withLock(\.session) }

    func run() async {}

    @concurrent func send(_ request: RPCRequest, _ delivery: MCPDelivery) async throws -> RPCResponse {
        let message = RPCMessage.request(request)
        let used = try sessionToUse(for: request)
        let response = try await exchange(message, delivery)
        if request.method == "initialize" { try accept(sessionOf: response) }
        guard (200..<300).contains(response.status) else { return try await refusal(response, of: request, in: used) }
        let answer =
            switch response.mediaType {
            case "text/event-stream": try await answer(to: request, on: response, delivery)
            // Some servers name another type.
            default: try await answer(to: request, in: response, delivery)
            }
        if case .failure(let error) = answer.result, SessionLoss.isMeant(by: error) { try endSession(used) }
        state.withLock { if used != nil, $0.session == used { $0.hasAnswered = true } }
        return answer
    }

    @concurrent func post(_ message: RPCMessage, _ delivery: MCPDelivery) async throws {
        let response = try await exchange(message, delivery)
        guard (200..<300).contains(response.status) else {
            throw MCPFailure(
                .status(response.status),
                of: server,
                "it answered with the HTTP status \(response.status)"
            )
        }
    }

    @concurrent func listen(_ delivery: MCPDelivery) async throws -> Bool {
        var resumption = StreamResumption()
        while true {
            let response = try await exchange(nil, delivery, lastEventID: resumption.lastEventID)
            // A server without this stream may have no route for it; its 404 is not the end of the session, which a request finds.
            guard response.status != 405, response.status != 404 || !resumption.lastEventID.isEmpty else {
                return false
            }
            guard response.status == 200, response.mediaType == "text/event-stream" else {
                throw MCPFailure(
                    .status(response.status),
                    of: server,
                    "it answered the request for its events with the HTTP status \(response.status)"
                )
            }
            _ = try await read(response, for: nil, delivery, &resumption)
            guard let delay = resumption.next() else { return true }
            try await Task.sleep(for: delay)
        }
    }

    @concurrent func close(_ delivery: MCPDelivery) async {
        guard session != nil else { return }
        _ = try? await exchange(nil, delivery, method: .delete)
        state.withLock { $0.session = nil }
    }
}

// MARK: - Exchanges

extension HTTPChannel {
    private static let mostRedirects = 3

    /// Sends a request with credentials, again with others if the server refuses them, and returns any other response.
    fileprivate func exchange(
        _ message: RPCMessage?,
        _ delivery: MCPDelivery,
        method: HTTPMethod? = nil,
        lastEventID: String = ""
    ) async throws -> HTTPResponse {
        var (repetitions, redirects) = (0, 0)
        while true {
            let (session, url) = state.withLock { ($0.session, $0.url) }
            let credentials = try await credentials()
            var headers = fields
            let own = MCPRequestFields.fields(
                for: message,
                revision: delivery.revision,
                session: session,
                headers: delivery.headers
            )
            for field in own.fields + credentials.fields.fields { headers.remove(field.name) }
            for field in own.fields + credentials.fields.fields { headers.append(field.name, field.value) }
            if !lastEventID.isEmpty { headers["Last-Event-ID"] = lastEventID }
            var request = HTTPRequest(
                method ?? (message == nil ? .get : .post),
                url,
                headers: headers,
                body: message.map { Array($0.serialized().utf8) },
                timeouts: HTTPTimeouts(
                    connect: min(.seconds(10), delivery.deadline),
                    firstByte: delivery.deadline,
                    idle: delivery.deadline,
                    total: delivery.deadline
                ),
                isTrusted: true
            )
            request.echo = credentials.lease.map { SecretEcho(of: $0) }
            let response = try await response(to: request)
            switch response.status {
            case 200..<300:
                authorizer.accepted(credentials)
                return response
            case 307, 308:
                redirects += 1
                guard redirects <= Self.mostRedirects,
                    let target = RedirectTarget(response.headers["Location"], from: url)
                else {
                    throw MCPFailure(
                        .status(response.status),
                        of: server,
                        "it redirects to another server; declare that one's url"
                    )
                }
                state.withLock { $0.url = target.url }
            case 401, 402, 403, 429:
                // The answer to a notification has no effect.
                if message?.isNotification == true { return response }
                if try await isAboutSession(response, message, session) { try endSession(session) }
                let refusal = MCPRefusal(url: self.url, response)
                guard repetitions < MCPRefusal.mostRepetitions, try await isNewlyAuthorized(refusal, credentials) else {
                    throw unauthorized(response.status)
                }
                repetitions += 1
            case 404 where session != nil && message?.needsSession == true:
                try endSession(session)
                return response
            default: return response
            }
        }
    }

    private func response(to request: HTTPRequest) async throws -> HTTPResponse {
        do {
            // Requests with POST are repeated only if nothing was sent, or the server says that it did nothing.
            let policy = RetryPolicy(
                statuses: [502, 503, 504],
                refusals: [425, 503],
                maximumRetryAfter: .seconds(5),
                deadline: nil
            )
            return try await client.send(request, retrying: policy, through: breakers)
        } catch {
            try Task.checkCancellation()
            throw MCPFailure(error, of: server)
        }
    }

    private func credentials() async throws -> MCPCredentials {
        do {
            return try await authorizer.credentials(for: url)
        } catch {
            throw try failure(of: error)
        }
    }

    private func isNewlyAuthorized(_ refusal: MCPRefusal, _ credentials: MCPCredentials) async throws -> Bool {
        do {
            return try await authorizer.refused(refusal, of: credentials)
        } catch {
            throw try failure(of: error)
        }
    }

    private func failure(of error: any Error) throws -> MCPFailure {
        try Task.checkCancellation()
        if let failure = error as? MCPFailure { return failure }
        return MCPFailure(.unauthorized, of: server, "there are no credentials for it: \(error)")
    }

    private func unauthorized(_ status: Int) -> MCPFailure {
        switch status {
        case 429: MCPFailure(.status(429), of: server, "it allows no more requests at the moment")
        case 402: MCPFailure(.unauthorized, of: server, "the credit of its key is used up")
        default:
            MCPFailure(
                .unauthorized,
                of: server,
                "it refused the credentials with the HTTP status \(status); check its keys or authorize Torii again"
            )
        }
    }
}

// MARK: - Answers

extension HTTPChannel {
    /// Returns the error of a response with a status of failure.
    fileprivate func refusal(
        _ response: HTTPResponse,
        of request: RPCRequest,
        in used: String?
    ) async throws -> RPCResponse {
        let bytes = (try? await response.body.collect(upTo: MCPLimits.failureBytes)) ?? []
        try Task.checkCancellation()
        let text = String(decoding: bytes, as: UTF8.self)
        if SessionLoss.isMeant(byStatus: response.status, text) { try endSession(used) }
        if case .response(let answer)? = try? RPCMessage(lenient: response.withoutSecrets(text)),
            answer.id == nil || request.id.isMeant(by: answer.id), case .failure = answer.result
        {
            return answer
        }
        throw MCPFailure(
            .status(response.status),
            of: server,
            "it answered \(request.method) with the HTTP status \(response.status)",
            isRetrySafe: false
        )
    }

    /// Reads a body that is a message, or events although its type says otherwise.
    fileprivate func answer(
        to request: RPCRequest,
        in response: HTTPResponse,
        _ delivery: MCPDelivery
    ) async throws -> RPCResponse {
        let messages: [RPCMessage]
        do {
            let bytes = try await response.body.collect(upTo: MCPLimits.messageBytes)
            do throws(RPCError) {
                messages = try RPCMessage.messages(
                    lenient: response.withoutSecrets(String(decoding: bytes, as: UTF8.self)),
                    answering: request.id
                )
            } catch {
                if let answer = await events(in: bytes, of: response, answering: request.id, delivery) {
                    return answer
                }
                throw error
            }
        } catch let error as TransportError {
            try Task.checkCancellation()
            throw MCPFailure(error, of: server)
        } catch let error as RPCError {
            throw MCPFailure(.unreadable, of: server, "its answer is no message: \(error.message)")
        }
        for message in messages {
            if let answer = await process(message, for: request.id, delivery) { return answer }
        }
        throw MCPFailure(.unreadable, of: server, "its answer is no response, or that to another request")
    }

    /// Returns the response among events that are there already; `nil` if there is none.
    private func events(
        in bytes: [UInt8],
        of response: HTTPResponse,
        answering id: RequestID,
        _ delivery: MCPDelivery
    ) async -> RPCResponse? {
        var decoder = ServerSentEventDecoder(maximumEventBytes: MCPLimits.messageBytes)
        var events: [ServerSentEvent] = []
        guard (try? decoder.feed(bytes + Array("\n\n".utf8), into: &events)) != nil else { return nil }
        for event in events.prefix(MCPLimits.streamMessages) {
            if let answer = await process(response.withoutSecrets(event.data), for: id, delivery) { return answer }
        }
        return nil
    }

    /// Reads events until the response, in the era with sessions also from further streams after a break.
    fileprivate func answer(
        to request: RPCRequest,
        on response: HTTPResponse,
        _ delivery: MCPDelivery
    ) async throws -> RPCResponse {
        var resumption = StreamResumption()
        var response = response
        while true {
            var broken: MCPFailure
            do {
                if let answer = try await read(response, for: request.id, delivery, &resumption) { return answer }
                broken = MCPFailure(.brokenOff, of: server, "its stream of events ended without a response")
            } catch let failure as MCPFailure where failure.code == .brokenOff || failure.code == .unreachable {
                broken = failure
            }
            // A stateless server has no stream to continue, and before the first answer no session is known.
            guard delivery.revision?.isStateless != true, let delay = resumption.next() else { throw broken }
            try await Task.sleep(for: delay)
            do {
                response = try await exchange(nil, delivery, lastEventID: resumption.lastEventID)
            } catch let failure as MCPFailure where failure.code == .unreachable || failure.code == .brokenOff {
                broken = failure
                continue
            }
            guard response.status == 200, response.mediaType == "text/event-stream" else { throw broken }
        }
    }

    /// Reads the events of one stream and returns the response with an id; `nil` if the stream ends without it.
    fileprivate func read(
        _ response: HTTPResponse,
        for id: RequestID?,
        _ delivery: MCPDelivery,
        _ resumption: inout StreamResumption
    ) async throws -> RPCResponse? {
        var decoder = ServerSentEventDecoder(maximumEventBytes: MCPLimits.messageBytes)
        var (messages, bytes) = (0, 0)
        var plain = PlainMessage()
        do {
            for try await piece in response.body {
                bytes += piece.count
                if id != nil { plain.append(piece) }
                var events: [ServerSentEvent] = []
                try decoder.feed(piece, into: &events)
                for event in events where !event.data.isEmpty {
                    messages += 1
                    guard id == nil || messages <= MCPLimits.streamMessages && bytes <= MCPLimits.streamBytes else {
                        throw MCPFailure(.tooLarge, of: server, "it sent too many messages before its response")
                    }
                    let text = response.withoutSecrets(event.data)
                    if let answer = await process(text, for: id, delivery) { return answer }
                    try Task.checkCancellation()
                }
                resumption.update(lastEventID: decoder.lastEventID, retry: decoder.retry)
            }
            // Some servers leave out the last blank line, or send a message without an event.
            for text in [decoder.finish()?.data, plain.text].compactMap(\.self) {
                if let answer = await process(response.withoutSecrets(text), for: id, delivery) { return answer }
            }
        } catch let error as TransportError {
            try Task.checkCancellation()
            throw MCPFailure(error, of: server)
        } catch is EventTooLarge {
            throw MCPFailure(.tooLarge, of: server, "one of its messages exceeds \(MCPLimits.messageBytes >> 20) MiB")
        }
        try Task.checkCancellation()
        return nil
    }

    /// Handles the messages of an event, and returns the awaited response; all else that is no message is ignored.
    private func process(_ text: String, for id: RequestID?, _ delivery: MCPDelivery) async -> RPCResponse? {
        for message in (try? RPCMessage.messages(lenient: text, answering: id)) ?? [] {
            if let answer = await process(message, for: id, delivery) { return answer }
        }
        return nil
    }

    /// Handles one message, and returns it if it is the awaited response.
    private func process(_ message: RPCMessage, for id: RequestID?, _ delivery: MCPDelivery) async -> RPCResponse? {
        switch message {
        case .response(let response): return response.answers(id) ? response : nil
        case .notification: _ = await delivery.receive(message)
        case .request:
            // A stateless server cannot ask this way.
            guard delivery.revision?.isStateless != true, let answer = await delivery.receive(message) else {
                return nil
            }
            try? await post(.response(answer), delivery)
        }
        return nil
    }
}

extension HTTPResponse {
    /// Returns a message of the body without the secrets of the request.
    fileprivate func withoutSecrets(_ message: String) -> String { echo?.removing(fromJSON: message) ?? message }

    /// The media type without its parameters, in lowercase; empty if there is none.
    fileprivate var mediaType: String {
        let value = headers["Content-Type"] ?? ""
        let type = value.prefix { $0 != ";" }
        return type.filter { $0 != " " && $0 != "\t" }.lowercased()
    }
}

extension MCPRefusal {
    /// Reads the refusal of a response.
    fileprivate init(url: String, _ response: HTTPResponse) {
        self.init(
            url: url,
            status: response.status,
            challenges: response.headers.values(of: "WWW-Authenticate").prefix(8).filter { $0.utf8.count <= 8192 },
            retryAfter: response.headers["Retry-After"].flatMap { Int($0) }.flatMap { $0 >= 0 ? min($0, 86_400) : nil }
        )
    }
}
