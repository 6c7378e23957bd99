import FoundationEssentials
import LanguageModels
import StreamingJSON
import Transport

/// A failure of Ollama, read from its status, header and text.
///
/// The text is used to distinguish failures and is never shown.
struct OllamaFailure {
    private let status: Int?
    private let headers: HTTPHeaders
    private let isPage: Bool
    private let text: String
    private let type: String
    private let counts: ContextCounts

    /// Reads a response with a status other than 200.
    init(status: Int, headers: HTTPHeaders, body: [UInt8]) {
        let json = try? JSONValue(parsing: body)
        let first = body.first { $0 > 0x20 }
        let isPage = headers["Content-Type"]?.lowercased().hasPrefix("text/html") == true || first == UInt8(ascii: "<")
        self.init(status: status, headers: headers, isPage: isPage, error: json?["error"] ?? .null)
    }

    /// Reads the error of a line in the middle of a stream.
    init(error: JSONValue) { self.init(status: nil, headers: [:], isPage: false, error: error) }

    private init(status: Int?, headers: HTTPHeaders, isPage: Bool, error: JSONValue) {
        self.status = status
        self.headers = headers
        self.isPage = isPage
        // By specification the error is a text. An error of the engine is JSON within that text, and a proxy may send an object.
        var object = error
        if let text = error.stringValue, text.hasPrefix("{"), let inner = try? JSONValue(parsing: text) {
            object = inner["error"] ?? inner
        }
        text = object["message"]?.stringValue ?? object.stringValue ?? ""
        type = object["type"]?.stringValue ?? ""
        counts = ContextCounts(error: object)
    }

    /// Returns the error for the session: a `LanguageModelError` for a capability that the model does not have, a ``ModelProviderError``
    /// for every other failure.
    func error(from host: String, model: String, now: Date) -> any Error {
        if text.hasSuffix("does not support tools") {
            return LanguageModelError.unsupportedCapability(
                .init(capability: .toolCalling, debugDescription: "The model \(model) cannot call tools.")
            )
        }
        if text.hasSuffix("does not support thinking") || text.hasSuffix("is not supported for this model") {
            return LanguageModelError.unsupportedCapability(
                .init(
                    capability: .reasoning,
                    debugDescription: "The model \(model) cannot think in the way that was asked for.",
                    metadata: status.map { ["status": $0] } ?? [:]
                )
            )
        }
        return providerError(from: host, model: model, now: now)
    }

    private func providerError(from host: String, model: String, now: Date) -> ModelProviderError {
        let code = self.code
        var error = ModelProviderError(
            code,
            from: host,
            interface: "Ollama",
            status: status,
            words: type.isEmpty ? [] : [type],
            isPage: isPage
        )
        if code == .modelNotFound { error.message += " Get it with `ollama pull \(model)`." }
        if code == .rateLimited || code == .upstreamFault {
            error.retryAfter = RetryDelay.read(headers: headers, message: nil, now: now)
        }
        error.readSchemaRefusal(status: status, text)
        if status != nil { error.objection = RequestObjection(text: text) }
        if code == .contextExceeded {
            error.contextSize = counts.contextSize
            error.tokenCount = counts.tokenCount
        }
        return error
    }

    private var code: ModelProviderError.Code {
        if type == "exceed_context_size_error" || text.contains("context length") { return .contextExceeded }
        switch status {
        case 401, 403: return .unauthorized
        case 402: return .outOfCredit
        case 404 where isPage: return .notUnderstood
        case 404, 405: return text.contains("model") ? .modelNotFound : .noInterface
        case 408, 504: return .timedOut
        case 413: return .contextExceeded
        case 429: return .rateLimited
        case nil, 409, .some(500...): return .upstreamFault
        case .some(..<400): return .notUnderstood
        default: return .invalidRequest
        }
    }
}
