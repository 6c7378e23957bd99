import FoundationEssentials
public import LanguageModels
public import ModelTable
import Secrets
import StreamingJSON
import Transport

extension GeminiDialect: ProviderDialect {
    /// The provider's name in the name of a model.
    public static let providerName = "gemini"

    /// The address of Google's interface.
    public static let defaultBaseURL = "https://generativelanguage.googleapis.com"

    /// Returns what is known of a model by its name.
    public static func known(for model: String, at baseURL: String, in table: ModelTable) -> GeminiDialect {
        known(for: model, in: table)
    }

    /// Returns what the dialect allows; images only for models that are not known to be unable to see them.
    public func capabilities(of model: String) -> LanguageModelCapabilities {
        LanguageModelCapabilities(
            [.toolCalling, .guidedGeneration] + (thinking == nil ? [] : [.reasoning])
                + (facts.vision == false ? [] : [.vision])
        )
    }
}

extension GeminiDialect: ProviderWireFormat {
    static let framing = ModelStreamFraming.events
    static let toolNameRule = ToolNameRule.gemini

    /// Returns the address of one of the interface's resources, such as `/models`.
    static func url(_ baseURL: String, _ path: String, query: [(String, String)] = []) -> String {
        let base = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
        // An address without a version gets the one that has everything that is used here.
        let hasVersion = base.split(separator: "/").last?.wholeMatch(of: /v\d+(?:alpha|beta)?\d*/) != nil
        return HTTPRequest.url(hasVersion ? base : base + "/v1beta", path, query: query)
    }

    /// Returns the header field that carries a key.
    static func headers(key: SecretString?) -> HTTPHeaders {
        key.map { ["x-goog-api-key": .secret($0, prefix: "")] } ?? [:]
    }

    func url(of model: String, at baseURL: String) -> String {
        Self.url(baseURL, "/\(Self.resource(of: model)):streamGenerateContent", query: [("alt", "sse")])
    }

    /// Returns the name of a model's resource.
    private static func resource(of model: String) -> String {
        // A name with a slash contains the kind of its resource, such as that of a tuned model.
        model.contains("/") ? model : "models/\(model)"
    }

    func headers(key: SecretString?) -> HTTPHeaders { Self.headers(key: key) }

    func body(
        of request: LanguageModelExecutorGenerationRequest,
        for model: String,
        by rung: StructuredOutputRung
    ) throws(LanguageModelError) -> JSONValue {
        try GeminiRequestEncoder(dialect: self).encode(request)
    }

    func tokenCountRequest(
        of request: LanguageModelExecutorGenerationRequest,
        for model: String,
        at baseURL: String
    ) throws(LanguageModelError) -> TokenCountRequest? {
        let resource = Self.resource(of: model)
        // Only this form counts the instructions and the tools, too.
        var whole: JSONObject = ["model": .string(resource)]
        for (name, value) in try GeminiRequestEncoder(dialect: self).encode(request).objectValue ?? [:] {
            whole[name] = value
        }
        return TokenCountRequest(
            url: Self.url(baseURL, "/\(resource):countTokens"),
            body: ["generateContentRequest": .object(whole)],
            member: "totalTokens"
        )
    }

    func decoder(host: String, model: String, fallbackID: String, needsWholeAnswer: Bool) -> GeminiStreamDecoder {
        GeminiStreamDecoder(host: host, fallbackID: fallbackID, needsWholeAnswer: needsWholeAnswer)
    }

    func error(status: Int, headers: HTTPHeaders, body: [UInt8], from host: String, model: String) -> any Error {
        GeminiFailure(status: status, headers: headers, body: body).error(from: host, now: .now)
    }

    func structuredOutputAbilities(for schema: GenerationSchema) -> StructuredOutputAbilities {
        StructuredOutputAbilities(
            nativeRungs: [GeminiSchema.reduces(schema) ? .described : .strict],
            isNativeBesideTools: writesSchemasBesideTools
        )
    }
}
