extension HTTPClient {
    /// Sends a request, and sends it again when it fails in a way that a policy knows.
    ///
    /// The response is handed out at its header, so no attempt follows once a byte of a body has reached the reader: what fails
    /// afterwards is the reader's to see. The body of an answer that is followed by another attempt is dropped, which ends its
    /// transfer. When the attempts are used up or the deadline is near, the last outcome counts: its response is returned, or
    /// its error is thrown.
    ///
    /// - Parameters:
    ///   - request: The request; its time limits hold for each attempt.
    ///   - policy: What is sent again, how often and when.
    ///   - breakers: Circuit breakers that every attempt goes through; one that is open ends the attempts.
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
