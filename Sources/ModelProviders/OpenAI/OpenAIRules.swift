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

extension VisionTable {
    private static let blindAtOpenAI = [
        "gpt-3.5", "gpt-4-0", "gpt-4-32k", "gpt-oss", "o1-mini", "o1-preview", "o3-mini", "babbage", "davinci",
    ]
    private static let blindElsewhere = [
        "deepseek-chat", "deepseek-coder", "deepseek-r1", "deepseek-reasoner", "deepseek-v3", "llama-2", "llama-3-",
        "llama-3.1", "llama-3.3", "mixtral", "codestral", "qwen2.5-coder", "qwen3-coder",
    ]

    /// Whether a model behind OpenAI's interfaces may be sent images.
    static func openAI(_ name: String) -> Bool {
        let model = bare(name)
        return model != "gpt-4" && !begins(model, blindAtOpenAI) && !begins(model, blindElsewhere)
    }
}

extension LanguageModelCapabilities {
    /// Everything, but images only for models that are not known to be unable to see them.
    static func openAI(of model: String) -> LanguageModelCapabilities {
        LanguageModelCapabilities(
            [.toolCalling, .guidedGeneration, .reasoning] + (VisionTable.openAI(model) ? [.vision] : [])
        )
    }
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
