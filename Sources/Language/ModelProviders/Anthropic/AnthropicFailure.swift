import FoundationEssentials
import StreamingJSON
import Transport

/// A failure of the Messages interface.
struct AnthropicFailure {
    private let response: FailedResponse
    private let type: String
    private let detail: String
    private let text: String

    /// Reads a response with a status other than 200.
    init(status: Int, headers: HTTPHeaders, body: [UInt8]) {
        self.init(FailedResponse(status: status, headers: headers, body: body) { $0["error"] })
    }

    /// Reads an error object in the middle of a stream.
    init(error: JSONValue) { self.init(FailedResponse(error: error)) }

    private init(_ response: FailedResponse) {
        let error = response.error
        self.response = response
        type = error["type"]?.stringValue ?? ""
        detail = error["details"]?["error_code"]?.stringValue ?? ""
        text = error["message"]?.stringValue ?? error.stringValue ?? ""
    }

    /// Returns the error for the session.
    func error(from host: String, now: Date) -> ModelProviderError {
        let words = [detail, type].filter { !$0.isEmpty }
        return response.error(code, from: host, interface: "messages", words: words, text: text, now: now)
    }

    private var code: ModelProviderError.Code {
        // An account that has reached its spending limit gets a 429 without `Retry-After`, or a 400.
        if response.status == 402 || type == "billing_error" || detail.hasSuffix("_spend_limit_reached") {
            return .outOfCredit
        }
        if detail == "ramp_limit_exceeded" { return .rateLimited }
        if detail == "organization_on_hold" { return .unauthorized }
        if type == "exceed_context_size_error" { return .contextExceeded }
        switch type {
        case "invalid_request_error" where response.status == nil || response.status == 400: return invalidRequest
        case "authentication_error", "permission_error": return .unauthorized
        case "not_found_error": return text.contains("model") ? .modelNotFound : .noInterface
        case "request_too_large": return .contextExceeded
        case "rate_limit_error": return .rateLimited
        case "timeout_error": return .timedOut
        case "api_error", "overloaded_error", "conflict_error": return .upstreamFault
        default: return response.code(text: text)
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
}
