import FoundationEssentials
public import LanguageModels
public import ModelTable
import Secrets
import StreamingJSON
import Transport

extension OllamaDialect: ProviderDialect {
    /// The provider's name in the name of a model.
    public static let providerName = "ollama"

    /// The address of a server on the same machine.
    public static let defaultBaseURL = "http://127.0.0.1:11434"

    /// Returns what is known of a model by its name.
    public static func known(for model: String, at baseURL: String, in table: ModelTable) -> OllamaDialect {
        known(for: model, servedBy: HTTPRequest.host(of: baseURL), in: table)
    }

    /// Returns what the dialect allows; images only for models that are known to see them.
    public func capabilities(of model: String) -> LanguageModelCapabilities {
        LanguageModelCapabilities(
            [.guidedGeneration] + (callsTools ? [.toolCalling] : []) + (thinking == nil ? [] : [.reasoning])
                + (facts.vision == true ? [.vision] : [])
        )
    }
}

extension OllamaDialect: ProviderWireFormat {
    static let framing = ModelStreamFraming.lines
    static let toolNameRule = ToolNameRule.ollama

    func url(of model: String, at baseURL: String) -> String { HTTPRequest.url(baseURL, "/api/chat") }

    func headers(key: SecretString?) -> HTTPHeaders { .bearer(key) }

    func body(
        of request: LanguageModelExecutorGenerationRequest,
        for model: String,
        by rung: StructuredOutputRung
    ) throws(LanguageModelError) -> JSONValue {
        try OllamaRequestEncoder(model: model, dialect: self).encode(request, by: rung)
    }

    func decoder(host: String, model: String, fallbackID: String, needsWholeAnswer: Bool) -> OllamaStreamDecoder {
        OllamaStreamDecoder(host: host, model: model, fallbackID: fallbackID, needsWholeAnswer: needsWholeAnswer)
    }

    func error(status: Int, headers: HTTPHeaders, body: [UInt8], from host: String, model: String) -> any Error {
        // A model that is pulled again may have other abilities.
        if status == 404 { OllamaModels.shared.record(nil, of: model, at: host) }
        return OllamaFailure(status: status, headers: headers, body: body).error(from: host, model: model, now: .now)
    }

    func structuredOutputAbilities(for schema: GenerationSchema) -> StructuredOutputAbilities {
        var abilities = StructuredOutputAbilities(
            strictlyOrDescribed: OpenAISchema.parameters(schema) != OpenAISchema.described(schema)
        )
        abilities.isNativeBesideTools = false
        abilities.forcesCalls = false
        return abilities
    }
}
