import LanguageModels
import ModelTable
import StreamingJSON
import Testing

@testable import ModelProviders

@Suite struct OllamaRequestEncoderTests {
    private static let schema: JSONObject = [
        "title": "Weather", "type": "object", "properties": ["city": ["type": "string"]], "required": ["city"],
        "x-order": ["city"],
    ]

    private static let tool = Transcript.ToolDefinition(
        name: "get_weather",
        description: "Current weather",
        parameters: GenerationSchema(jsonSchema: schema)
    )

    private func encode(
        _ request: LanguageModelExecutorGenerationRequest,
        _ dialect: OllamaDialect = .known(for: "llama3.2")
    ) throws -> JSONValue {
        try OllamaRequestEncoder(model: "m", dialect: dialect).encode(request)
    }

    private static func text(_ text: String) -> [Transcript.Segment] { [.text(.init(content: text))] }

    private static func conversation() throws -> Transcript {
        let arguments = try GeneratedContent(json: #"{"city":"東京"}"#)
        return Transcript(entries: [
            .instructions(.init(segments: text("You are a helper."), toolDefinitions: [tool])),
            .prompt(.init(segments: text("Weather in Tokyo?"))),
            .reasoning(.init(segments: text("Hm."))),
            .toolCalls(
                .init([
                    .init(id: "call_1", toolName: "get_weather", arguments: arguments),
                    .init(id: "call_2", toolName: "get_weather", arguments: GeneratedContent("not JSON")),
                ])
            ),
            .toolOutput(.init(id: "call_1", toolName: "get_weather", segments: text("12.4 °C"))),
            .toolOutput(.init(id: "call_2", toolName: "get_weather", segments: text("What?"))),
            .response(.init(segments: text("12.4 °C. And Osaka?"))),
            .toolCalls(.init([.init(id: "call_3", toolName: "get_weather", arguments: arguments)])),
        ])
    }

    @Test func aConversationWithToolCalls() throws {
        let body = try encode(.init(transcript: Self.conversation(), enabledTools: [Self.tool]))
        func call(_ id: JSONValue, _ index: JSONValue, _ arguments: JSONValue = ["city": "東京"]) -> JSONValue {
            ["id": id, "function": ["index": index, "name": "get_weather", "arguments": arguments]]
        }
        func output(_ id: JSONValue, _ text: JSONValue) -> JSONValue {
            ["role": "tool", "content": text, "tool_name": "get_weather", "tool_call_id": id]
        }
        #expect(
            body["messages"] == [
                ["role": "system", "content": "You are a helper."], ["role": "user", "content": "Weather in Tokyo?"],
                [
                    "role": "assistant", "content": "",
                    "tool_calls": [call("call_1", 0), call("call_2", 1, ["arguments": "not JSON"])],
                ],
                output("call_1", "12.4 °C"), output("call_2", "What?"),
                ["role": "assistant", "content": "12.4 °C. And Osaka?", "tool_calls": [call("call_3", 0)]],
            ]
        )
        #expect(
            body["tools"] == [
                [
                    "type": "function",
                    "function": [
                        "name": "get_weather", "description": "Current weather",
                        "parameters": [
                            "title": "Weather", "type": "object", "properties": ["city": ["type": "string"]],
                            "required": ["city"],
                        ],
                    ],
                ]
            ]
        )
        #expect(body["model"] == "m")
        #expect(body["stream"] == true)
        #expect(body["truncate"] == false)
        for absent in ["format", "options", "think"] { #expect(body[absent] == nil) }
    }

    @Test func thoughtsGoBackToAModelThatThinks() throws {
        let messages = try encode(.init(transcript: Self.conversation()), .known(for: "qwen3"))["messages"]
        #expect(messages?.arrayValue?.map { $0["thinking"] } == [nil, nil, "Hm.", nil, nil, nil])
    }

