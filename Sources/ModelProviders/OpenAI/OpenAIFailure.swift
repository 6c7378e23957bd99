import FoundationEssentials
import StreamingJSON
import Transport

/// A failure of a provider, read from its status, header and error object.
///
/// The text of the error object is used to distinguish failures and is never shown.
struct OpenAIFailure {
    private let status: Int?
    private let headers: HTTPHeaders
    private let isPage: Bool
    private let words: [String]
    private let text: String
    /// The part of the request that the provider names as the cause.
    private let parameter: String
    private let counts: ContextCounts

    /// Reads a response with a status other than 200.
    init(status: Int, headers: HTTPHeaders, body: [UInt8]) {
        let json = try? JSONValue(parsing: body)
        let first = body.first { $0 > 0x20 }
        let isPage = headers["Content-Type"]?.lowercased().hasPrefix("text/html") == true || first == UInt8(ascii: "<")
        self.init(status: status, headers: headers, isPage: isPage, error: json?["error"] ?? json ?? .null)
    }

    /// Reads an error object in the middle of a stream.
    init(error: JSONValue) {
        let code = error["code"]?.intValue
        self.init(
            status: code.flatMap { (400..<600).contains($0) ? $0 : nil },
            headers: [:],
            isPage: false,
            error: error
        )
    }

    private init(status: Int?, headers: HTTPHeaders, isPage: Bool, error: JSONValue) {
        self.status = status
        self.headers = headers
        self.isPage = isPage
        words = ["code", "type"].compactMap { error[$0]?.stringValue }
        // Servers that use FastAPI name the invalid part of the request in `detail`.
        text = error["message"]?.stringValue ?? error.stringValue ?? error["detail"]?.serialized() ?? ""
        parameter = error["param"]?.stringValue ?? ""
        counts = ContextCounts(error: error)
    }

    /// Returns the error for the session.
    ///
    /// - Parameter interface: The name of the interface, for the case that it is not there.
    func error(from host: String, interface: String = "chat completions", now: Date) -> ModelProviderError {
        let code = self.code
        var error = ModelProviderError(
            code,
            from: host,
            interface: interface,
            status: status,
            words: words,
            isPage: isPage
        )
        if code == .rateLimited || code == .upstreamFault {
            error.retryAfter = RetryDelay.read(headers: headers, message: text, now: now)
        }
        error.readSchemaRefusal(status: status, "\(parameter) " + text)
        if code == .contextExceeded {
            error.contextSize = counts.contextSize
            error.tokenCount = counts.tokenCount
        }
        return error
    }

    private func hasWord(_ candidates: String...) -> Bool { words.contains(where: candidates.contains) }

    private var code: ModelProviderError.Code {
        if status == 402 || hasWord("insufficient_quota", "billing_hard_limit_reached") { return .outOfCredit }
        if hasWord("context_length_exceeded", "exceed_context_size_error") { return .contextExceeded }
        if status == 400, ContextCounts.areExceeded(by: text) { return .contextExceeded }
        // The second condition is the wording of LiteLLM, which has no code for it.
        if hasWord("model_not_found") || (status == 400 && text.contains("Invalid model name")) {
            return .modelNotFound
        }
        if hasWord("invalid_api_key", "authentication_error", "permission_error") { return .unauthorized }
        if hasWord("rate_limit_exceeded", "rate_limit_error") { return .rateLimited }
        switch status {
        case 401, 403: return .unauthorized
        case 404 where isPage: return .notUnderstood
        case 404: return text.contains("model") ? .modelNotFound : .invalidRequest
        case 429: return .rateLimited
        case 408, 504: return .timedOut
        case 413: return .contextExceeded
        case nil, 409, .some(500...): return .upstreamFault
        case .some(..<400): return .notUnderstood
        default: return .invalidRequest
        }
    }
}
