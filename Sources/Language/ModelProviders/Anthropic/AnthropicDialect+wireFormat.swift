import FoundationEssentials
public import LanguageModels
public import ModelTable
import Secrets
import StreamingJSON
import Transport

extension AnthropicDialect: ProviderDialect {
    /// The provider's name in the name of a model.
    public static let providerName = "anthropic"

    /// The address of Anthropic's interface.
    public static let defaultBaseURL = "https://api.anthropic.com"

    /// Returns what is known of a model by its name, in the default version of the interface.
    public static func known(for model: String, at baseURL: String, in table: ModelTable) -> AnthropicDialect {
        known(for: model, version: defaultVersion, servedBy: HTTPRequest.host(of: baseURL), in: table)
    }

    /// Returns what the dialect allows; images only for models that are not known to be unable to see them.
    public func capabilities(of model: String) -> LanguageModelCapabilities {
        LanguageModelCapabilities(
            [.toolCalling, .guidedGeneration] + (facts.thinking?.isEmpty == false ? [.reasoning] : [])
                + (facts.vision == false ? [] : [.vision])
        )
    }
}

extension AnthropicDialect: ProviderWireFormat {
    static let framing = ModelStreamFraming.events
    static let toolNameRule = ToolNameRule.anthropic

    /// Returns the address of one of the interface's resources, such as `/messages`.
    static func url(_ baseURL: String, _ path: String) -> String {
        // The client libraries of Anthropic expect the host alone in a base URL, those of other interfaces the version as well.
        let base = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
        return HTTPRequest.url(base.hasSuffix("/v1") ? base : base + "/v1", path)
    }

    /// Returns the header fields of a version of the interface with a key.
    static func headers(key: SecretString?, version: String) -> HTTPHeaders {
        var headers: HTTPHeaders = ["anthropic-version": .plain(version)]
        if let key { headers.append("x-api-key", .secret(key, prefix: "")) }
        return headers
    }

    func url(of model: String, at baseURL: String) -> String { Self.url(baseURL, "/messages") }

    func headers(key: SecretString?) -> HTTPHeaders { Self.headers(key: key, version: version) }

    func body(
        of request: LanguageModelExecutorGenerationRequest,
        for model: String,
        by rung: StructuredOutputRung
    ) throws(LanguageModelError) -> JSONValue {
        try AnthropicRequestEncoder(model: model, dialect: self).encode(request)
    }

    func tokenCountRequest(
        of request: LanguageModelExecutorGenerationRequest,
        for model: String,
        at baseURL: String
    ) throws(LanguageModelError) -> TokenCountRequest? {
        TokenCountRequest(
            url: Self.url(baseURL, "/messages/count_tokens"),
            keeping: ["model", "system", "messages", "tools", "tool_choice", "thinking", "output_config"],
            of: try AnthropicRequestEncoder(model: model, dialect: self).encode(request),
            member: "input_tokens"
        )
    }

    func decoder(
        host: String,
        model: String,
        fallbackID: String,
        needsWholeAnswer: Bool
    ) -> AnthropicStreamDecoder {
        AnthropicStreamDecoder(host: host, fallbackID: fallbackID, needsWholeAnswer: needsWholeAnswer)
    }

    func error(status: Int, headers: HTTPHeaders, body: [UInt8], from host: String, model: String) -> any Error {
        AnthropicFailure(status: status, headers: headers, body: body).error(from: host, now: .now)
    }

    func structuredOutputAbilities(for schema: GenerationSchema) -> StructuredOutputAbilities {
        let isReduced = writesSchemas ? try? AnthropicSchema.answer(schema).isReduced : nil
        // The interface is known to refuse a reduced schema in its strict form, so that form is not tried.
        return StructuredOutputAbilities(
            nativeRungs: isReduced.map { [$0 ? .described : .strict] } ?? [],
            forcesCalls: forcesCalls
        )
    }
}
