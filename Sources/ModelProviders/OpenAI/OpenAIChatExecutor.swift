import FoundationEssentials
public import LanguageModels
import Secrets
import StreamingJSON
import Transport

/// Translates one round into one chat completions call, and its stream into channel events.
public struct OpenAIChatExecutor: LanguageModelExecutor {
    /// What tells one executor from another.
    public struct Configuration: Hashable, Sendable {
        /// The address of the interface.
        public var baseURL: String
    }

    /// An executor; it holds nothing, all it needs comes with the model.
    public init(configuration: Configuration) throws {}

    /// Calls the model once and passes on what comes, as it comes.
    ///
    /// - Throws: `LanguageModelError` for a full context, a rate limit, a refusal or a filter; ``ModelProviderError`` for the
    ///   other answers that are no answer; `TransportError` when there was none.
    public func respond(
        to request: LanguageModelExecutorGenerationRequest,
        model: OpenAIChatLanguageModel,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        let host = HTTPRequest.host(of: model.baseURL)
        let call = ModelCall(
            client: model.client,
            host: host,
            keys: model.keys,
            breakers: model.breakers
        ) { status, headers, body in
            OpenAIFailure(status: status, headers: headers, body: body).error(from: host, now: .now)
        }
        let output = StructuredOutputCall(
            baseURL: model.baseURL,
            model: model.name,
            memory: model.structuredOutputMemory,
            abilities: { StructuredOutputAbilities(model.dialect, for: $0) }
        )
        let names = ToolNameMap(request, rule: .openAI)
        try await output.respond(to: names.wireForm(of: request), into: channel) { attempt in
            let decoder = OpenAIChatStreamDecoder(
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
        model: OpenAIChatLanguageModel
    ) throws -> [UInt8] {
        let encoder = OpenAIChatRequestEncoder(model: model.name, dialect: model.dialect)
        var body: [UInt8] = []
        try encoder.encode(attempt.request, by: attempt.rung).write(into: &body)
        return body
    }

    private func httpRequest(with body: [UInt8], key: SecretString?, model: OpenAIChatLanguageModel) -> HTTPRequest {
        var headers: HTTPHeaders = ["Content-Type": "application/json", "Accept": "text/event-stream"]
        if let key { headers.append("Authorization", .secret(key, prefix: "Bearer ")) }
        let url = HTTPRequest.url(model.baseURL, "/chat/completions")
        return HTTPRequest(.post, url, headers: headers, body: body, timeouts: model.timeouts, isTrusted: true)
    }
}
