import FoundationEssentials
import LanguageModels
import ModelTable
import StreamingJSON
import Testing

@testable import ModelProviders

@Suite struct AnthropicRequestEncoderTests {
    private static let schema: JSONObject = [
        "title": "Weather", "type": "object", "properties": ["city": ["type": "string"]], "required": ["city"],
        "x-order": ["city"], "additionalProperties": false,
    ]
    private static let tool = Transcript.ToolDefinition(
        name: "get_weather",
        description: "Current weather",
        parameters: GenerationSchema(jsonSchema: schema)
    )

    private func encode(
        _ request: LanguageModelExecutorGenerationRequest,
        model: String = "claude-sonnet-5-5",
        version: String = AnthropicDialect.defaultVersion
    ) throws -> JSONValue {
        try AnthropicRequestEncoder(model: model, dialect: .known(for: model, version: version)).encode(request)
    }

    private static func text(_ text: String) -> [Transcript.Segment] { [.text(.init(content: text))] }

    private static func prompt(_ text: String = "Hello.") -> Transcript {
        Transcript(entries: [.prompt(.init(segments: Self.text(text)))])
    }

    @Test func aUserIsNamed() throws {
        let named = try encode(.init(transcript: Self.prompt(), metadata: ["safety_identifier": "0f"]))
        #expect(named["metadata"]?["user_id"] == "0f")
        #expect(try encode(.init(transcript: Self.prompt()))["metadata"] == nil)
    }

    @Test func aConversationWithToolCallsAndThoughts() throws {
        let arguments = try GeneratedContent(json: #"{"city":"東京"}"#)
        func thought(_ text: String, _ kind: String, _ seal: String) -> Transcript.Entry {
            .reasoning(
                .init(metadata: ["anthropic": kind], segments: Self.text(text), signature: Data(seal.utf8))
            )
        }
        let transcript = Transcript(entries: [
            .instructions(.init(segments: Self.text("You are a helper."), toolDefinitions: [Self.tool])),
            .prompt(.init(segments: Self.text("Weather?"))),
            thought("Hm.", "thinking", "seal1"), thought("", "redacted_thinking", "seal2"),
            .response(.init(segments: Self.text("I'll look."))),
            .toolCalls(
                .init([
                    .init(id: "functions.get:0", toolName: "get_weather", arguments: arguments),
                    .init(id: "call_2", toolName: "get_weather", arguments: GeneratedContent("{\"ci")),
                ])
            ),
            .toolOutput(.init(id: "functions.get:0", toolName: "get_weather", segments: Self.text("12 °C"))),
            .toolOutput(.init(id: "call_2", toolName: "get_weather", segments: Self.text("No."))),
            // Thoughts of another provider, and an empty answer.
            .reasoning(.init(segments: Self.text("Elsewhere."), signature: Data([1]))),
            .response(.init(segments: Self.text(" "))),
            .prompt(.init(segments: Self.text("And Osaka?"))),
        ])
        let body = try encode(.init(transcript: transcript, enabledTools: [Self.tool]))
        #expect(body["system"] == "You are a helper.")
        // The id has a character that the interface refuses. Ids that differ in it only stay different.
        let rule = CallIDRule(length: 1...64, punctuation: Array("_-".utf8))
        let call = rule.wireForm(of: "functions.get:0")
        #expect(call != rule.wireForm(of: "functions:get:0"))
        #expect(
            body["messages"] == [
                ["role": "user", "content": [["type": "text", "text": "Weather?"]]],
                [
                    "role": "assistant",
                    "content": [
                        ["type": "thinking", "thinking": "Hm.", "signature": "seal1"],
                        ["type": "redacted_thinking", "data": "seal2"], ["type": "text", "text": "I'll look."],
                        [
                            "type": "tool_use", "id": .string(call), "name": "get_weather",
                            "input": ["city": "東京"],
                        ],
                        [
                            "type": "tool_use", "id": "call_2", "name": "get_weather",
                            "input": ["arguments": "{\"ci"],
                        ],
                    ],
                ],
                [
                    "role": "user",
                    "content": [
                        ["type": "tool_result", "tool_use_id": .string(call), "content": "12 °C"],
                        ["type": "tool_result", "tool_use_id": "call_2", "content": "No."],
                        ["type": "text", "text": "And Osaka?"],
                    ],
                ],
            ]
        )
        #expect(body["tools"]?[0]?.objectValue?.keys == ["name", "description", "input_schema"])
        #expect(body["tools"]?[0]?["input_schema"]?["x-order"] == nil)
        #expect(body["max_tokens"] == 64_000)
        #expect(body["stream"] == true)
    }

