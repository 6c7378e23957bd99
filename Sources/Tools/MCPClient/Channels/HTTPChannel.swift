import ModelContextProtocol
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
