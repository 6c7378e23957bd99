import FoundationEssentials
public import LanguageModels
public import ModelTable
import Secrets
import StreamingJSON
import Transport

/// OpenAI's Responses interface.
public struct OpenAIResponsesDialect: ProviderDialect {
    /// The provider's name in the name of a model.
    public static let providerName = "openai-responses"

    /// The address of OpenAI's interface.
    public static let defaultBaseURL = "https://api.openai.com/v1"

    /// The rules by which the model accepts parameters.
    var rules = OpenAIModelRules()

    /// Makes the dialect of a model of which nothing is known.
    public init() {}

    /// Returns the dialect with what the table knows of server and model.
    public static func known(for model: String, at baseURL: String, in table: ModelTable) -> OpenAIResponsesDialect {
        var dialect = OpenAIResponsesDialect()
        dialect.rules = OpenAIModelRules(of: model, at: baseURL, in: table, through: .responses)
        return dialect
    }

    /// Returns every capability; images only for models that are not known to be unable to see them.
    public func capabilities(of model: String) -> LanguageModelCapabilities { rules.capabilities }
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
        try OpenAIResponsesRequestEncoder(model: model, dialect: self).encode(request, by: rung)
    }

    func tokenCountRequest(
        of request: LanguageModelExecutorGenerationRequest,
        for model: String,
        at baseURL: String
    ) throws(LanguageModelError) -> TokenCountRequest? {
        try .openAI(request, model: model, by: rules, at: baseURL)
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
