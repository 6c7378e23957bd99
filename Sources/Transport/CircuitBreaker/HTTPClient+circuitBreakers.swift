extension HTTPClient {
    /// Sends a request unless its upstream has failed too often recently.
    ///
    /// An upstream is a host with its port. Its circuit breaker is told how the request fared as soon as the response header is
    /// there; a body that breaks off later does not count.
    ///
    /// - Throws: A ``TransportError``, with code `circuitOpen` when the request is held back.
    public func send(
        _ request: HTTPRequest,
        through breakers: CircuitBreakers
    ) async throws(TransportError) -> HTTPResponse {
        try await send(request, through: breakers, until: nil)
    }

    /// As ``send(_:through:)``; an attempt that is cancelled because of the deadline counts as a failure of the upstream's.
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
    /// What an answer says about the upstream: 500, 502, 503 and 504 are failures.
    init(status: Int) {
        self = [500, 502, 503, 504].contains(status) ? .failure : .success
    }

    /// What an error says about the upstream.
    init(_ error: TransportError) {
        switch error.code {
        // Only of what was never sent: the limits on what comes back are the upstream's matter.
        case .limit where error.isRetrySafe: self = .unknown
        case .invalidRequest, .policy, .cancelled, .circuitOpen, .timeout(.queue): self = .unknown
        default: self = .failure
        }
    }
}
