extension Problem {
    /// Whether the client should send the request again by itself; `nil` leaves the decision to the client.
    ///
    /// Every dialect sends it as the header `x-should-retry`, by which the libraries of OpenAI and Anthropic decide whatever the status is.
    public var shouldRetry: Bool? {
        // A repeated request would call the tools again.
        if isAfterToolCalls || isPermanent { return false }
        return switch kind {
        case .invalidJSON, .invalidRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .payloadTooLarge,
            .misdirectedRequest, .notAcceptable, .unsupportedMediaType, .callOver, .outputInvalid, .confirmationNeeded,
            .confirmationRequired, .keyRefused, .idempotencyMismatch, .refused, .conversationTooLong, .conversationFull,
            .storageFull, .budgetExceeded, .runCancelled, .upstreamUnauthorized:
            false
        // A repeated request would cost as much and fail again.
        case .structuredOutputInvalid, .deadlineExceeded: false
        // A problem with a waiting time is temporary; without one, the request does not fit the current state.
        case .conversationBusy, .runElsewhere, .conflict, .noUsableKey: retryAfterSeconds != nil
        case .rateLimited, .overloaded, .shuttingDown, .upstreamBusy, .runInterrupted: true
        case .keyUnverified, .upstreamFailed, .upstreamTimeout, .internalError: nil
        }
    }
}
