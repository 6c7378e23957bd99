import LanguageModels
import StreamingJSON
import Testing

@testable import ModelProviders

/// The schemas of tools as providers accept them.
@Suite struct ToolSchemaLoweringTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var schema: String
        var lowered: String?
    }

    static let rows: [Row] = [
        Row(
            testDescription: "alternatives of what is required",
            schema: #"""
                {"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}
                """#,
            lowered: #"""
                {"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":[],
                "description":"{required is one of: (a) or (b)}"}
                """#
        ),
        Row(
            testDescription: "alternatives that are objects, without a type at the top",
            schema: #"""
                {"description":"Acts.","oneOf":[
                {"type":"object","properties":{"kind":{"const":"move"},"to":{"type":"string"}},"required":["kind","to"],"additionalProperties":false},
                {"type":"object","properties":{"kind":{"const":"stop"},"now":{"type":"boolean"}},"required":["kind"],"additionalProperties":false}]}
                """#,
            lowered: #"""
                {"type":"object","description":"Acts.\n\n{required is one of: (kind = \"move\", to) or (kind = \"stop\")}",
                "properties":{"kind":{"enum":["move","stop"]},"to":{"type":"string"},"now":{"type":"boolean"}},"required":["kind"],
                "additionalProperties":false}
                """#
        ),
        Row(
            testDescription: "parts that all apply, by reference",
            schema: #"""
                {"allOf":[{"$ref":"#/definitions/Base"},{"properties":{"b":{"type":"integer"}},"required":["b"]}],
                "definitions":{"Base":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}}}
                """#,
            lowered: #"""
                {"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["a","b"],
                "$defs":{"Base":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}}}
                """#
        ),
        Row(
            testDescription: "a reference at the top",
            schema:
                ##"{"$ref":"#/$defs/A","$defs":{"A":{"type":"object","properties":{"x":{"$ref":"#/$defs/B"}}},"B":{"type":"string"}}}"##,
            lowered: #"""
                {"type":"object","properties":{"x":{"$ref":"#/$defs/B"}},
                "$defs":{"A":{"type":"object","properties":{"x":{"$ref":"#/$defs/B"}}},"B":{"type":"string"}}}
                """#
        ),
        Row(
            testDescription: "a choice and a negation at the top",
            schema: #"{"type":"object","properties":{"a":{}},"not":{"required":["a"]},"enum":[{}]}"#,
            lowered:
                #"{"type":"object","properties":{"a":{}},"description":"{enum: [{}], not: {\"required\":[\"a\"]}}"}"#
        ),
        Row(testDescription: "nothing", schema: "{}", lowered: #"{"type":"object","properties":{}}"#),
        Row(testDescription: "true", schema: "true", lowered: #"{"type":"object","properties":{}}"#),
        Row(
            testDescription: "an object or null",
            schema: #"{"type":["object","null"],"properties":{"a":{"type":"string"}}}"#,
            lowered: #"{"type":"object","properties":{"a":{"type":"string"}}}"#
        ),
        Row(testDescription: "no object", schema: #"{"type":"string"}"#, lowered: nil),
        Row(
            testDescription: "no alternative that is an object",
            schema: #"{"anyOf":[{"type":"string"}]}"#,
            lowered: nil
        ),
        Row(
            testDescription: "patterns that look around or back",
            schema: #"""
                {"type":"object","properties":{"a":{"type":"string","pattern":"^(?!x).*$"},"b":{"pattern":"(a)\\1"},"c":{"pattern":"^[a-z]+\\d$"}}}
                """#,
            lowered: #"""
                {"type":"object","properties":{"a":{"type":"string","description":"{pattern: \"^(?!x).*$\"}"},
                "b":{"description":"{pattern: \"(a)\\\\1\"}"},"c":{"pattern":"^[a-z]+\\d$"}}}
                """#
        ),
        Row(
            testDescription: "references that lead nowhere",
            schema: ##"""
                {"type":"object","properties":{"a":{"$ref":"https://example.com/a.json"},"b":{"$ref":"#/$defs/None"},"c":{"$ref":"#/properties/d"},
                "d":{"type":"string"},"e":{"type":"array","items":{"$ref":"#"}}}}
                """##,
            lowered: ##"""
                {"type":"object","properties":{"a":{"description":"{$ref: \"https://example.com/a.json\"}"},
                "b":{"description":"{$ref: \"#/$defs/None\"}"},"c":{"$ref":"#/properties/d"},"d":{"type":"string"},"e":{"type":"array","items":{"$ref":"#"}}}}
                """##
        ),
        Row(
            testDescription: "older drafts and mistakes",
            schema: #"""
                {"$schema":"http://json-schema.org/draft-04/schema#","id":"x","type":"object","required":["a","a","gone"],"properties":{
                "a":{"type":"any"},"b":{"type":"integer","minimum":1,"exclusiveMinimum":true,"required":true},"c":{"type":"array"},
                "d":{"enum":[]},"e":{"enum":["x","x","y"]},"f":{"type":"array","items":[{"type":"string"},{"type":"integer"}]}}}
                """#,
            lowered: #"""
                {"id":"x","type":"object","required":["a"],"properties":{"a":{"description":"{type: \"any\"}"},
                "b":{"type":"integer","exclusiveMinimum":1},"c":{"type":"array","items":{}},"d":{"description":"{enum: []}"},
                "e":{"enum":["x","y"]},"f":{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"integer"}]},
                "description":"{items: [{\"type\":\"string\"},{\"type\":\"integer\"}]}"}}}
                """#
        ),
    ]

    @Test(arguments: rows) func table(row: Row) throws {
        let lowered = ToolSchemaLowering.lowered(try JSONValue(parsing: row.schema))
        #expect(lowered == (try row.lowered.map { try JSONValue(parsing: $0) }))
        // What is lowered once stays as it is.
        if let lowered { #expect(ToolSchemaLowering.lowered(lowered) == lowered) }
    }

    @Test func aPlainSchemaIsTheSame() {
        let schema = GenerationSchema(jsonSchema: [
            "type": "object", "properties": ["q": ["type": "string", "description": "Words"]], "required": ["q"],
        ])
        #expect(ToolSchemaLowering.fit(schema) == .same)
        #expect(ToolSchemaLowering.fit(GenerationSchema(jsonSchema: ["type": "array"])) == .impossible)
    }

    @Test func deepSchemasEnd() {
        var schema: JSONValue = ["type": "string"]
        for _ in 0..<100 { schema = ["type": "object", "properties": ["a": schema]] }
        let text = ToolSchemaLowering.lowered(schema)?.serialized() ?? ""
        #expect(text.count < 1500)
        #expect(text.contains("{}"))
        // Alternatives in alternatives end as well.
        var nested: JSONValue = ["type": "object"]
        for _ in 0..<100 { nested = ["anyOf": [nested]] }
        #expect(ToolSchemaLowering.lowered(["anyOf": [["type": "object", "properties": ["a": [:]]], nested]]) != nil)
    }

    @Test func referencesThatMultiplyAreNotFolded() {
        var definitions: JSONObject = ["A8": ["type": "object", "properties": [:]]]
        for level in 1..<8 {
            let next: JSONValue = ["$ref": .string("#/$defs/A\(level + 1)")]
            definitions["A\(level)"] = ["allOf": .array(Array(repeating: next, count: 50))]
        }
        #expect(ToolSchemaLowering.lowered(["$ref": "#/$defs/A1", "$defs": .object(definitions)]) == nil)
        // A reference to a reference is followed, and one to itself ends.
        let chain: JSONValue = [
            "$ref": "#/$defs/A",
            "$defs": ["A": ["$ref": "#/$defs/B"], "B": ["type": "object", "properties": ["b": ["type": "string"]]]],
        ]
        let lowered = ToolSchemaLowering.lowered(chain)
        #expect(lowered?["$ref"] == nil && lowered?["properties"] == ["b": ["type": "string"]])
        #expect(ToolSchemaLowering.lowered(["$ref": "#/$defs/A", "$defs": ["A": ["$ref": "#/$defs/A"]]]) == nil)
    }

    @Test func emptyChoicesAreNoChoicesAtGemini() throws {
        let schema = GenerationSchema(
            jsonSchema: try JSONValue(
                parsing:
                    #"{"type":"object","properties":{"a":{"type":"string","enum":["","x"]},"b":{"enum":[""]},"c":{"enum":[true,1]}}}"#
            ).objectValue ?? [:]
        )
        let properties = GeminiSchema.rewrite(schema)["properties"]
        #expect(properties?["a"]?["enum"] == ["x"])
        #expect(properties?["a"]?["description"] == #"{enum: ["","x"]}"#)
        #expect(properties?["b"] == ["description": #"{enum: [""]}"#])
        #expect(properties?["c"]?["enum"] == nil)
    }
}

/// The tools of a round that a provider is offered.
@Suite struct ToolFittingTests {
    private func request(_ tools: [(name: String, schema: JSONObject)]) -> LanguageModelExecutorGenerationRequest {
        .init(
            transcript: Transcript(),
            enabledTools: tools.map {
                .init(name: $0.name, description: "", parameters: GenerationSchema(jsonSchema: $0.schema))
            }
        )
    }

    private func fit(
        _ request: LanguageModelExecutorGenerationRequest,
        _ rules: ToolRules,
        _ memory: RemedyMemory
    ) -> [String] {
        ToolFitting(rules: rules, baseURL: "https://api.example.com/v1", model: "m", memory: memory)
            .fit(request, names: ToolNameMap(request, rule: rules.names)).enabledToolDefinitions.map(\.name)
    }

    private let plain: JSONObject = ["type": "object", "properties": ["q": ["type": "string"]]]

    @Test func limitsAreThoseOfTheProvider() {
        #expect(OpenAIChatDialect.openAI.toolRules(at: "https://api.openai.com/v1").mostTools == 128)
        #expect(OpenAIResponsesDialect().toolRules(at: "https://eu.api.openai.com/v1").mostTools == 128)
        #expect(OpenAIChatDialect.compatible.toolRules(at: "http://127.0.0.1:8000/v1").mostTools == nil)
        let anthropic = AnthropicDialect.known(for: "claude-opus-5-5", version: AnthropicDialect.defaultVersion)
        let long = String(repeating: "a", count: 128)
        #expect(anthropic.toolRules(at: "https://api.anthropic.com").names.accepts(long))
        #expect(!anthropic.toolRules(at: "https://api.anthropic.com").names.accepts(long + "a"))
        #expect(!anthropic.toolRules(at: "https://proxy.example.com").names.accepts(long))
        #expect(GeminiDialect.known(for: "gemini-4-neon").toolRules(at: GeminiDialect.defaultBaseURL).mostTools == 512)
    }

    @Test func theLastToolsBeyondTheLimitAreLeftOutAndNamed() {
        let memory = RemedyMemory()
        let request = request((0..<130).map { ("tool\($0)", plain) })
        let names = fit(request, ToolRules(names: .openAI, mostTools: 128), memory)
        #expect(names == (0..<128).map { "tool\($0)" })
        #expect(memory.excludedTools.map(\.tool) == ["tool128", "tool129"])
        #expect(Set(memory.excludedTools.map(\.reason)) == [.tooMany])
        #expect(memory.excludedTools.first?.host == "api.example.com")
        // Each is named once.
        _ = fit(request, ToolRules(names: .openAI, mostTools: 128), memory)
        #expect(memory.excludedTools.count == 2)
    }

    @Test func aToolThatCannotBeFittedIsLeftOut() {
        let memory = RemedyMemory()
        let odd: JSONObject = ["type": "object", "properties": ["a": ["type": "object", "properties": ["名前": [:]]]]]
        let request = request([("plain", plain), ("text", ["type": "string"]), ("odd", odd)])
        #expect(fit(request, ToolRules(names: .any), memory) == ["plain", "odd"])
        let rules = ToolRules(names: .any, propertyNames: .ascii(punctuation: Array("_.-".utf8), maximumLength: 64))
        #expect(fit(request, rules, memory) == ["plain"])
        #expect(memory.excludedTools.map(\.tool) == ["text", "odd"])
        #expect(Set(memory.excludedTools.map(\.reason)) == [.schema])
    }

    @Test func aToolThatTheCallerDemandsIsKept() {
        var request = request([("plain", plain), ("text", ["type": "string"])])
        request.generationOptions.toolChoice = .named("text")
        #expect(fit(request, ToolRules(names: .any), RemedyMemory()) == ["plain", "text"])
        request.generationOptions.toolChoice = .among(["plain", "text"], isRequired: true)
        #expect(fit(request, ToolRules(names: .any), RemedyMemory()) == ["plain"])
    }
}
