import FoundationEssentials
public import LanguageModels
public import ModelTable
import Secrets
import StreamingJSON
import Transport

/// OpenAI's Responses interface, which is the same for all models.
public struct OpenAIResponsesDialect: ProviderDialect {
    /// The provider's name in the name of a model.
    public static let providerName = "openai-responses"

    /// The address of OpenAI's interface.
    public static let defaultBaseURL = "https://api.openai.com/v1"

    /// Makes the dialect.
    public init() {}

    /// Returns the dialect, whatever the model.
    public static func known(for model: String, at baseURL: String, in table: ModelTable) -> OpenAIResponsesDialect {
        .init()
    }

    /// Returns every capability; images only for models that are not known to be unable to see them.
    public func capabilities(of model: String) -> LanguageModelCapabilities { .openAI(of: model) }
}

extension OpenAIResponsesDialect: ProviderWireFormat {
    static let framing = ModelStreamFraming.events
    static let toolNameRule = ToolNameRule.openAI

    func url(of model: String, at baseURL: String) -> String { HTTPRequest.url(baseURL, "/responses") }

    func headers(key: SecretString?) -> HTTPHeaders { .bearer(key) }

    func body(
        of request: LanguageModelExecutorGenerationRequest,
        for model: String,
        by rung: StructuredOutputRung
    ) throws(LanguageModelError) -> JSONValue {
        try OpenAIResponsesRequestEncoder(model: model).encode(request, by: rung)
    }

    func tokenCountRequest(
        of request: LanguageModelExecutorGenerationRequest,
        for model: String,
        at baseURL: String
    ) throws(LanguageModelError) -> TokenCountRequest? {
        try .openAI(request, model: model, at: baseURL)
    }

    func decoder(
        host: String,
        model: String,
        fallbackID: String,
        needsWholeAnswer: Bool
    ) -> OpenAIResponsesStreamDecoder {
        OpenAIResponsesStreamDecoder(host: host, fallbackID: fallbackID, needsWholeAnswer: needsWholeAnswer)
    }

    func error(status: Int, headers: HTTPHeaders, body: [UInt8], from host: String, model: String) -> any Error {
        OpenAIFailure(status: status, headers: headers, body: body)
            .error(from: host, interface: "responses", now: .now)
    }

    func structuredOutputAbilities(for schema: GenerationSchema) -> StructuredOutputAbilities {
        StructuredOutputAbilities(openAIFor: schema)
    }
}
