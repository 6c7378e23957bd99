import LanguageModels
import StreamingJSON
import Testing

@testable import ModelProviders

@Suite struct OpenAIChatRequestEncoderTests {
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
        _ dialect: OpenAIChatDialect = .openAI
    ) throws -> JSONValue {
        try OpenAIChatRequestEncoder(model: "m", dialect: dialect).encode(request)
    }

    private static func text(_ text: String) -> [Transcript.Segment] { [.text(.init(content: text))] }

    @Test func aConversationWithToolCalls() throws {
        let arguments = try GeneratedContent(json: #"{"city":"東京"}"#)
        let transcript = Transcript(entries: [
            .instructions(.init(segments: Self.text("You are a helper."), toolDefinitions: [Self.tool])),
            .prompt(.init(segments: Self.text("Weather in Tokyo?"))),
            .reasoning(.init(segments: Self.text("Hm."))),
            .toolCalls(.init([.init(id: "call_1", toolName: "get_weather", arguments: arguments)])),
            .toolOutput(.init(id: "call_1", toolName: "get_weather", segments: Self.text("12.4 °C"))),
            .response(.init(segments: Self.text("12.4 °C. And Osaka?"))),
            .toolCalls(.init([.init(id: "call_2", toolName: "get_weather", arguments: arguments)])),
        ])
        let body = try encode(.init(transcript: transcript, enabledTools: [Self.tool]))
        let call: JSONValue = [
            "type": "function", "function": ["name": "get_weather", "arguments": #"{"city":"東京"}"#],
        ]
        func calls(_ id: JSONValue) -> JSONValue {
            var one = call.objectValue ?? [:]
            one["id"] = id
            return [.object(one)]
        }
        #expect(
            body["messages"] == [
                ["role": "system", "content": "You are a helper."],
                ["role": "user", "content": "Weather in Tokyo?"],
                ["role": "assistant", "content": nil, "tool_calls": calls("call_1")],
                ["role": "tool", "tool_call_id": "call_1", "content": "12.4 °C"],
                ["role": "assistant", "content": "12.4 °C. And Osaka?", "tool_calls": calls("call_2")],
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
                            "required": ["city"], "additionalProperties": false,
                        ],
                    ],
                ]
            ]
        )
        #expect(body["model"] == "m")
        #expect(body["stream"] == true)
        #expect(body["stream_options"] == ["include_usage": true, "include_obfuscation": false])
        for absent in ["tool_choice", "response_format", "temperature", "max_completion_tokens", "reasoning_effort"] {
            #expect(body[absent] == nil)
        }
    }

    /// Servers may restart their numbering of calls in each round; position alone connects a call with its output.
    @Test func twoRoundsWithTheSameID() throws {
        func round(_ city: String) throws -> [Transcript.Entry] {
            let arguments = try GeneratedContent(json: #"{"city":"\#(city)"}"#)
            return [
                .toolCalls(.init([.init(id: "call_0", toolName: "get_weather", arguments: arguments)])),
                .toolOutput(.init(id: "call_0", toolName: "get_weather", segments: Self.text(city))),
            ]
        }
        let transcript = try Transcript(entries: round("Oslo") + round("Rome"))
        let messages = try encode(.init(transcript: transcript))["messages"]?.arrayValue ?? []
        #expect(messages.map { $0["role"] } == ["assistant", "tool", "assistant", "tool"])
        for (city, pair) in [("Oslo", messages.prefix(2)), ("Rome", messages.suffix(2))] {
            let call = pair.first?["tool_calls"]?[0]
            #expect(call?["function"]?["arguments"] == .string(#"{"city":"\#(city)"}"#))
            #expect(call?["id"] == "call_0")
            #expect(pair.last?["tool_call_id"] == "call_0")
            #expect(pair.last?["content"] == .string(city))
        }
    }

    @Test(
        arguments: [
            (GenerationOptions.ToolCallingMode.allowed, nil), (.required, "required"), (.disallowed, "none"),
        ] as [(GenerationOptions.ToolCallingMode, JSONValue?)]
    ) func toolChoice(
        mode: GenerationOptions.ToolCallingMode,
        choice: JSONValue?
    ) throws {
        let options = GenerationOptions(toolCallingMode: mode)
        let request = LanguageModelExecutorGenerationRequest(
            transcript: Transcript(),
            enabledTools: [Self.tool],
            generationOptions: options
        )
        #expect(try encode(request)["tool_choice"] == choice)
        let without = LanguageModelExecutorGenerationRequest(transcript: Transcript(), generationOptions: options)
        #expect(try encode(without)["tool_choice"] == nil)
        #expect(try encode(without)["tools"] == nil)
    }

    @Test func optionsByDialect() throws {
        func body(_ options: GenerationOptions, _ dialect: OpenAIChatDialect) throws -> JSONObject {
            let context = ContextOptions(reasoningLevel: .deep)
            let request = LanguageModelExecutorGenerationRequest(
                transcript: Transcript(),
                generationOptions: options,
                contextOptions: context
            )
            var body = try encode(request, dialect).objectValue ?? [:]
            for key in ["model", "stream", "stream_options", "messages"] { body[key] = nil }
            return body
        }
        let top = GenerationOptions(samplingMode: .random(top: 5, seed: 7), temperature: 0.5, maximumResponseTokens: 9)
        #expect(
            try body(top, .openAI)
                == ["max_completion_tokens": 9, "seed": 7, "temperature": 0.5, "reasoning_effort": "high"]
        )
        #expect(
            try body(top, .compatible)
                == ["max_tokens": 9, "top_k": 5, "seed": 7, "temperature": 0.5, "reasoning_effort": "high"]
        )
        #expect(try body(.init(samplingMode: .greedy), .openAI) == ["temperature": 0, "reasoning_effort": "high"])
        let nucleus = GenerationOptions(samplingMode: .random(probabilityThreshold: 0.9, seed: .max))
        #expect(try body(nucleus, .openAI) == ["top_p": 0.9, "seed": -1, "reasoning_effort": "high"])
        #expect(
            try encode(.init(transcript: Transcript()), .compatible)["stream_options"] == ["include_usage": true]
        )
    }

    @Test func aStructuredAnswer() throws {
        var schema = Self.schema
        schema["title"] = "Weather<Now> 天"
        let request = LanguageModelExecutorGenerationRequest(
            transcript: Transcript(),
            schema: GenerationSchema(jsonSchema: schema)
        )
        let format = try encode(request)["response_format"]
        #expect(format?["type"] == "json_schema")
        #expect(format?["json_schema"]?["name"] == "Weather_Now___")
        #expect(format?["json_schema"]?["strict"] == true)
        #expect(format?["json_schema"]?["schema"]?["required"] == ["city"])
    }

    @Test func aStructuredAnswerMustBeAnObject() {
        let request = LanguageModelExecutorGenerationRequest(
            transcript: Transcript(),
            schema: GenerationSchema(jsonSchema: ["type": "array", "items": ["type": "string"]])
        )
        #expect(throws: LanguageModelError.self) { try encode(request) }
    }
}
