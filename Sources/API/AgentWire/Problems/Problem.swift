public import StreamingJSON

/// A failure of a request, as a problem document (RFC 9457).
public struct Problem: Error, Sendable, Equatable {
    /// The kinds of problems; clients may depend on their names.
    public enum Kind: String, Sendable, CaseIterable {
        /// The body is not JSON.
        case invalidJSON = "invalid-json"
        /// The body is JSON, but some fields are invalid.
        case invalidRequest = "invalid-request"
        /// The token is missing or unknown.
        case unauthorized
        /// The token lacks the required scope.
        case forbidden
        /// The client has users, and the request names none.
        case userRequired = "user-required"
        /// The operator has blocked the user.
        case userBlocked = "user-blocked"
        /// The client has had as many new users in a day as it may.
        case newUsersLimited = "new-users-limited"
        /// The resource does not exist, or not for this client.
        case notFound = "not-found"
        /// The resource does not support this method.
        case methodNotAllowed = "method-not-allowed"
        /// The body exceeds the server's limit.
        case payloadTooLarge = "payload-too-large"
        /// The request names a host that is not this server.
        case misdirectedRequest = "misdirected-request"
        /// The request accepts no media type that the server can respond with.
        case notAcceptable = "not-acceptable"
        /// The server does not support the body's media type.
        case unsupportedMediaType = "unsupported-media-type"
        /// The conversation is already running a turn.
        case conversationBusy = "conversation-busy"
        /// Another node of the server performs the run.
        case runElsewhere = "run-elsewhere"
        /// The request conflicts with the current state.
        case conflict
        /// The call of a device is over, and nobody waits for its output.
        case callOver = "call-over"
        /// The output of a device does not fit the schema.
        case outputInvalid = "output-invalid"
        /// The call destroys or sends something, and the request does not confirm it.
        case confirmationNeeded = "confirmation-needed"
        /// The operation needs a recent confirmation of the browser's sign-in.
        case confirmationRequired = "confirmation-required"
        /// The upstream refused a key during its check.
        case keyRefused = "key-refused"
        /// None of an upstream's keys can be used now.
        case noUsableKey = "no-usable-key"
        /// The idempotency key was used for another request.
        case idempotencyMismatch = "idempotency-mismatch"
        /// A key could not be checked with its upstream.
        case keyUnverified = "key-unverified"
        /// An upstream was unreachable, closed the connection early, or sent an invalid response.
        case upstreamFailed = "upstream-failed"
        /// An upstream refused the server's key.
        case upstreamUnauthorized = "upstream-unauthorized"
        /// An upstream refuses requests temporarily.
        case upstreamBusy = "upstream-busy"
        /// An upstream did not respond in time.
        case upstreamTimeout = "upstream-timeout"
        /// The model's answer does not satisfy the requested schema, even after a repair.
        case structuredOutputInvalid = "structured-output-invalid"
        /// The model declined, or the provider's filter stopped it.
        case refused
        /// The conversation exceeds the model's context.
        case conversationTooLong = "conversation-too-long"
        /// The conversation has reached its maximum number of turns or bytes.
        case conversationFull = "conversation-full"
        /// The run was cancelled.
        case runCancelled = "run-cancelled"
        /// The server stopped before the run ended.
        case runInterrupted = "run-interrupted"
        /// The run exceeded its time limit.
        case deadlineExceeded = "deadline-exceeded"
        /// The client has reached its rate limit or its limit of concurrent runs.
        case rateLimited = "rate-limited"
        /// The request exceeds the client's remaining budget of the day or the month.
        case budgetExceeded = "budget-exceeded"
        /// The client's stored data has reached its limit.
        case storageFull = "storage-full"
        /// The keys of a token's issuer cannot be read.
        case issuerUnavailable = "issuer-unavailable"
        /// The server has no capacity for the request.
        case overloaded
        /// The server is shutting down.
        case shuttingDown = "shutting-down"
        /// An internal error of the server.
        case internalError = "internal-error"
    }

    /// The kind.
    public var kind: Kind
    /// The HTTP status.
    public var status: Int
    /// A title for people: that of the kind, or a closer one for a problem of a user of the client.
    public var title: String
    /// The explanation of this occurrence and the remedy.
    public var detail: String
    /// The faults of the request's fields.
    public var faults: FaultList
    /// The time to wait before the next attempt, in seconds.
    public var retryAfterSeconds: Int?
    /// The names of the limits that the request exceeds.
    public var violatedPolicies: [String] = []
    /// The id of the run that failed.
    public var run: String?
    /// The id of that run's conversation, to continue it.
    public var conversation: String?
    /// Whether the run had called tools before it failed, so repeating the request would call them again.
    public var isAfterToolCalls = false
    /// Whether the operator has to change something before a repetition can succeed.
    public var isPermanent = false
    /// Additional members of the document, such as the id of the affected object.
    public var extensions: JSONObject = [:]

    /// Makes a problem.
    ///
    /// - Parameter title: The title; `nil` for that of the kind.
    public init(
        _ kind: Kind,
        title: String? = nil,
        detail: String,
        faults: FaultList = [],
        retryAfterSeconds: Int? = nil
    ) {
        self.kind = kind
        status = kind.status
        self.title = title ?? kind.title
        (self.detail, self.faults, self.retryAfterSeconds) = (detail, faults, retryAfterSeconds)
    }

    /// The maximum number of bytes in a document's detail, in case it contains text of the request.
    private static let detailLimit = 4096

    /// Returns the document.
    public func jsonValue(requestID: String?) -> JSONValue {
        var object: JSONObject = [
            "type": .string("urn:torii:problem:\(kind.rawValue)"),
            "title": .string(title),
            "status": .integer(status),
            "detail": .string(detail.shortened(to: Self.detailLimit)),
        ]
        if !faults.isEmpty {
            object["errors"] = .array(faults.map { ["pointer": .string($0.pointer), "detail": .string($0.detail)] })
            if faults.omittedCount > 0 { object["errors_omitted"] = .integer(faults.omittedCount) }
        }
        if !violatedPolicies.isEmpty {
            // The member's name is from the RateLimit draft (draft-ietf-httpapi-ratelimit-headers-11).
            object["violated-policies"] = .array(violatedPolicies.map(JSONValue.string))
        }
        if let run { object["run"] = .string(run) }
        if let conversation { object["conversation"] = .string(conversation) }
        if isPermanent { object["permanent"] = true }
        for (name, value) in extensions { object[name] = value }
        if let requestID { object["request_id"] = .string(requestID) }
        return .object(object)
    }
}
