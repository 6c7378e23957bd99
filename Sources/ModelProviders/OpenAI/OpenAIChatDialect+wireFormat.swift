import FoundationEssentials
public import LanguageModels
public import ModelTable
import Secrets
import StreamingJSON
import Transport

extension OpenAIChatDialect: ProviderDialect {
    /// The provider's name in the name of a model.
    public static let providerName = "openai"

    /// The address of OpenAI's interface.
    public static let defaultBaseURL = "https://api.openai.com/v1"

    /// Returns the dialect of OpenAI for its host, and the compatible one for every other.
    public static func known(for model: String, at baseURL: String, in table: ModelTable) -> OpenAIChatDialect {
        HTTPRequest.host(of: baseURL) == "api.openai.com" ? .openAI : .compatible
    }

    /// Returns every capability; images only for models that are not known to be unable to see them.
    public func capabilities(of model: String) -> LanguageModelCapabilities { .openAI(of: model) }
}

extension OpenAIChatDialect: ProviderWireFormat {
    static let framing = ModelStreamFraming.events
    static let toolNameRule = ToolNameRule.openAI

    func url(of model: String, at baseURL: String) -> String { HTTPRequest.url(baseURL, "/chat/completions") }

    func headers(key: SecretString?) -> HTTPHeaders { .bearer(key) }

    func body(
        of request: LanguageModelExecutorGenerationRequest,
        for model: String,
        by rung: StructuredOutputRung
    ) throws(LanguageModelError) -> JSONValue {
        try OpenAIChatRequestEncoder(model: model, dialect: self).encode(request, by: rung)
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
    ) -> OpenAIChatStreamDecoder {
        OpenAIChatStreamDecoder(host: host, fallbackID: fallbackID, needsWholeAnswer: needsWholeAnswer)
    }

    func error(status: Int, headers: HTTPHeaders, body: [UInt8], from host: String, model: String) -> any Error {
        OpenAIFailure(status: status, headers: headers, body: body).error(from: host, now: .now)
    }

    func structuredOutputAbilities(for schema: GenerationSchema) -> StructuredOutputAbilities {
        var abilities =
            switch schemaForm {
            case .none: StructuredOutputAbilities(nativeRungs: [])
            case .responseFormat: StructuredOutputAbilities(openAIFor: schema)
            case .jsonObject, .jsonSchema, .structuredOutputs, .guidedJSON:
                StructuredOutputAbilities(
                    strictlyOrDescribed: OpenAISchema.parameters(schema) != OpenAISchema.described(schema)
                )
            }
        abilities.isNativeBesideTools = writesSchemasBesideTools
        return abilities
    }
}
