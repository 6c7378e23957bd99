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

    /// Returns the dialect of OpenAI for its hosts, and the compatible one for every other, with what the table knows of server and model.
    public static func known(for model: String, at baseURL: String, in table: ModelTable) -> OpenAIChatDialect {
        let host = HTTPRequest.host(of: baseURL)
        let server = table.server(at: host)
        let rules = OpenAIModelRules(of: model, at: baseURL, in: table, through: .chat)
        var dialect = rules.isAtOpenAI ? openAI : compatible
        dialect.rules = rules
        let facts = table.facts(ofModel: model, at: host)
        dialect.maximumStopSequences = facts.stop ?? server.stop ?? dialect.maximumStopSequences
        dialect.allowsTopK = dialect.allowsTopK && server.allowsTopK != false
        dialect.asksForUsage = server.asksForUsage ?? true
        dialect.seedName = server.seedName ?? "seed"
        if let length = server.callIDLength { dialect.callIDs = .alphanumeric(length: length) }
        if server.demandsThoughts == true {
            dialect.demandedThought = server.thoughts.flatMap(OpenAIChatThought.Name.init) ?? .reasoningContent
        }
        return dialect
    }

    /// Returns every capability; images only for models that are not known to be unable to see them.
    public func capabilities(of model: String) -> LanguageModelCapabilities { rules.capabilities }
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
        try .openAI(request, model: model, by: rules, at: baseURL)
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
