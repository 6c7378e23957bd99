import LanguageModels
import StreamingJSON

extension OpenAISchema {
    /// The name, the strictness and the schema of an answer, as both of OpenAI's interfaces want them.
    ///
    /// - Throws: `LanguageModelError` when it is not the schema of an object, which neither takes.
    static func answer(
        _ schema: GenerationSchema,
        by rung: StructuredOutputRung = .strict
    ) throws(LanguageModelError) -> JSONObject {
        guard schema.jsonValue["type"] == "object" else {
            throw .unsupportedCapability(
                .init(
                    capability: .guidedGeneration,
                    debugDescription: "A structured answer must be an object; wrap \(schema.name) in a type of its own."
                )
            )
        }
        // The name may have letters, digits, `_` and `-` only, 64 at most.
        let name = schema.name.unicodeScalars.map { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "-")
                ? Character(scalar) : "_"
        }
        return [
            "name": .string(name.isEmpty ? "answer" : String(name.prefix(64))), "strict": true,
            "schema": rung == .described ? OpenAISchema.strictDescribed(schema) : OpenAISchema.strict(schema),
        ]
    }
}
