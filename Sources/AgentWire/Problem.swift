public import StreamingJSON

/// What went wrong with a request, as a problem document (RFC 9457).
public struct Problem: Error, Sendable, Equatable {
    /// The kinds of problem; clients may rely on their names.
    public enum Kind: String, Sendable, CaseIterable {
        /// The body is not JSON.
        case invalidJSON = "invalid-json"
        /// The body is JSON, but some fields are wrong.
        case invalidRequest = "invalid-request"
        /// There is no token, or it is not known.
        case unauthorized
        /// The token does not have the scope that is needed.
        case forbidden
        /// There is nothing at this address, or not for this client.
        case notFound = "not-found"
        /// The address exists, but not with this method.
        case methodNotAllowed = "method-not-allowed"
        /// The body is larger than the server takes.
        case payloadTooLarge = "payload-too-large"
        /// The request names a host that is not this server.
        case misdirectedRequest = "misdirected-request"
        /// The body is not of a type that the server reads.
        case unsupportedMediaType = "unsupported-media-type"
        /// The conversation is taking a turn already.
        case conversationBusy = "conversation-busy"
        /// Something changed meanwhile.
        case conflict
        /// The call destroys or sends something, and nobody has said that a person agrees.
        case confirmationNeeded = "confirmation-needed"
        /// A key was checked and refused by its upstream.
        case keyRefused = "key-refused"
        /// None of an upstream's keys may be used now.
        case noUsableKey = "no-usable-key"
        /// The same idempotency key came with another request.
        case idempotencyMismatch = "idempotency-mismatch"
        /// A key could not be checked with its upstream.
        case keyUnverified = "key-unverified"
        /// An upstream could not be reached, broke off, or sent what cannot be understood.
        case upstreamFailed = "upstream-failed"
        /// An upstream refused the server's key.
        case upstreamUnauthorized = "upstream-unauthorized"
        /// An upstream wants fewer requests.
        case upstreamBusy = "upstream-busy"
        /// An upstream took too long.
        case upstreamTimeout = "upstream-timeout"
        /// The model's answer does not satisfy the schema that was asked for, also after it was told so.
        case structuredOutputInvalid = "structured-output-invalid"
        /// The model declined, or its provider's filter stopped it.
        case refused
        /// The conversation is longer than the model can read.
        case conversationTooLong = "conversation-too-long"
        /// The conversation has as many turns or bytes as one may have.
        case conversationFull = "conversation-full"
        /// The run was cancelled.
        case runCancelled = "run-cancelled"
        /// The server stopped before the run was done.
        case runInterrupted = "run-interrupted"
        /// The run took longer than it may.
        case deadlineExceeded = "deadline-exceeded"
        /// The client has sent or uses more at a time than it may.
        case rateLimited = "rate-limited"
        /// The client has used what it may use in a day or a month.
        case budgetExceeded = "budget-exceeded"
        /// As much is kept of the client as may be.
        case storageFull = "storage-full"
        /// The server has as much to do as it can.
        case overloaded
        /// The server is shutting down.
        case shuttingDown = "shutting-down"
        /// A fault of the server itself.
        case internalError = "internal-error"
    }

    /// The kind.
    public var kind: Kind
    /// The HTTP status.
    public var status: Int
    /// The kind in words.
    public var title: String
    /// What happened this time, and what to do.
    public var detail: String
    /// The fields that are wrong.
    public var faults: FaultList
    /// How many seconds to wait before trying again.
    public var retryAfterSeconds: Int?
    /// The client's limits that a request does not fit into, by name.
    public var violatedPolicies: [String] = []
    /// The run that met the problem.
    public var run: String?
    /// The conversation of that run, to go on with.
    public var conversation: String?
    /// Whether tools were called before the run met the problem, so that the same request again would call them again.
    public var isAfterToolCalls = false
    /// More members of the document, such as the id of what it is about.
    public var extensions: JSONObject = [:]

    /// Makes a problem.
    public init(
        _ kind: Kind,
        detail: String,
        faults: FaultList = [],
        retryAfterSeconds: Int? = nil
    ) {
        self.kind = kind
        status = kind.status
        title = kind.title
        self.detail = detail
        self.faults = faults
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// The most bytes of the detail in a document, in case some text of the request found its way into it.
    private static let detailLimit = 4096

    /// The document.
    public func jsonValue(requestID: String?) -> JSONValue {
        var object: JSONObject = [
            "type": .string("urn:torii:problem:\(kind.rawValue)"),
            "title": .string(title),
            "status": .integer(status),
            "detail": .string(detail.shortened(to: Self.detailLimit)),
        ]
        if !faults.isEmpty {
            object["errors"] = .array(
                faults.map { ["pointer": .string($0.pointer), "detail": .string($0.detail)] }
            )
            if faults.omittedCount > 0 { object["errors_omitted"] = .integer(faults.omittedCount) }
        }
        if !violatedPolicies.isEmpty {
            // The name that the RateLimit draft (draft-ietf-httpapi-ratelimit-headers-11) gives it.
            object["violated-policies"] = .array(violatedPolicies.map(JSONValue.string))
        }
        if let run { object["run"] = .string(run) }
        if let conversation { object["conversation"] = .string(conversation) }
        for (name, value) in extensions { object[name] = value }
        if let requestID { object["request_id"] = .string(requestID) }
        return .object(object)
    }
}
