import LanguageModels
import StreamingJSON
import Testing

@testable import ModelProviders

@Suite struct GeminiRequestEncoderTests {
    private static let schema: JSONObject = [
        "title": "Weather", "type": "object", "properties": ["city": ["type": "string"]], "required": ["city"],
        "x-order": ["city"],
    ]

    private static let tool = Transcript.ToolDefinition(
        name: "get_weather",
        description: "Current weather",
        parameters: GenerationSchema(jsonSchema: schema)
    )

    private static let old = GeminiDialect.known(for: "gemini-2.0-flash")
    private static let new = GeminiDialect.known(for: "gemini-3.1-pro-preview")

    private func encode(
        _ request: LanguageModelExecutorGenerationRequest,
        _ dialect: GeminiDialect = old
    ) throws -> JSONValue {
        try GeminiRequestEncoder(dialect: dialect).encode(request)
    }

    private static func text(_ text: String) -> [Transcript.Segment] { [.text(.init(content: text))] }

    /// Two parallel calls of Gemini, then one of another provider.
    private static func conversation() throws -> Transcript {
        let arguments = try GeneratedContent(json: #"{"city":"東京"}"#)
        return Transcript(entries: [
            .instructions(.init(segments: text("You are a helper."), toolDefinitions: [tool])),
            .prompt(.init(segments: text("Weather in Tokyo?"))),
            .reasoning(.init(segments: text("Hm."))),
            .toolCalls(
                .init([
                    .init(
                        id: "a",
                        metadata: GeminiSignature.metadata("c2VhbA=="),
                        toolName: "get_weather",
                        arguments: arguments
                    ), .init(id: "b", toolName: "get_weather", arguments: GeneratedContent("not JSON")),
                ])
            ),
            .toolOutput(.init(id: "a", toolName: "get_weather", segments: text(#"{"temp_c":12.4}"#))),
            .toolOutput(.init(id: "b", toolName: "get_weather", segments: text("[1]"))),
            .response(.init(metadata: GeminiSignature.metadata("dGV4dA=="), segments: text("12.4 °C. And Osaka?"))),
            .toolCalls(.init([.init(id: "c", toolName: "get_weather", arguments: arguments)])),
            .toolOutput(.init(id: "c", toolName: "get_weather", segments: text("9 °C"))),
            .response(.init(segments: [])),
        ])
    }

    @Test(arguments: [false, true]) func aConversationWithToolCalls(checksSignatures: Bool) throws {
        let body = try encode(
            .init(transcript: Self.conversation(), enabledTools: [Self.tool]),
            checksSignatures ? Self.new : Self.old
        )
        func call(_ id: JSONValue, _ args: JSONValue, signature: JSONValue? = nil) -> JSONValue {
            var part: JSONObject = ["functionCall": ["name": "get_weather", "args": args, "id": id]]
            part["thoughtSignature"] = signature
            return .object(part)
        }
        func response(_ id: JSONValue, _ response: JSONValue) -> JSONValue {
            ["functionResponse": ["name": "get_weather", "id": id, "response": response]]
        }
        let city: JSONValue = ["city": "東京"]
        #expect(
            body["contents"] == [
                ["role": "user", "parts": [["text": "Weather in Tokyo?"]]],
                [
                    "role": "model",
                    "parts": [call("a", city, signature: "c2VhbA=="), call("b", ["arguments": "not JSON"])],
                ],
                ["role": "user", "parts": [response("a", ["temp_c": 12.4]), response("b", ["output": "[1]"])]],
                [
                    "role": "model",
                    "parts": [
                        ["text": "12.4 °C. And Osaka?", "thoughtSignature": "dGV4dA=="],
                        call("c", city, signature: checksSignatures ? "skip_thought_signature_validator" : nil),
                    ],
                ],
                ["role": "user", "parts": [response("c", ["output": "9 °C"])]],
            ]
        )
        #expect(body["systemInstruction"] == ["parts": [["text": "You are a helper."]]])
        #expect(
            body["tools"] == [
                [
                    "functionDeclarations": [
                        [
                            "name": "get_weather", "description": "Current weather",
                            "parametersJsonSchema": [
                                "title": "Weather", "type": "object", "properties": ["city": ["type": "string"]],
                                "required": ["city"], "propertyOrdering": ["city"],
                            ],
                        ]
                    ]
                ]
            ]
        )
        #expect(body["toolConfig"] == nil)
        #expect((body["generationConfig"] == nil) == !checksSignatures)
    }

    @Test func aToolWithoutArgumentsHasNoSchema() throws {
        let tool = Transcript.ToolDefinition(
            name: "get_time",
            description: "",
            parameters: GenerationSchema(jsonSchema: ["type": "object", "properties": [:]])
        )
        let body = try encode(.init(transcript: Transcript(), enabledTools: [tool]))
        #expect(body["tools"]?[0]?["functionDeclarations"] == [["name": "get_time", "description": ""]])
    }

    @Test(
        arguments: [
            (GenerationOptions.ToolCallingMode.allowed, nil), (.required, "ANY"), (.disallowed, "NONE"),
        ] as [(GenerationOptions.ToolCallingMode, JSONValue?)]
    ) func toolChoice(mode: GenerationOptions.ToolCallingMode, word: JSONValue?) throws {
        let options = GenerationOptions(toolCallingMode: mode)
        let request = LanguageModelExecutorGenerationRequest(
            transcript: Transcript(),
            enabledTools: [Self.tool],
            generationOptions: options
        )
        #expect(try encode(request)["toolConfig"]?["functionCallingConfig"]?["mode"] == word)
        let without = LanguageModelExecutorGenerationRequest(transcript: Transcript(), generationOptions: options)
        #expect(try encode(without)["toolConfig"] == nil)
    }

    @Test(
        arguments: [
            ("gemini-2.0-flash", .deep, nil), ("gemma-3-27b", .deep, nil),
            ("gemini-flash-latest", .deep, ["includeThoughts": true, "thinkingLevel": "high"]),
            // A name that does not exist yet.
            ("gemini-5-xenon", .moderate, ["includeThoughts": true, "thinkingLevel": "medium"]),
            ("gemini-4-hydrogen", .custom("xhigh"), ["includeThoughts": true, "thinkingLevel": "xhigh"]),
            ("gemini-4-neon", .custom("max"), ["includeThoughts": true, "thinkingLevel": "xhigh"]),
            ("gemini-4-argon", .custom("max"), ["includeThoughts": true, "thinkingLevel": "high"]),
            ("gemini-3.8-flash", .custom("minimal"), ["includeThoughts": true, "thinkingLevel": "low"]),
            ("gemini-3.8-flash", .custom("none"), ["includeThoughts": false, "thinkingLevel": "low"]),
            ("gemini-3.6-flash", .custom("none"), ["includeThoughts": false, "thinkingLevel": "minimal"]),
            ("gemini-3.8-flash", .custom("lots"), ["includeThoughts": true]),
            ("gemini-2.5-flash-lite", .light, ["includeThoughts": true, "thinkingBudget": 1024]),
            ("gemini-3.5-flash", .moderate, ["includeThoughts": true, "thinkingLevel": "medium"]),
            ("gemini-2.5-flash", nil, ["includeThoughts": true]),
            ("gemini-2.5-flash", .light, ["includeThoughts": true, "thinkingBudget": 1024]),
            ("gemini-2.5-flash", .deep, ["includeThoughts": true, "thinkingBudget": 24_576]),
            ("gemini-2.5-pro", .deep, ["includeThoughts": true, "thinkingBudget": 32_768]),
            ("gemini-2.5-pro", .custom("99999"), ["includeThoughts": true, "thinkingBudget": 32_768]),
            ("gemini-2.5-pro", .custom("long"), ["includeThoughts": true]),
            ("gemini-3-pro-preview", .moderate, ["includeThoughts": true, "thinkingLevel": "medium"]),
            ("models/gemini-3.1-pro", .moderate, ["includeThoughts": true, "thinkingLevel": "medium"]),
            ("gemini-3-flash", .custom("minimal"), ["includeThoughts": true, "thinkingLevel": "minimal"]),
        ] as [(String, ContextOptions.ReasoningLevel?, JSONValue?)]
    ) func thinking(model: String, level: ContextOptions.ReasoningLevel?, config: JSONValue?) throws {
        let request = LanguageModelExecutorGenerationRequest(
            transcript: Transcript(),
            contextOptions: ContextOptions(reasoningLevel: level)
        )
        #expect(try encode(request, .known(for: model))["generationConfig"]?["thinkingConfig"] == config)
    }

    @Test func options() throws {
        func options(_ options: GenerationOptions) throws -> JSONValue? {
            try encode(.init(transcript: Transcript(), generationOptions: options))["generationConfig"]
        }
        let top = GenerationOptions(samplingMode: .random(top: 5, seed: 7), temperature: 0.5, maximumResponseTokens: 9)
        #expect(try options(top) == ["maxOutputTokens": 9, "topK": 5, "seed": 7, "temperature": 0.5])
        #expect(try options(.init(samplingMode: .greedy)) == ["temperature": 0])
        let nucleus = GenerationOptions(samplingMode: .random(probabilityThreshold: 0.9, seed: .max))
        #expect(try options(nucleus) == ["topP": 0.9, "seed": -1])
        #expect(try options(.init()) == nil)
    }

    @Test func anObjectOfAnyShape() throws {
        var options = GenerationOptions()
        options.details.wantsJSONObject = true
        func type(_ tools: [Transcript.ToolDefinition], _ dialect: GeminiDialect) throws -> JSONValue? {
            let request = LanguageModelExecutorGenerationRequest(
                transcript: Transcript(),
                enabledTools: tools,
                generationOptions: options
            )
            return try encode(request, dialect)["generationConfig"]?["responseMimeType"]
        }
        #expect(try type([], Self.old) == "application/json")
        #expect(try type([Self.tool], Self.old) == nil)
        #expect(try type([Self.tool], Self.new) == "application/json")
    }

    @Test func aStructuredAnswer() throws {
        let schema = GenerationSchema(jsonSchema: Self.schema)
        let config = try encode(.init(transcript: Transcript(), schema: schema))["generationConfig"]
        #expect(config?["responseMimeType"] == "application/json")
        #expect(config?["responseJsonSchema"]?["propertyOrdering"] == ["city"])
        let beside = LanguageModelExecutorGenerationRequest(
            transcript: Transcript(),
            enabledTools: [Self.tool],
            schema: schema
        )
        #expect(try encode(beside, Self.new)["generationConfig"]?["responseJsonSchema"] != nil)
        #expect(throws: LanguageModelError.self) { try encode(beside) }
    }
}
