import FoundationEssentials
import KeyVault
public import LanguageModels
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
        let call = ModelCall(client: model.client, host: host) { status, headers, body in
            OpenAIFailure(status: status, headers: headers, body: body).error(from: host, now: .now)
        }
        let decoder = OpenAIChatStreamDecoder(
            host: host,
            fallbackID: request.id.uuidString,
            needsWholeAnswer: request.schema != nil
        )
        try await call.stream(httpRequest(for: request, model: model), through: decoder, into: channel)
    }

    private func httpRequest(
        for request: LanguageModelExecutorGenerationRequest,
        model: OpenAIChatLanguageModel
    ) async throws -> HTTPRequest {
        let encoder = OpenAIChatRequestEncoder(model: model.name, dialect: model.dialect)
        var body: [UInt8] = []
        try encoder.encode(request).write(into: &body)
        var headers: HTTPHeaders = ["Content-Type": "application/json", "Accept": "text/event-stream"]
        if let lease = try await model.keys() {
            headers.append("Authorization", .secret(lease.secret, prefix: "Bearer "))
        }
        let url = HTTPRequest.url(model.baseURL, "/chat/completions")
        return HTTPRequest(.post, url, headers: headers, body: body, timeouts: model.timeouts, isTrusted: true)
    }
}
