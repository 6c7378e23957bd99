extension HTTPClient {
    /// Sends a request unless its upstream has failed too often recently.
    ///
    /// An upstream is a host with its port. Its circuit breaker records the outcome as soon as the response header has arrived; a
    /// body that fails later does not count.
    ///
    /// - Throws: A ``TransportError``, with code `circuitOpen` when the breaker stops the request.
    public func send(
        _ request: HTTPRequest,
        through breakers: CircuitBreakers
    ) async throws(TransportError) -> HTTPResponse {
        try await send(request, through: breakers, until: nil)
    }

    /// Does the same as ``send(_:through:)``; an attempt that its deadline cancelled counts as a failure of the upstream.
    func send(
        _ request: HTTPRequest,
        through breakers: CircuitBreakers,
        until deadline: AttemptDeadline?
    ) async throws(TransportError) -> HTTPResponse {
        let upstream = HTTPRequest.host(of: request.url)
        let permit = try breakers.permit(for: upstream)
        do {
            let response = try await send(request)
            breakers.record(.init(status: response.status), for: permit, upstream: upstream)
            return response
        } catch {
            let isOverdue = error.code == .cancelled && deadline?.hasPassed == true
            breakers.record(isOverdue ? .failure : .init(error), for: permit, upstream: upstream)
            throw error
        }
    }
}

extension CircuitBreaker.Outcome {
    /// The outcome that a status shows: 500, 502, 503 and 504 are failures.
    init(status: Int) {
        self = [500, 502, 503, 504].contains(status) ? .failure : .success
    }

    /// The outcome that an error shows.
    init(_ error: TransportError) {
        switch error.code {
        // This holds only for a request that was not sent: a response over a limit is the upstream's fault.
        case .limit where error.isRetrySafe: self = .unknown
        case .invalidRequest, .policy, .cancelled, .circuitOpen, .timeout(.queue): self = .unknown
        default: self = .failure
        }
    }
}
