import FoundationEssentials
import KeyVault
public import LanguageModels
import StreamingJSON
import Transport

/// Translates one round into one call of Ollama's chat interface, and its stream into channel events.
public struct OllamaExecutor: LanguageModelExecutor {
    /// What tells one executor from another.
    public struct Configuration: Hashable, Sendable {
        /// The server's address.
        public var baseURL: String
    }

    /// An executor; it holds nothing, all it needs comes with the model.
    public init(configuration: Configuration) throws {}

    /// Calls the model once and passes on what comes, as it comes.
    ///
    /// - Throws: `LanguageModelError` for a full context or for what the model cannot do; ``ModelProviderError`` for the other
    ///   answers that are no answer; `TransportError` when there was none.
    public func respond(
        to request: LanguageModelExecutorGenerationRequest,
        model: OllamaLanguageModel,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        let host = HTTPRequest.host(of: model.baseURL)
        let call = ModelCall(client: model.client, host: host, framing: .lines) { status, headers, body in
            OllamaFailure(status: status, headers: headers, body: body).error(from: host, model: model.name, now: .now)
        }
        let decoder = OllamaStreamDecoder(
            host: host,
            model: model.name,
            fallbackID: request.id.uuidString,
            needsWholeAnswer: request.schema != nil
        )
        try await call.stream(httpRequest(for: request, model: model), through: decoder, into: channel)
    }

    private func httpRequest(
        for request: LanguageModelExecutorGenerationRequest,
        model: OllamaLanguageModel
    ) async throws -> HTTPRequest {
        let encoder = OllamaRequestEncoder(model: model.name, dialect: model.dialect)
        var body: [UInt8] = []
        try encoder.encode(request).write(into: &body)
        var headers: HTTPHeaders = ["Content-Type": "application/json", "Accept": "application/x-ndjson"]
        if let lease = try await model.keys() {
            headers.append("Authorization", .secret(lease.secret, prefix: "Bearer "))
        }
        let url = HTTPRequest.url(model.baseURL, "/api/chat")
        return HTTPRequest(.post, url, headers: headers, body: body, timeouts: model.timeouts, isTrusted: true)
    }
}
