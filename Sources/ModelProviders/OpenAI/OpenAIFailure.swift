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
    /// Whether a proxy's filter flagged the request.
    private let isFlagged: Bool
    private let counts: ContextCounts
    /// Whether the failure is the response to the request, and not a part of an answer.
    private var isResponse = false

    /// Reads a response with a status other than 200.
    init(status: Int, headers: HTTPHeaders, body: [UInt8]) {
        let json = try? JSONValue(parsing: body)
        let first = body.first { $0 > 0x20 }
        let isPage = headers["Content-Type"]?.lowercased().hasPrefix("text/html") == true || first == UInt8(ascii: "<")
        // xAI has the text in `error` and the code beside it.
        let error = json?["error"]?.objectValue == nil ? json : json?["error"]
        self.init(status: status, headers: headers, isPage: isPage, error: error ?? .null)
        isResponse = true
    }

    /// Reads an error object in the middle of a stream.
    init(error: JSONValue) {
        let code = error["code"]?.intValue ?? error["code"]?.stringValue.flatMap { Int($0) }
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
        // Servers that use FastAPI name the invalid parts of the request in `detail`. Mistral has that list in `message`.
        let faults = Self.faults(error["detail"]) ?? Self.faults(error["message"]?["detail"])
        words = ["code", "type"].compactMap { error[$0]?.stringValue } + Self.innerCodes(error) + (faults?.types ?? [])
        text =
            error["message"]?.stringValue ?? error["error"]?.stringValue ?? error.stringValue
            ?? error["detail"]?.stringValue ?? faults?.text ?? ""
        parameter = error["param"]?.stringValue ?? faults?.path ?? ""
        isFlagged = error["metadata"]?["flagged_input"] != nil
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
        if isResponse { error.objection = RequestObjection(words: words, parameter: parameter, text: text) }
        if code == .contextExceeded {
            error.contextSize = counts.contextSize
            error.tokenCount = counts.tokenCount
        }
        return error
    }

    /// Reads a list of invalid parts: the first part's path, and what is said about all of them.
    ///
    /// The list may repeat the parts' values, which are not read.
    private static func faults(_ list: JSONValue?) -> (path: String, text: String, types: [String])? {
        guard let faults = list?.arrayValue else { return nil }
        let paths = faults.prefix(16).map { fault in
            (fault["loc"]?.arrayValue ?? []).compactMap { $0.stringValue ?? $0.intValue.map(String.init) }
                .filter { $0 != "body" }.joined(separator: ".")
        }
        let texts = zip(paths, faults).map { path, fault in
            "\(fault["type"]?.stringValue ?? "") \(path): \(fault["msg"]?.stringValue ?? "")"
        }
        let types = faults.prefix(16).compactMap { $0["type"]?.stringValue }
        return (paths.first ?? "", texts.joined(separator: "; "), types)
    }

    /// Returns the codes of Azure's inner errors.
    private static func innerCodes(_ error: JSONValue) -> [String] {
        [error["innererror"], error["inner_error"]].compactMap { $0?["code"]?.stringValue }
    }

    private func hasWord(_ candidates: String...) -> Bool { words.contains(where: candidates.contains) }

    /// Whether a filter stopped the request.
    ///
    /// Azure has two codes for it; the others are those of OpenAI, Alibaba, DeepSeek and xAI, of which the last two have texts only.
    private var isFiltered: Bool {
        if isFlagged || hasWord("content_filter", "content_policy_violation", "data_inspection_failed") { return true }
        if hasWord("ResponsibleAIPolicyViolation") { return true }
        guard status == 400 || status == 403 else { return false }
        return text.contains("Content Exists Risk") || text.contains("violates usage guidelines")
    }

    /// Whether a policy of OpenAI does not allow the request.
    private var isAgainstPolicy: Bool {
        words.contains { $0 == "invalid_prompt" || $0.hasSuffix("_policy") || $0.hasSuffix("_policy_violation") }
    }

    private var code: ModelProviderError.Code {
        if isFiltered { return .filtered }
        if isAgainstPolicy { return .refused }
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
        case 404, 405: return text.contains("model") ? .modelNotFound : .noInterface
        case 429: return .rateLimited
        case 408, 504: return .timedOut
        case 413: return .contextExceeded
        case nil, 409, .some(500...): return .upstreamFault
        case .some(..<400): return .notUnderstood
        default: return .invalidRequest
        }
    }
}
