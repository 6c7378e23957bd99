import FoundationEssentials
import LanguageModels
import StreamingJSON
import Transport

/// A failure of Ollama.
struct OllamaFailure {
    private let response: FailedResponse
    private let text: String
    private let type: String

    /// Reads a response with a status other than 200.
    init(status: Int, headers: HTTPHeaders, body: [UInt8]) {
        self.init(FailedResponse(status: status, headers: headers, body: body) { $0["error"] })
    }

    /// Reads the error of a line in the middle of a stream.
    init(error: JSONValue) { self.init(FailedResponse(error: error)) }

    private init(_ response: FailedResponse) {
        // By specification the error is a text. An error of the engine is JSON within that text, and a proxy may send an object.
        var response = response
        if let text = response.error.stringValue, text.hasPrefix("{"), let inner = try? JSONValue(parsing: text) {
            response.error = inner["error"] ?? inner
        }
        self.response = response
        text = response.error["message"]?.stringValue ?? response.error.stringValue ?? ""
        type = response.error["type"]?.stringValue ?? ""
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
                    metadata: response.status.map { ["status": $0] } ?? [:]
                )
            )
        }
        let isTooLong = type == "exceed_context_size_error" || text.contains("context length")
        var error = response.error(
            isTooLong ? .contextExceeded : response.code(text: text),
            from: host,
            interface: "Ollama",
            words: type.isEmpty ? [] : [type],
            text: text,
            now: now
        )
        if error.code == .modelNotFound { error.message += " Get it with `ollama pull \(model)`." }
        return error
    }
}
