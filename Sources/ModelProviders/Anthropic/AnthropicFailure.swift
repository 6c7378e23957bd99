import FoundationEssentials
import StreamingJSON
import Transport

/// A failure of the Messages interface, read from its status, header and error object.
///
/// The text of the error object is used to distinguish failures and is never shown.
struct AnthropicFailure {
    private let status: Int?
    private let headers: HTTPHeaders
    private let isPage: Bool
    private let type: String
    private let detail: String
    private let text: String
    private let counts: ContextCounts
    /// Whether the failure is the response to the request, and not a part of an answer.
    private var isResponse = false

    /// Reads a response with a status other than 200.
    init(status: Int, headers: HTTPHeaders, body: [UInt8]) {
        let json = try? JSONValue(parsing: body)
        let first = body.first { $0 > 0x20 }
        let isPage = headers["Content-Type"]?.lowercased().hasPrefix("text/html") == true || first == UInt8(ascii: "<")
        self.init(status: status, headers: headers, isPage: isPage, error: json?["error"] ?? .null)
        isResponse = true
    }

    /// Reads an error object in the middle of a stream.
    init(error: JSONValue) { self.init(status: nil, headers: [:], isPage: false, error: error) }

    private init(status: Int?, headers: HTTPHeaders, isPage: Bool, error: JSONValue) {
        self.status = status
        self.headers = headers
        self.isPage = isPage
        type = error["type"]?.stringValue ?? ""
        detail = error["details"]?["error_code"]?.stringValue ?? ""
        text = error["message"]?.stringValue ?? error.stringValue ?? ""
        counts = ContextCounts(error: error)
    }

    /// Returns the error for the session.
    func error(from host: String, now: Date) -> ModelProviderError {
        let code = self.code
        var error = ModelProviderError(
            code,
            from: host,
            interface: "messages",
            status: status,
            words: [detail, type].filter { !$0.isEmpty },
            isPage: isPage
        )
        if code == .rateLimited || code == .upstreamFault {
            error.retryAfter = RetryDelay.read(headers: headers, message: nil, now: now)
        }
        error.readSchemaRefusal(status: status, text)
        if isResponse { error.objection = RequestObjection(text: text) }
        if code == .contextExceeded {
            error.contextSize = counts.contextSize
            error.tokenCount = counts.tokenCount
        }
        return error
    }

    private var code: ModelProviderError.Code {
        // An account that has reached its spending limit gets a 429 without `Retry-After`, or a 400.
        if status == 402 || type == "billing_error" || detail.hasSuffix("_spend_limit_reached") { return .outOfCredit }
        if detail == "ramp_limit_exceeded" { return .rateLimited }
        if detail == "organization_on_hold" { return .unauthorized }
        if type == "exceed_context_size_error" { return .contextExceeded }
        switch type {
        case "invalid_request_error" where status == nil || status == 400: return invalidRequest
        case "authentication_error", "permission_error": return .unauthorized
        case "not_found_error": return text.contains("model") ? .modelNotFound : .noInterface
        case "request_too_large": return .contextExceeded
        case "rate_limit_error": return .rateLimited
        case "timeout_error": return .timedOut
        case "api_error", "overloaded_error", "conflict_error": return .upstreamFault
        default: return codeOfStatus
        }
    }

    /// The failures that the interface reports under one type for invalid requests; only the text distinguishes them.
    private var invalidRequest: ModelProviderError.Code {
        if text.contains("prompt is too long") || text.contains("exceed context limit")
            || ContextCounts.areExceeded(by: text)
        {
            return .contextExceeded
        }
        if text.contains("content filtering policy") { return .filtered }
        // The wording of LiteLLM.
        if text.contains("Invalid model name") { return .modelNotFound }
        if text.contains("credit balance") || text.contains("usage limit") || text.contains("spend limit") {
            return .outOfCredit
        }
        return .invalidRequest
    }

    private var codeOfStatus: ModelProviderError.Code {
        switch status {
        case 401, 403: .unauthorized
        case 404 where isPage: .notUnderstood
        case 404, 405: text.contains("model") ? .modelNotFound : .noInterface
        case 408, 504: .timedOut
        case 413: .contextExceeded
        case 429: .rateLimited
        case nil, 409, .some(500...): .upstreamFault
        case .some(..<400): .notUnderstood
        default: .invalidRequest
        }
    }
}
