import FoundationEssentials
import StreamingJSON
import Transport

/// What a provider's failure says, read from its status, header and error object.
///
/// The text of the error object serves to tell failures apart and is never passed on.
struct OpenAIFailure {
    private let status: Int?
    private let headers: HTTPHeaders
    private let isPage: Bool
    private let words: [String]
    private let text: String

    /// An answer with a status other than 200.
    init(status: Int, headers: HTTPHeaders, body: [UInt8]) {
        let json = try? JSONValue(parsing: body)
        let first = body.first { $0 > 0x20 }
        let isPage = headers["Content-Type"]?.lowercased().hasPrefix("text/html") == true || first == UInt8(ascii: "<")
        self.init(status: status, headers: headers, isPage: isPage, error: json?["error"] ?? json ?? .null)
    }

    /// An error object in the middle of a stream.
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
        text = error["message"]?.stringValue ?? error.stringValue ?? ""
    }

    /// A proxy's or a login page where the interface should be.
    static func isPage(from host: String) -> ModelProviderError {
        ModelProviderError(
            .notUnderstood,
            "\(host) answered with an HTML page. Check the base URL; a proxy may stand in between."
        )
    }

    /// The error for the session.
    func error(from host: String, now: Date) -> ModelProviderError {
        let code = self.code
        let delay =
            code == .rateLimited || code == .upstreamFault
            ? RetryDelay.read(headers: headers, message: text, now: now) : nil
        let message = Self.sentence(for: code, host: host, isPath: status == 404) + details
        return ModelProviderError(code, message, retryAfter: delay)
    }

    private func says(_ candidates: String...) -> Bool { words.contains(where: candidates.contains) }

    private var code: ModelProviderError.Code {
        if status == 402 || says("insufficient_quota", "billing_hard_limit_reached") { return .outOfCredit }
        if says("context_length_exceeded", "exceed_context_size_error") { return .contextExceeded }
        if says("model_not_found") { return .modelNotFound }
        if says("invalid_api_key", "authentication_error", "permission_error") { return .unauthorized }
        if says("rate_limit_exceeded", "rate_limit_error") { return .rateLimited }
        switch status {
        case 401, 403: return .unauthorized
        case 404 where isPage: return .notUnderstood
        case 404: return text.contains("model") ? .modelNotFound : .invalidRequest
        case 429: return .rateLimited
        case nil, 408, 409, .some(500...): return .upstreamFault
        case .some(..<400): return .notUnderstood
        default: return .invalidRequest
        }
    }

    private static func sentence(for code: ModelProviderError.Code, host: String, isPath: Bool) -> String {
        switch code {
        case .unauthorized: "\(host) refused the key"
        case .outOfCredit: "The account at \(host) has no credit left"
        case .rateLimited: "\(host) wants fewer requests for now"
        case .modelNotFound: "\(host) does not have the model"
        case .contextExceeded: "The conversation is longer than the model at \(host) can read"
        case .invalidRequest where isPath: "\(host) has no chat completions under this base URL"
        case .invalidRequest: "\(host) did not accept the request"
        case .upstreamFault: "\(host) failed"
        default: "\(host) gave an answer that is not understood"
        }
    }

    /// Status and code in brackets; of the code only plain words, which cannot be a part of a key or a prompt.
    private var details: String {
        let word = words.first { word in
            word.utf8.count <= 48 && word.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_") }
        }
        let parts = [status.map(String.init), word, isPage ? "an HTML page" : nil].compactMap { $0 }
        return parts.isEmpty ? "." : " (\(parts.joined(separator: ", ")))."
    }
}
