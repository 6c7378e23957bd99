public import StreamingJSON

/// A problem in the form of OpenAI's API errors.
public struct OpenAIErrorDocument: Sendable, Equatable {
    /// The HTTP status that OpenAI uses.
    public var status: Int
    /// The explanation and the remedy.
    public var message: String
    /// The class of the error, such as `invalid_request_error`.
    public var type: String
    /// The faulty field, such as `messages.[2].tool_call_id`; `nil` if there is none.
    public var param: String?
    /// The error code, such as `model_not_found`; `nil` for a fault without a code.
    public var code: String?
    /// The value of the header `x-should-retry`; `nil` leaves the decision to the client.
    public var shouldRetry: Bool?

    /// The notations of a field's place in the two APIs of OpenAI.
    public enum Notation: Sendable {
        /// As in chat completions: `messages.[2].content`.
        case dotted
        /// As in Responses: `input[2].content`.
        case indexed
    }

    /// Makes the document of a problem.
    public init(_ problem: Problem, in notation: Notation = .dotted) {
        let first = problem.faults.first
        (status, type, code) = Self.answer(to: problem)
        if problem.isAboutTheModel { (status, type, code) = (404, Self.invalidRequest, "model_not_found") }
        shouldRetry = problem.shouldRetry
        param = first.flatMap { Self.param(of: $0.pointer, in: notation) }
        // This form has no list of faults, so the message contains them.
        let text =
            problem.isOfFaults
            ? problem.faults.description { Self.param(of: $0, in: notation) }
            : problem.detail.shortened(to: Self.longest)
        message = Self.messagePrefix(of: problem.kind) + text
    }

    /// Reads the document of an answer.
    ///
    /// - Parameters:
    ///   - status: The answer's HTTP status.
    ///   - shouldRetry: The value of its header `x-should-retry`.
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue, status: Int, shouldRetry: Bool? = nil) throws(WireError) {
        let document = try RequestFields(open: jsonValue)
        var reader = try RequestFields(open: document.value("error") ?? .null, at: "#/error")
        let read = Self.fields.read(&reader)
        try reader.check()
        guard let read else { throw WireError(reader.faults) }
        self = read
        (self.status, self.shouldRetry) = (status, shouldRetry)
    }

    private static let fields: Fields<Self> = Fields(
        from: OpenAIErrorDocument(Problem(.internalError, detail: "")),
        .always("message", \.message),
        .always("type", \.type),
        .always("param", \.param),
        .always("code", \.code)
    )

    /// The schema of a document.
    package static let schema = WireSchema.object(.always("error", fields.schema))

    /// Returns the first words of the message, by which clients that do not read `code`, such as LiteLLM, recognize an error.
    private static func messagePrefix(of kind: Problem.Kind) -> String {
        switch kind {
        case .unauthorized: "Incorrect API key provided: "
        case .invalidJSON: "The body is not JSON: "
        case .conversationTooLong: "This model's maximum context length is exceeded: "
        default: ""
        }
    }

    /// The document as JSON.
    public var jsonValue: JSONValue { ["error": .object(Self.fields.object(of: self))] }

    /// The maximum number of bytes in a message, in case it contains text of the request.
    private static let longest = 4096

    private static let invalidRequest = "invalid_request_error"
    private static let serverError = "server_error"

    private static func answer(to problem: Problem) -> (status: Int, type: String, code: String?) {
        let status = problem.status
        let name = problem.kind.rawValue.replacing("-", with: "_")
        return switch problem.kind {
        case .invalidJSON: (400, invalidRequest, nil)
        case .invalidRequest: (400, invalidRequest, problem.faults.first?.kind?.rawValue)
        case .conversationTooLong: (400, invalidRequest, "context_length_exceeded")
        case .refused: (400, invalidRequest, "content_filter")
        case .unauthorized: (401, invalidRequest, "invalid_api_key")
        case .forbidden: (403, invalidRequest, "insufficient_permissions")
        case .notFound, .methodNotAllowed, .payloadTooLarge, .misdirectedRequest, .notAcceptable, .unsupportedMediaType,
            .callOver, .outputInvalid, .confirmationNeeded, .confirmationRequired, .keyRefused, .conversationFull,
            .idempotencyMismatch, .storageFull, .runCancelled, .conversationBusy, .runElsewhere, .conflict,
            .userRequired,
            .userBlocked:
            (status, invalidRequest, name)
        case .rateLimited: (429, "rate_limit_error", "rate_limit_exceeded")
        case .newUsersLimited: (429, "rate_limit_error", name)
        case .budgetExceeded: (429, "insufficient_quota", "insufficient_quota")
        case .runInterrupted: (503, serverError, "server_stopped")
        case .overloaded, .issuerUnavailable, .shuttingDown, .upstreamBusy, .noUsableKey, .upstreamUnauthorized,
            .structuredOutputInvalid, .deadlineExceeded, .keyUnverified, .upstreamFailed, .upstreamTimeout,
            .internalError:
            (status, serverError, name)
        }
    }

    /// The kind of the problem from which the document was made, by its code; `nil` for a code of other problems, or without one.
    public var problemKind: Problem.Kind? {
        switch code {
        case "context_length_exceeded": .conversationTooLong
        case "content_filter": .refused
        case "invalid_api_key": .unauthorized
        case "insufficient_permissions": .forbidden
        case "rate_limit_exceeded": .rateLimited
        case "insufficient_quota": .budgetExceeded
        case "server_stopped": .runInterrupted
        case "model_not_found": .notFound
        case let code?: Problem.Kind(rawValue: code.replacing("_", with: "-")) ?? .some(.invalidRequest)
        case nil: type == Self.invalidRequest ? .invalidRequest : nil
        }
    }

    /// Returns a JSON pointer in OpenAI's notation; `nil` for the whole body.
    static func param(of pointer: String, in notation: Notation = .dotted) -> String? {
        let tokens = pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        guard !tokens.isEmpty else { return nil }
        return tokens.map { token in
            let isIndex = !token.isEmpty && token.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            let name = String(Substring(token)).replacing("~1", with: "/").replacing("~0", with: "~")
            return isIndex ? "[\(name)]" : name
        }
        .joined(separator: ".")
        .replacing(notation == .indexed ? ".[" : "[", with: "[")
    }
}
