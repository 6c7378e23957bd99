import StreamingJSON
import Transport

/// Sends a request to an upstream and reads its answer as JSON; whatever goes wrong is an ``UpstreamFailure``.
struct JSONExchange: Sendable {
    /// Far more than any of our upstreams sends.
    private static let maximumBytes = 2 << 20

    let client: HTTPClient

    /// Sends the request.
    ///
    /// - Throws: ``UpstreamFailure``, or `CancellationError` when the task was cancelled.
    func send(_ request: HTTPRequest) async throws -> JSONValue {
        let host = HTTPRequest.host(of: request.url)
        do {
            let response = try await client.send(request)
            if let failure = Self.failure(of: response, host: host) { throw failure }
            let bytes = try await response.body.collect(upTo: Self.maximumBytes)
            guard let value = try? JSONValue(parsing: bytes) else { throw UpstreamFailure(.unreadable, host: host) }
            return value
        } catch let error as TransportError {
            try Task.checkCancellation()
            throw UpstreamFailure(Self.code(of: error), host: host)
        }
    }

    /// What a status says; the body of a failure is not read, for nothing of it is passed on.
    private static func failure(of response: HTTPResponse, host: String) -> UpstreamFailure? {
        switch response.status {
        case 200..<300: nil
        case 401, 403: UpstreamFailure(.keyRefused, host: host)
        case 402, 432, 433: UpstreamFailure(.outOfCredit, host: host)
        case 429:
            UpstreamFailure(.rateLimited, host: host, retryAfter: response.headers["Retry-After"].flatMap { Int($0) })
        case 500...: UpstreamFailure(.unavailable, host: host)
        default: UpstreamFailure(.refused, host: host)
        }
    }

    private static func code(of error: TransportError) -> UpstreamFailure.Code {
        switch error.code {
        case .invalidRequest, .policy: .misconfigured
        case .resolve, .connect, .tls, .send, .firstByte, .timeout(.connect): .unreachable
        case .body: .brokenOff
        case .limit: .unreadable
        default: .timedOut
        }
    }
}
