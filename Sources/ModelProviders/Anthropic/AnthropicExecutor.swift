import FoundationEssentials
public import LanguageModels
import Secrets
import StreamingJSON
import Transport

/// Translates one round into one call of the Messages interface, and its stream into channel events.
public struct AnthropicExecutor: LanguageModelExecutor {
    /// What tells one executor from another.
    public struct Configuration: Hashable, Sendable {
        /// The address of the interface.
        public var baseURL: String
    }

    /// An executor; it holds nothing, all it needs comes with the model.
    public init(configuration: Configuration) throws {}

    /// Calls the model once and passes on what comes, as it comes.
    ///
    /// - Throws: `LanguageModelError` for a full context, a rate limit, a refusal or a provider that took too long;
    ///   ``ModelProviderError`` for the other answers that are no answer; `TransportError` when there was none.
    public func respond(
        to request: LanguageModelExecutorGenerationRequest,
        model: AnthropicLanguageModel,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        let host = HTTPRequest.host(of: model.baseURL)
        let call = ModelCall(
            client: model.client,
            host: host,
            keys: model.keys,
            breakers: model.breakers
        ) { status, headers, body in
            AnthropicFailure(status: status, headers: headers, body: body).error(from: host, now: .now)
        }
        let output = StructuredOutputCall(
            baseURL: model.baseURL,
            model: model.name,
            memory: model.structuredOutputMemory,
            abilities: { StructuredOutputAbilities(model.dialect, for: $0) }
        )
        let names = ToolNameMap(request, rule: .anthropic)
        try await output.respond(to: names.wireForm(of: request), into: channel) { attempt in
            let decoder = AnthropicStreamDecoder(
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
        model: AnthropicLanguageModel
    ) throws -> [UInt8] {
        let encoder = AnthropicRequestEncoder(model: model.name, dialect: model.dialect)
        var body: [UInt8] = []
        try encoder.encode(attempt.request).write(into: &body)
        return body
    }

    private func httpRequest(with body: [UInt8], key: SecretString?, model: AnthropicLanguageModel) -> HTTPRequest {
        var headers = Self.headers(key: key, version: model.dialect.version)
        headers.append("Content-Type", "application/json")
        headers.append("Accept", "text/event-stream")
        let url = AnthropicLanguageModel.url(model.baseURL, "/messages")
        return HTTPRequest(.post, url, headers: headers, body: body, timeouts: model.timeouts, isTrusted: true)
    }

    static func headers(key: SecretString?, version: String) -> HTTPHeaders {
        var headers: HTTPHeaders = ["anthropic-version": .plain(version)]
        if let key { headers.append("x-api-key", .secret(key, prefix: "")) }
        return headers
    }
}
