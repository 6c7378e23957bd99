extension HTTPClient {
    /// Sends a request, and sends it again after failures that a policy names.
    ///
    /// The response is returned when its header arrives, and no attempt follows after that; the reader receives later errors. The body of
    /// an answer before another attempt is released, which ends its transfer. When no attempt is left or the deadline is near, the last
    /// outcome counts: its response is returned, or its error is thrown.
    ///
    /// - Parameters:
    ///   - request: The request; its time limits apply to each attempt.
    ///   - policy: Decides which requests are sent again, how often and when.
    ///   - breakers: The circuit breakers of every attempt; an open one ends the attempts.
    ///   - clock: Measures the deadline and waits.
    /// - Throws: The error of the last attempt; code `timeout(total)` when an attempt lasted beyond the policy's deadline; code
    ///   `cancelled` when the task is cancelled, also during a wait.
    public func send(
        _ request: HTTPRequest,
        retrying policy: RetryPolicy,
        through breakers: CircuitBreakers? = nil,
        clock: some Clock<Duration> = ContinuousClock()
    ) async throws(TransportError) -> HTTPResponse {
        var attempts = RetriedAttempts(request: request, policy: policy, clock: clock) {
            (request, deadline) async throws(TransportError) -> HTTPResponse in
            if let breakers {
                try await self.send(request, through: breakers, until: deadline)
            } else {
                try await self.send(request)
            }
        }
        return try await attempts.run()
    }
}
