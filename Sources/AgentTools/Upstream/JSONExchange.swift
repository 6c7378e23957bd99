import StreamingJSON
import Transport

/// Sends a request to an upstream and reads its answer as JSON; whatever goes wrong is an ``UpstreamFailure``.
struct JSONExchange: Sendable {
    /// What an upstream's own words on a failure mean; `nil` when its status says it all.
    typealias Explanation = @Sendable (_ status: Int, _ body: JSONValue) -> (UpstreamFailure.Code, retryAfter: Int?)?

    /// Far more than any of our upstreams sends.
    private static let maximumBytes = 2 << 20
    private static let maximumFailureBytes = 64 << 10

    let client: HTTPClient
    /// Hold requests back from hosts that keep failing; `nil` to send them all the same.
    var breakers: CircuitBreakers?

    /// Sends the request.
    ///
    /// - Parameter explain: Reads the body of a failure, where the status alone is not enough.
    /// - Throws: ``UpstreamFailure``, or `CancellationError` when the task was cancelled.
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
            return value
        } catch let error as TransportError {
            try Task.checkCancellation()
            throw UpstreamFailure(UpstreamFailure.Code(error), host: host)
        }
    }

    /// What a failure says; nothing of its body is passed on, and it is read only to be explained.
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
