import LanguageModels
import StreamingJSON
import Testing

@testable import ModelProviders

@Suite struct DescribedSchemaTests {
    private static let schema: JSONObject = [
        "title": "Person", "type": "object", "x-order": ["name", "age"], "additionalProperties": false,
        "properties": [
            "name": ["type": "string", "minLength": 1, "pattern": "^[A-Z]"],
            "age": ["type": "integer", "description": "In years.", "maximum": 150],
            "minimum": ["type": "string", "enum": ["a", "b"]],
            "kin": ["type": "array", "items": ["$ref": "#/$defs/Kin"], "maxItems": 3],
            "either": ["oneOf": [["type": "string"], ["type": "null"]]],
        ],
        "required": ["name", "age"],
        "$defs": ["Kin": ["type": "string", "format": "x"]],
    ]

    @Test func limitsBecomeWords() {
        #expect(
            DescribedSchema.rewrite(.object(Self.schema)) == [
                "title": "Person", "type": "object", "additionalProperties": false,
                "properties": [
                    "name": ["type": "string", "description": #"{minLength: 1, pattern: "^[A-Z]"}"#],
                    "age": ["type": "integer", "description": "In years.\n\n{maximum: 150}"],
                    "minimum": ["type": "string", "enum": ["a", "b"]],
                    "kin": ["type": "array", "items": ["$ref": "#/$defs/Kin"], "description": "{maxItems: 3}"],
                    "either": ["anyOf": [["type": "string"], ["type": "null"]]],
                ],
                "required": ["name", "age"],
                "$defs": ["Kin": ["type": "string", "description": #"{format: "x"}"#]],
            ]
        )
    }

    @Test func aSchemaWithoutLimitsIsNotSentTwice() {
        let plain = GenerationSchema(jsonSchema: ["type": "object", "properties": ["a": ["type": "string"]]])
        let limited = GenerationSchema(jsonSchema: Self.schema)
        #expect(StructuredOutputAbilities(openAIFor: plain).nativeRungs == [.strict])
        #expect(StructuredOutputAbilities(openAIFor: limited).nativeRungs == [.strict, .described])
        #expect(
            OllamaDialect.known(for: "llama3.2").structuredOutputAbilities(for: limited).nativeRungs == [
                .strict, .described,
            ]
        )
        // The dialect knows which schemas these models refuse.
        let claude = AnthropicDialect.known(for: "claude-sonnet-4-5")
        #expect(claude.structuredOutputAbilities(for: plain).nativeRungs == [.strict])
        #expect(claude.structuredOutputAbilities(for: limited).nativeRungs == [.described])
        #expect(
            AnthropicDialect.known(for: "claude-3-5-haiku").structuredOutputAbilities(for: plain).nativeRungs.isEmpty
        )
        let gemini = GeminiDialect.known(for: "gemini-3.8-flash")
        #expect(gemini.structuredOutputAbilities(for: plain).nativeRungs == [.strict])
        #expect(gemini.structuredOutputAbilities(for: limited).nativeRungs == [.described])
    }

    @Test func someSchemasHaveNoNativeForm() {
        let list = GenerationSchema(jsonSchema: ["type": "array", "items": ["type": "string"]])
        #expect(StructuredOutputAbilities(openAIFor: list).nativeRungs.isEmpty)
        #expect(OpenAIChatDialect.llamaCPP.structuredOutputAbilities(for: list).nativeRungs == [.strict])
        let tree = GenerationSchema(jsonSchema: ["type": "object", "properties": ["kin": ["$ref": "#"]]])
        #expect(
            AnthropicDialect.known(for: "claude-sonnet-4-5").structuredOutputAbilities(for: tree).nativeRungs.isEmpty
        )
    }

    @Test(
        arguments: [
            (OpenAIChatDialect.openAI, "response_format", "json_schema"),
            (.llamaCPPPython, "response_format", "schema"),
            (.llamaCPP, "json_schema", nil), (.vLLM, "structured_outputs", "json"),
        ] as [(OpenAIChatDialect, String, String?)]
    ) func theFormsOfServers(
        dialect: OpenAIChatDialect,
        member: String,
        inner: String?
    ) throws {
        let request = LanguageModelExecutorGenerationRequest(
            transcript: Transcript(),
            schema: GenerationSchema(jsonSchema: Self.schema)
        )
        let encoder = OpenAIChatRequestEncoder(model: "m", dialect: dialect)
        for (rung, hasLimit) in [(StructuredOutputRung.strict, true), (.described, false)] {
            let body = try encoder.encode(request, by: rung)
            let value = try #require(body[member])
            var schema = inner.map { value[$0] ?? .null } ?? value
            schema = schema["schema"] ?? schema
            #expect(schema["properties"]?["age"]?["maximum"] == (hasLimit ? 150 : nil))
            // Only OpenAI's form requires every property.
            let isStrict = dialect == .openAI
            #expect(schema["required"]?.arrayValue?.count == (isStrict ? 5 : 2))
            #expect(schema["x-order"] == nil)
        }
    }
}