    @Test(
        arguments: [
            ("llama3.2", .deep, nil), ("qwen3:4b", .light, "low"), ("qwen3:4b", .custom("none"), false),
            ("qwen3:4b", .custom("minimal"), "low"), ("qwen3:4b", .custom("xhigh"), "max"),
            ("qwen3:4b", .custom("max"), "max"), ("qwen3:4b", .custom("lots"), nil), ("qwen3:4b", nil, nil),
            ("qwen3-coder", .light, nil), ("gpt-oss:20b", .light, "low"), ("someone/gpt-oss", .moderate, "medium"),
            ("gpt-oss", .deep, "high"), ("gpt-oss", .custom("max"), "high"), ("gpt-oss", .custom("none"), "low"),
            ("qwen3:30b-a3b-instruct-2507", .deep, nil), ("qwen3-coder-next:Q4_K_M", .deep, nil),
            ("deepseek-v3.1:671b", .deep, "high"), ("deepseek-v3.1:671b-cloud", .deep, true),
            ("glm-5:cloud", .deep, true), ("gpt-oss:120b-cloud", .deep, "high"), ("glm-4.7-flash", .deep, nil),
        ] as [(String, ContextOptions.ReasoningLevel?, JSONValue?)]
    ) func thinking(model: String, level: ContextOptions.ReasoningLevel?, think: JSONValue?) throws {
        let request = LanguageModelExecutorGenerationRequest(
            transcript: Transcript(),
            contextOptions: ContextOptions(reasoningLevel: level)
        )
        #expect(try encode(request, .known(for: model))["think"] == think)
    }

    @Test func options() throws {
        func options(
            _ options: GenerationOptions,
            _ dialect: OllamaDialect = .known(for: "llama3.2")
        ) throws -> JSONValue? {
            try encode(.init(transcript: Transcript(), generationOptions: options), dialect)["options"]
        }
        let top = GenerationOptions(samplingMode: .random(top: 5, seed: 7), temperature: 0.5, maximumResponseTokens: 9)
        #expect(try options(top) == ["num_predict": 9, "top_k": 5, "seed": 7, "temperature": 0.5])
        #expect(try options(.init(samplingMode: .greedy)) == ["temperature": 0])
        #expect(try options(.init(samplingMode: .random(probabilityThreshold: 0.9))) == ["top_p": 0.9])
        #expect(try options(.init(), .init(facts: ModelFacts(), contextLength: 8192)) == ["num_ctx": 8192])
        #expect(try options(.init()) == nil)
    }

    @Test func anObjectOfAnyShape() throws {
        var options = GenerationOptions()
        options.details.wantsJSONObject = true
        #expect(try encode(.init(transcript: Transcript(), generationOptions: options))["format"] == "json")
        let beside = LanguageModelExecutorGenerationRequest(
            transcript: Transcript(),
            enabledTools: [Self.tool],
            generationOptions: options
        )
        #expect(try encode(beside)["format"] == nil)
    }

    @Test func aStructuredAnswer() throws {
        let schema = GenerationSchema(jsonSchema: Self.schema)
        let format = try encode(.init(transcript: Transcript(), schema: schema))["format"]
        #expect(
            format == [
                "title": "Weather", "type": "object", "properties": ["city": ["type": "string"]], "required": ["city"],
            ]
        )
        let beside = LanguageModelExecutorGenerationRequest(
            transcript: Transcript(),
            enabledTools: [Self.tool],
            schema: schema
        )
        #expect(throws: LanguageModelError.self) { try encode(beside) }
    }

    @Test func callsAreForbiddenByOfferingNone() throws {
        func request(_ mode: GenerationOptions.ToolCallingMode) -> LanguageModelExecutorGenerationRequest {
            .init(
                transcript: Transcript(),
                enabledTools: [Self.tool],
                generationOptions: .init(toolCallingMode: mode)
            )
        }
        #expect(try encode(request(.disallowed))["tools"] == nil)
        #expect(try encode(request(.allowed))["tools"]?.arrayValue?.count == 1)
        let required = try encode(request(.required))
        #expect(required["tools"]?.arrayValue?.count == 1)
        #expect(
            required["messages"]?.arrayValue?.last?["content"]?.stringValue?.contains("the tool get_weather") == true
        )
    }
}
