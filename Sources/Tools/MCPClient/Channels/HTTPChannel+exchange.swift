import AgentTools
import ModelContextProtocol
import Synchronization
import Transport

/// The requests over HTTP, with credentials, redirects and repetitions.
extension HTTPChannel {
    private static let mostRedirects = 3

    /// Sends a request with credentials, again with others if the server refuses them, and returns any other response.
    func exchange(
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
}