    struct SamplingRow: Sendable {
        var model: String
        var version: String
        /// The rules for temperature, `top_p` and `top_k`.
        var sent: [String]
    }

    @Test(arguments: [
        SamplingRow(model: "claude-3-5-sonnet-20241022", version: "2023-06-01", sent: ["temperature", "top_k"]),
        SamplingRow(model: "claude-3-5-sonnet-20241022", version: "2026-10-21", sent: []),
        SamplingRow(model: "claude-sonnet-4-5", version: "2023-06-01", sent: ["temperature", "top_k"]),
        SamplingRow(model: "claude-sonnet-5-5", version: "2023-06-01", sent: []),
        SamplingRow(model: "tiny-tape", version: "2023-06-01", sent: ["temperature", "top_k"]),
    ]) func sampling(row: SamplingRow) throws {
        let options = GenerationOptions(samplingMode: .random(top: 5), temperature: 0.5)
        let body = try encode(
            .init(transcript: Self.prompt(), generationOptions: options),
            model: row.model,
            version: row.version
        )
        #expect(["temperature", "top_p", "top_k"].filter { body[$0] != nil } == row.sent)
    }

    @Test func oneOfTemperatureAndThreshold() throws {
        let options = GenerationOptions(samplingMode: .random(probabilityThreshold: 0.9), temperature: 0.5)
        let request = LanguageModelExecutorGenerationRequest(transcript: Self.prompt(), generationOptions: options)
        let body = try encode(request, model: "claude-sonnet-4-5", version: "2023-06-01")
        #expect(body["temperature"] == 0.5)
        #expect(body["top_p"] == nil)
        let older = try encode(request, model: "claude-3-opus-20240229", version: "2023-06-01")
        #expect(older["top_p"] == 0.9)
    }

    @Test func thinking() throws {
        func body(_ model: String, _ level: ContextOptions.ReasoningLevel) throws -> JSONValue {
            try encode(
                .init(
                    transcript: Self.prompt(),
                    generationOptions: GenerationOptions(temperature: 1),
                    contextOptions: ContextOptions(reasoningLevel: level)
                ),
                model: model,
                version: "2023-06-01"
            )
        }
        let newest = try body("claude-opus-5-5", .deep)
        #expect(newest["thinking"] == ["type": "adaptive", "display": "summarized"])
        #expect(newest["output_config"] == ["effort": "high"])
        let older = try body("claude-sonnet-4-5", .moderate)
        #expect(older["thinking"] == ["type": "enabled", "budget_tokens": 4096])
        #expect(older["max_tokens"] == 64_000)
        #expect(older["temperature"] == nil)
        #expect(try body("claude-sonnet-4-5", .custom("9"))["thinking"]?["budget_tokens"] == 1024)
        #expect(try body("claude-sonnet-4-5", .custom("much"))["thinking"] == nil)
        #expect(try body("claude-3-haiku-20240307", .deep)["thinking"] == nil)
    }

    @Test func callsOfOthersLeaveNoRoomForABudget() throws {
        let calls = Transcript.ToolCalls([
            .init(id: "a", toolName: "f", arguments: GeneratedContent(properties: [:]))
        ])
        let transcript = Transcript(entries: [
            .prompt(.init(segments: Self.text("Well?"))), .toolCalls(calls),
            .toolOutput(.init(id: "a", toolName: "f", segments: Self.text("1"))),
        ])
        let request = LanguageModelExecutorGenerationRequest(
            transcript: transcript,
            contextOptions: ContextOptions(reasoningLevel: .deep)
        )
        #expect(try encode(request, model: "claude-sonnet-4-5")["thinking"] == nil)
        #expect(try encode(request, model: "claude-opus-5-5")["thinking"] != nil)
    }

