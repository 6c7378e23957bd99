public import StreamingJSON

/// A problem in the form of Anthropic's API errors.
public struct AnthropicErrorDocument: Sendable, Equatable {
    /// The HTTP status that Anthropic uses.
    public var status: Int
    /// The class of the error, such as `invalid_request_error`.
    public var type: String
    /// The explanation and the remedy.
    public var message: String
    /// A code for the cause; `nil` if the class says all.
    public var code: String?
    /// The fields that the code is about; empty if it is about none.
    public var unsupported: [String] = []
    /// The value of the header `x-should-retry`; `nil` leaves the decision to the client.
    public var shouldRetry: Bool?

    /// Makes the document of a problem.
    public init(_ problem: Problem) {
        (status, type) = Self.answer(to: problem)
        if problem.isAboutTheModel { (status, type) = (404, "not_found_error") }
        shouldRetry = problem.shouldRetry
        code = problem.kind == .budgetExceeded ? "enforced_spend_limit_reached" : nil
        if problem.faults.contains(where: { $0.pointer == "#/thread" && $0.kind == .unsupportedField }) {
            (code, unsupported) = ("thread_unsupported_request", ["thread"])
        }
        message = Self.messagePrefix(of: problem.kind) + Self.text(of: problem)
    }

    /// Reads the document of an answer.
    ///
    /// - Parameters:
    ///   - status: The answer's HTTP status.
    ///   - shouldRetry: The value of its header `x-should-retry`.
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue, status: Int, shouldRetry: Bool? = nil) throws(WireError) {
        let document = try RequestFields(open: jsonValue)
        var fields = try RequestFields(open: document.value("error") ?? .null, at: "#/error")
        type = fields.requiredString("type")
        message = fields.requiredString("message")
        let details = fields.value("details")
        code = details?["error_code"]?.stringValue
        unsupported = details?["unsupported"]?.arrayValue?.compactMap(\.stringValue) ?? []
        (self.status, self.shouldRetry) = (status, shouldRetry)
        try fields.check()
    }

    /// Returns the document as JSON.
    public func jsonValue(requestID: String?) -> JSONValue {
        var details = JSONObject()
        if let code { details["error_code"] = .string(code) }
        if !unsupported.isEmpty { details["unsupported"] = .texts(unsupported) }
        return [
            "type": "error",
            "error": [
                "details": details.isEmpty ? .null : .object(details), "type": .string(type),
                "message": .string(message),
            ],
            "request_id": .text(requestID),
        ]
    }

    /// The maximum number of bytes in a message, in case it contains text of the request.
    private static let longest = 4096

    /// Returns the first words of the message, by which clients that do not read `type` recognize an error.
    private static func messagePrefix(of kind: Problem.Kind) -> String {
        kind == .conversationTooLong ? "prompt is too long: " : ""
    }

    private static func answer(to problem: Problem) -> (status: Int, type: String) {
        let status = problem.status
        return switch problem.kind {
        case .invalidJSON, .invalidRequest, .conversationTooLong, .refused: (400, "invalid_request_error")
        case .unauthorized: (401, "authentication_error")
        case .forbidden, .confirmationRequired, .userRequired, .userBlocked: (403, "permission_error")
        case .notFound: (404, "not_found_error")
        case .payloadTooLarge: (413, "request_too_large")
        case .methodNotAllowed, .misdirectedRequest, .notAcceptable, .unsupportedMediaType, .keyRefused,
            .conversationFull, .idempotencyMismatch, .callOver, .outputInvalid:
            (status, "invalid_request_error")
        case .confirmationNeeded, .storageFull, .runCancelled, .conversationBusy, .runElsewhere, .conflict:
            (status, "conflict_error")
        case .rateLimited, .budgetExceeded, .newUsersLimited: (429, "rate_limit_error")
        case .runInterrupted, .overloaded, .issuerUnavailable, .shuttingDown, .upstreamBusy, .noUsableKey:
            (529, "overloaded_error")
        case .upstreamTimeout, .deadlineExceeded: (504, "timeout_error")
        case .upstreamUnauthorized, .structuredOutputInvalid, .keyUnverified, .upstreamFailed, .internalError:
            (500, "api_error")
        }
    }

    /// Returns the detail and the faults, because this form has no list of faults.
    private static func text(of problem: Problem) -> String {
        let detail = problem.detail.shortened(to: longest)
        guard !problem.faults.isEmpty else { return detail }
        let faults = problem.faults.description { path(of: $0) }
        return problem.isOfFaults ? faults : "\(detail) (\(faults))"
    }

    /// Returns a JSON pointer in Anthropic's notation, such as `messages.2.content.0.text`; `nil` for the whole body.
    static func path(of pointer: String) -> String? {
        let tokens = pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        guard !tokens.isEmpty else { return nil }
        return tokens.map { String(Substring($0)).replacing("~1", with: "/").replacing("~0", with: "~") }
            .joined(separator: ".")
    }
}
