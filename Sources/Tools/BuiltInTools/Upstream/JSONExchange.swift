import AgentTools
import StreamingJSON
import Transport

/// Sends a request to an upstream and parses its answer as JSON; every failure is an ``UpstreamFailure``.
struct JSONExchange: Sendable {
    /// Interprets the body of a failure; returns `nil` if the status is enough.
    typealias Explanation = @Sendable (_ status: Int, _ body: JSONValue) -> (UpstreamFailure.Code, retryAfter: Int?)?

    /// The limit of an answer in bytes, which is far more than any supported upstream sends.
    private static let maximumBytes = 2 << 20
    private static let maximumFailureBytes = 64 << 10

    let client: HTTPClient
    /// The breakers that stop requests to hosts that keep failing; `nil` for none.
    var breakers: CircuitBreakers?

    /// Sends the request.
    ///
    /// - Parameter explain: Interprets the body of a failure if the status alone is not enough.
    /// - Throws: ``UpstreamFailure``, or `CancellationError` if the task was cancelled.
    func send(_ request: HTTPRequest, explain: Explanation? = nil) async throws -> JSONValue {
        let host = HTTPRequest.host(of: request.url)
        do {
            let response =
                if let breakers {
                    try await client.send(request, through: breakers)
                } else {
                    try await client.send(request)
                }
            guard (200..<300).contains(response.status) else {
                throw try await Self.failure(of: response, host: host, explain)
            }
            let bytes = try await response.body.collect(upTo: Self.maximumBytes)
            guard let value = try? JSONValue(parsing: bytes) else { throw UpstreamFailure(.unreadable, host: host) }
            return response.echo?.removing(from: value) ?? value
        } catch let error as TransportError {
            try Task.checkCancellation()
            throw UpstreamFailure(UpstreamFailure.Code(error), host: host)
        }
    }

    /// Returns the failure of a response; its body is read only for `explain` and never passed on.
    private static func failure(
        of response: HTTPResponse,
        host: String,
        _ explain: Explanation?
    ) async throws(TransportError) -> UpstreamFailure {
        if let explain {
            let bytes = try await response.body.collect(upTo: maximumFailureBytes)
            if let body = try? JSONValue(parsing: bytes), let (code, retryAfter) = explain(response.status, body) {
                return UpstreamFailure(code, host: host, retryAfter: retryAfter ?? self.retryAfter(response))
            }
        }
        return switch response.status {
        case 401, 403: UpstreamFailure(.keyRefused, host: host)
        case 402, 432, 433: UpstreamFailure(.outOfCredit, host: host)
        case 429: UpstreamFailure(.rateLimited, host: host, retryAfter: retryAfter(response))
        case 500...: UpstreamFailure(.unavailable, host: host)
        default: UpstreamFailure(.refused, host: host)
        }
    }

    private static func retryAfter(_ response: HTTPResponse) -> Int? {
        response.headers["Retry-After"].flatMap { Int($0) }
    }
}
