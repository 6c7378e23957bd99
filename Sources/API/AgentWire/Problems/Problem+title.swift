extension Problem.Kind {
    /// A title for people.
    public var title: String {
        switch self {
        case .invalidJSON: "The body is not JSON"
        case .invalidRequest: "The request is invalid"
        case .unauthorized: "A valid token is needed"
        case .forbidden: "The token lacks a scope"
        case .userRequired: "The request names no user"
        case .userBlocked: "The user is blocked"
        case .newUsersLimited: "Too many new users today"
        case .notFound: "Not found"
        case .methodNotAllowed: "Method not allowed"
        case .payloadTooLarge: "The body is too large"
        case .misdirectedRequest: "The host is not this server"
        case .notAcceptable: "No accepted media type"
        case .unsupportedMediaType: "The body's type is not supported"
        case .conversationBusy: "The conversation is already running a turn"
        case .runElsewhere: "Another node performs the run"
        case .conflict: "The request conflicts with the current state"
        case .callOver: "The call is over"
        case .outputInvalid: "The output does not fit its schema"
        case .confirmationNeeded: "A person must confirm the call"
        case .confirmationRequired: "The sign-in must be confirmed again"
        case .keyRefused: "The upstream refused the key"
        case .noUsableKey: "No key of the upstream can be used now"
        case .idempotencyMismatch: "The idempotency key was used for another request"
        case .keyUnverified: "The key could not be checked"
        case .upstreamFailed: "An upstream failed"
        case .upstreamUnauthorized: "An upstream refused the server's key"
        case .upstreamBusy: "An upstream is busy"
        case .upstreamTimeout: "An upstream took too long"
        case .structuredOutputInvalid: "The answer does not fit its schema"
        case .refused: "The model declined"
        case .conversationTooLong: "The conversation is too long for the model"
        case .conversationFull: "The conversation is full"
        case .runCancelled: "The run was cancelled"
        case .runInterrupted: "The run was interrupted"
        case .deadlineExceeded: "The run took too long"
        case .rateLimited: "The client has reached a limit"
        case .budgetExceeded: "The request exceeds the client's remaining budget"
        case .storageFull: "The client's storage is full"
        case .issuerUnavailable: "The token's issuer cannot be reached"
        case .overloaded: "The server is overloaded"
        case .shuttingDown: "The server is shutting down"
        case .internalError: "Internal error"
        }
    }

    /// The title for a limit that a user of the client has reached; for all other kinds their title.
    public var titleOfUser: String {
        switch self {
        case .rateLimited: "The user has reached a limit"
        case .budgetExceeded: "The request exceeds the user's remaining budget"
        case .storageFull: "The user's storage is full"
        default: title
        }
    }
}
