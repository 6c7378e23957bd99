import FoundationEssentials
import StreamingJSON
import Transport

/// A failure of a provider with an interface of OpenAI.
struct OpenAIFailure {
    private let response: FailedResponse
    private let words: [String]
    private let text: String
    /// The part of the request that the provider names as the cause.
    private let parameter: String

    /// Reads a response with a status other than 200.
    init(status: Int, headers: HTTPHeaders, body: [UInt8]) {
        // xAI has the text in `error` and the code beside it.
        let response = FailedResponse(status: status, headers: headers, body: body) {
            $0["error"]?.objectValue == nil ? $0 : $0["error"]
        }
        self.init(response)
    }

    /// Reads an error object in the middle of a stream.
    init(error: JSONValue) {
        let code = error["code"]?.intValue ?? error["code"]?.stringValue.flatMap { Int($0) }
        self.init(FailedResponse(error: error, code: code))
    }

    private init(_ response: FailedResponse) {
        let error = response.error
        self.response = response
        // Servers that use FastAPI name the invalid parts of the request in `detail`. Mistral has that list in `message`.
        let faults = Self.faults(error["detail"]) ?? Self.faults(error["message"]?["detail"])
        words = ["code", "type"].compactMap { error[$0]?.stringValue } + Self.innerCodes(error) + (faults?.types ?? [])
        text =
            error["message"]?.stringValue ?? error["error"]?.stringValue ?? error.stringValue
            ?? error["detail"]?.stringValue ?? faults?.text ?? ""
        parameter = error["param"]?.stringValue ?? faults?.path ?? ""
    }

    /// Returns the error for the session.
    ///
    /// - Parameter interface: The name of the interface, for the case that it is not there.
    func error(from host: String, interface: String = "chat completions", now: Date) -> ModelProviderError {
        response.error(
            code,
            from: host,
            interface: interface,
            words: words,
            parameter: parameter,
            text: text,
            delayText: text,
            now: now
        )
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
        // A proxy's filter flagged the request.
        if response.error["metadata"]?["flagged_input"] != nil { return true }
        if hasWord("content_filter", "content_policy_violation", "data_inspection_failed") { return true }
        if hasWord("ResponsibleAIPolicyViolation") { return true }
        guard response.status == 400 || response.status == 403 else { return false }
        return text.contains("Content Exists Risk") || text.contains("violates usage guidelines")
    }

    /// Whether a policy of OpenAI does not allow the request.
    private var isAgainstPolicy: Bool {
        words.contains { $0 == "invalid_prompt" || $0.hasSuffix("_policy") || $0.hasSuffix("_policy_violation") }
    }

    private var code: ModelProviderError.Code {
        if isFiltered { return .filtered }
        if isAgainstPolicy { return .refused }
        if hasWord("insufficient_quota", "billing_hard_limit_reached") || response.status == 402 { return .outOfCredit }
        if hasWord("context_length_exceeded", "exceed_context_size_error") { return .contextExceeded }
        if response.status == 400, ContextCounts.areExceeded(by: text) { return .contextExceeded }
        // The second condition is the wording of LiteLLM, which has no code for it.
        if hasWord("model_not_found") || (response.status == 400 && text.contains("Invalid model name")) {
            return .modelNotFound
        }
        if hasWord("invalid_api_key", "authentication_error", "permission_error") { return .unauthorized }
        if hasWord("rate_limit_exceeded", "rate_limit_error") { return .rateLimited }
        return response.code(text: text)
    }
}
