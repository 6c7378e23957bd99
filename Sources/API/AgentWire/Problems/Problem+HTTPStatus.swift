extension Problem.Kind {
    /// Whether the run that such a problem names belongs to another request.
    package var namesOtherRun: Bool { self == .conversationBusy || self == .runElsewhere }

    /// The HTTP status of the kind.
    public var status: Int {
        switch self {
        case .invalidJSON, .invalidRequest: 400
        case .unauthorized: 401
        case .forbidden, .confirmationRequired, .userRequired, .userBlocked: 403
        case .notFound: 404
        case .methodNotAllowed: 405
        case .notAcceptable: 406
        case .callOver: 410
        case .payloadTooLarge: 413
        case .misdirectedRequest: 421
        case .unsupportedMediaType: 415
        case .conversationBusy, .runElsewhere, .conflict, .confirmationNeeded, .runCancelled, .runInterrupted,
            .storageFull:
            409
        case .keyRefused, .refused, .conversationTooLong, .conversationFull, .idempotencyMismatch, .outputInvalid: 422
        case .keyUnverified, .upstreamFailed, .upstreamUnauthorized, .structuredOutputInvalid: 502
        case .rateLimited, .budgetExceeded, .newUsersLimited: 429
        case .noUsableKey, .upstreamBusy, .overloaded, .issuerUnavailable, .shuttingDown: 503
        case .upstreamTimeout, .deadlineExceeded: 504
        case .internalError: 500
        }
    }
}

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
            .storageFull, .budgetExceeded, .runCancelled, .upstreamUnauthorized, .userRequired, .userBlocked,
            // A day is longer than a client library waits.
            .newUsersLimited:
            false
        // A repeated request would cost as much and fail again.
        case .structuredOutputInvalid, .deadlineExceeded: false
        // A problem with a waiting time is temporary; without one, the request does not fit the current state.
        case .conversationBusy, .runElsewhere, .conflict, .noUsableKey: retryAfterSeconds != nil
        case .rateLimited, .overloaded, .issuerUnavailable, .shuttingDown, .upstreamBusy, .runInterrupted: true
        case .keyUnverified, .upstreamFailed, .upstreamTimeout, .internalError: nil
        }
    }
}
