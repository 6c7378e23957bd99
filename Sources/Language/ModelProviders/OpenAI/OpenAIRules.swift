import LanguageModels
import Secrets
import StreamingJSON
import Transport

extension ToolNameRule {
    /// `[A-Za-z0-9_-]{1,64}`, of both of OpenAI's interfaces; compatible servers accept at least these names.
    static let openAI = ToolNameRule.ascii(punctuation: Array("_-".utf8), maximumLength: 64)
}

extension ImageRule {
    static let openAI = ImageRule(provider: "OpenAI's interface", formats: Set(ImageFormat.allCases), fetchesURLs: true)
}

extension HTTPHeaders {
    /// The key in `Authorization`, if there is one.
    static func bearer(_ key: SecretString?) -> HTTPHeaders {
        key.map { ["Authorization": .secret($0, prefix: "Bearer ")] } ?? [:]
    }
}

extension StructuredOutputAbilities {
    /// The abilities of both of OpenAI's interfaces.
    init(openAIFor schema: GenerationSchema) {
        guard schema.jsonValue["type"] == "object" else {
            self.init(nativeRungs: [])
            return
        }
        self.init(strictlyOrDescribed: OpenAISchema.strict(schema) != OpenAISchema.strictDescribed(schema))
    }
}