    @Test(
        arguments: [
            (GenerationOptions.ToolCallingMode.allowed, nil), (.required, "any"), (.disallowed, "none"),
        ] as [(GenerationOptions.ToolCallingMode, String?)]
    )
    func toolChoice(mode: GenerationOptions.ToolCallingMode, expected: String?) throws {
        let body = try encode(
            .init(
                transcript: Self.prompt(),
                enabledTools: [Self.tool],
                generationOptions: GenerationOptions(toolCallingMode: mode),
                contextOptions: ContextOptions(reasoningLevel: .light)
            ),
            model: "claude-haiku-5-5"
        )
        #expect(body["tool_choice"]?["type"]?.stringValue == expected)
        #expect(body["thinking"]?["type"] == "adaptive")
        // The interface refuses a forced call only together with a budget.
        let older = try encode(
            .init(
                transcript: Self.prompt(),
                enabledTools: [Self.tool],
                generationOptions: GenerationOptions(toolCallingMode: mode),
                contextOptions: ContextOptions(reasoningLevel: .light)
            ),
            model: "claude-haiku-4-5"
        )
        #expect((older["thinking"] == nil) == (expected == "any"))
    }

    @Test(arguments: ["claude-opus-5-5", "claude-sonnet-5-5", "claude-fable-5-2", "claude-opus-9"])
    func aCallThatCannotBeForcedIsAskedForInWords(model: String) throws {
        let request = LanguageModelExecutorGenerationRequest(
            transcript: Self.prompt(),
            enabledTools: [Self.tool],
            generationOptions: GenerationOptions(toolCallingMode: .required)
        )
        let body = try encode(request, model: model)
        #expect(body["tool_choice"] == nil && body["tools"]?.arrayValue?.count == 1)
        let words = body["messages"]?.arrayValue?.last?["content"]?.arrayValue?.last?["text"]?.stringValue
        #expect(words == "[The app's note: answer with a call of the tool get_weather, and with no text.]")
    }

    struct ModelRow: Sendable, CustomTestStringConvertible {
        var testDescription: String { model }
        var model: String
        /// How a request with a high effort sets the thinking, and one without an effort.
        var thinking: (high: String?, byDefault: String?)
        var sampling: ModelFacts.Sampling
        var writesSchemas: Bool
        /// The limit of output tokens of a request that sets none.
        var limit: Int

        init(
            _ model: String,
            _ high: String?,
            _ byDefault: String?,
            _ sampling: ModelFacts.Sampling,
            writesSchemas: Bool = true,
            limit: Int = 64_000
        ) {
            (self.model, thinking, self.sampling) = (model, (high, byDefault), sampling)
            (self.writesSchemas, self.limit) = (writesSchemas, limit)
        }
    }

    private static let models = [
        ModelRow("claude-3-haiku-20240307", nil, nil, .all, writesSchemas: false, limit: 4096),
        ModelRow("claude-3-5-haiku-latest", nil, nil, .all, writesSchemas: false, limit: 8192),
        ModelRow("claude-3-7-sonnet-latest", "enabled", nil, .all, writesSchemas: false),
        ModelRow("claude-opus-4-20250514", "enabled", nil, .one, writesSchemas: false, limit: 32_000),
        ModelRow("claude-haiku-4-5-20251001", "enabled", nil, .one),
        ModelRow("anthropic/claude-opus-4-5", "enabled", nil, .one),
        ModelRow("claude-sonnet-4-6", "adaptive", nil, .one),
        ModelRow("claude-opus-4-8", "adaptive", nil, .none),
        ModelRow("claude-sonnet-5", "adaptive", "adaptive", .none),
        ModelRow("claude-fable-5-1", "adaptive", "adaptive", .none),
        ModelRow("claude-sonnet-5-5", "adaptive", "adaptive", .none),
        // Names that do not exist yet.
        ModelRow("claude-sonnet-7", "adaptive", "adaptive", .none),
        ModelRow("claude-opus-5-6", "adaptive", "adaptive", .none),
        ModelRow("qwen3", nil, nil, .all, writesSchemas: false, limit: 8192),
    ]

