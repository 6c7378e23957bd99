import FoundationEssentials
public import LanguageModels
import Secrets
import StreamingJSON
import Transport

/// Translates one round into one call of Gemini's interface, and its stream into channel events.
public struct GeminiExecutor: LanguageModelExecutor {
    /// What tells one executor from another.
    public struct Configuration: Hashable, Sendable {
        /// The address of the interface.
        public var baseURL: String
    }

    /// An executor; it holds nothing, all it needs comes with the model.
    public init(configuration: Configuration) throws {}

    /// Calls the model once and passes on what comes, as it comes.
    ///
    /// - Throws: `LanguageModelError` for a full context, a rate limit, a filter or a provider that took too long;
    ///   ``ModelProviderError`` for the other answers that are no answer; `TransportError` when there was none.
    public func respond(
        to request: LanguageModelExecutorGenerationRequest,
        model: GeminiLanguageModel,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        let host = HTTPRequest.host(of: model.baseURL)
        let call = ModelCall(
            client: model.client,
            host: host,
            keys: model.keys,
            breakers: model.breakers
        ) { status, headers, body in
            GeminiFailure(status: status, headers: headers, body: body).error(from: host, now: .now)
        }
        let output = StructuredOutputCall(
            baseURL: model.baseURL,
            model: model.name,
            memory: model.structuredOutputMemory,
            abilities: { StructuredOutputAbilities(model.dialect, for: $0) }
        )
        let names = ToolNameMap(request, rule: .gemini)
        try await output.respond(to: names.wireForm(of: request), into: channel) { attempt in
            let decoder = GeminiStreamDecoder(
                host: host,
                fallbackID: attempt.request.id.uuidString,
                needsWholeAnswer: request.schema != nil
            )
            let body = try body(for: attempt, model: model)
            try await call.stream(through: names.decoder(attempt.decoder(decoder)), into: channel) { key in
                httpRequest(with: body, key: key, model: model)
            }
        }
    }

    private func body(
        for attempt: StructuredOutputCall.Attempt,
        model: GeminiLanguageModel
    ) throws -> [UInt8] {
        var body: [UInt8] = []
        try GeminiRequestEncoder(dialect: model.dialect).encode(attempt.request).write(into: &body)
        return body
    }

    private func httpRequest(with body: [UInt8], key: SecretString?, model: GeminiLanguageModel) -> HTTPRequest {
        var headers = GeminiLanguageModel.headers(key: key)
        headers.append("Content-Type", "application/json")
        headers.append("Accept", "text/event-stream")
        // A name with a slash says itself what it is the name of, such as a tuned model.
        let resource = model.name.contains("/") ? "/\(model.name)" : "/models/\(model.name)"
        let url = GeminiLanguageModel.url(
            model.baseURL,
            "\(resource):streamGenerateContent",
            query: [("alt", "sse")]
        )
        return HTTPRequest(.post, url, headers: headers, body: body, timeouts: model.timeouts, isTrusted: true)
    }
}
