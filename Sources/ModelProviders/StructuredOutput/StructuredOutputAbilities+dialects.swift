import LanguageModels
import StreamingJSON

extension StructuredOutputAbilities {
    /// Of chat completions.
    init(_ dialect: OpenAIChatDialect, for schema: GenerationSchema) {
        switch dialect.schemaForm {
        case .none: self.init(nativeRungs: [])
        case .responseFormat: self.init(openAIFor: schema)
        case .jsonObject, .jsonSchema, .structuredOutputs, .guidedJSON:
            self.init(nativeRungs: Self.rungs(OpenAISchema.parameters(schema) != OpenAISchema.described(schema)))
        }
        isNativeBesideTools = dialect.writesSchemasBesideTools
    }

    /// Of both of OpenAI's interfaces.
    init(openAIFor schema: GenerationSchema) {
        guard schema.jsonValue["type"] == "object" else {
            self.init(nativeRungs: [])
            return
        }
        self.init(nativeRungs: Self.rungs(OpenAISchema.strict(schema) != OpenAISchema.strictDescribed(schema)))
    }

    /// Of the Messages interface.
    init(_ dialect: AnthropicDialect, for schema: GenerationSchema) {
        let isReduced = dialect.writesSchemas ? try? AnthropicSchema.answer(schema).isReduced : nil
        // It is known what the interface refuses, so that is not even tried.
        self.init(
            nativeRungs: isReduced.map { [$0 ? .described : .strict] } ?? [],
            forcesCalls: dialect.forcesCalls
        )
    }

    /// Of Gemini's interface.
    init(_ dialect: GeminiDialect, for schema: GenerationSchema) {
        self.init(
            nativeRungs: [GeminiSchema.reduces(schema) ? .described : .strict],
            isNativeBesideTools: dialect.writesSchemasBesideTools
        )
    }

    /// Of Ollama's own interface.
    init(ollamaFor schema: GenerationSchema) {
        self.init(
            nativeRungs: Self.rungs(OpenAISchema.parameters(schema) != OpenAISchema.described(schema)),
            isNativeBesideTools: false,
            forcesCalls: false
        )
    }

    /// The same schema is not sent twice.
    private static func rungs(_ differ: Bool) -> [StructuredOutputRung] { differ ? [.strict, .described] : [.strict] }
}