    @Test(arguments: models) func whatIsKnownOfAModel(row: ModelRow) throws {
        let dialect = AnthropicDialect.known(for: row.model, version: "2023-06-01")
        #expect(dialect.sampling == row.sampling)
        #expect(dialect.writesSchemas == row.writesSchemas)
        func body(_ level: ContextOptions.ReasoningLevel?) throws -> JSONValue {
            let context = ContextOptions(reasoningLevel: level)
            return try encode(.init(transcript: Self.prompt(), contextOptions: context), model: row.model)
        }
        #expect(try body(nil)["thinking"]?["type"]?.stringValue == row.thinking.byDefault)
        #expect(try body(nil)["max_tokens"]?.intValue == row.limit)
        #expect(try body(.deep)["thinking"]?["type"]?.stringValue == row.thinking.high)
        // Even with the longest thoughts a request stays within the model's limit.
        let limit = try #require(try body(.deep)["max_tokens"]?.intValue)
        #expect(limit <= dialect.facts.output ?? row.limit)
    }

    @Test func aModelOfAnotherVendorMayBeMadeToCall() {
        #expect(AnthropicDialect.known(for: "qwen3").forcesCalls)
        #expect(!AnthropicDialect.known(for: "claude-opus-5-6").forcesCalls)
        #expect(AnthropicDialect.known(for: "claude-fable-5").forcesCalls)
    }

    @Test func aSchemaIsLoweredAndNothingOfItLost() throws {
        let schema = GenerationSchema(jsonSchema: [
            "title": "Trip", "type": "object", "x-order": ["days"],
            "properties": [
                "days": ["type": "integer", "minimum": 1, "description": "How long."],
                "to": ["$ref": "#/$defs/City"],
                "either": ["oneOf": [["type": "string", "format": "date"], ["type": "string", "format": "odd"]]],
                "list": ["type": "array", "items": ["type": "string"], "minItems": 1, "maxItems": 4],
            ],
            "required": ["days"],
            "$defs": ["City": ["type": "object", "properties": ["name": ["type": "string"]]]],
        ])
        let body = try encode(.init(transcript: Self.prompt(), schema: schema))
        #expect(
            body["output_config"]?["format"] == [
                "type": "json_schema",
                "schema": [
                    "title": "Trip", "type": "object", "additionalProperties": false,
                    "properties": [
                        "days": ["type": "integer", "description": "How long.\n\n{minimum: 1}"],
                        "to": ["$ref": "#/$defs/City"],
                        "either": [
                            "anyOf": [
                                ["type": "string", "format": "date"],
                                ["type": "string", "description": "{format: \"odd\"}"],
                            ]
                        ],
                        "list": [
                            "type": "array", "items": ["type": "string"], "minItems": 1,
                            "description": "{maxItems: 4}",
                        ],
                    ],
                    "required": ["days"],
                    "$defs": [
                        "City": [
                            "type": "object", "properties": ["name": ["type": "string"]],
                            "additionalProperties": false,
                        ]
                    ],
                ],
            ]
        )
    }

    @Test func aSchemaThatContainsItselfIsRefused() throws {
        let schema = GenerationSchema(jsonSchema: [
            "title": "Tree", "type": "object", "properties": ["root": ["$ref": "#/$defs/Node"]],
            "$defs": [
                "Node": [
                    "type": "object", "properties": ["next": ["type": "array", "items": ["$ref": "#/$defs/Node"]]],
                ]
            ],
        ])
        let error = #expect(throws: LanguageModelError.self) {
            try encode(.init(transcript: Self.prompt(), schema: schema))
        }
        guard case .unsupportedGenerationGuide? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
