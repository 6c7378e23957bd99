import FoundationEssentials
import LanguageModels
import StreamingJSON
import Testing

@testable import ModelProviders

@Suite struct OpenAIResponsesRequestEncoderTests {
    private static let schema = GenerationSchema(jsonSchema: [
        "title": "answer", "type": "object", "properties": ["city": ["type": "string"]], "required": ["city"],
        "additionalProperties": false,
    ])

    private static func text(_ text: String) -> [Transcript.Segment] { [.text(.init(content: text))] }

    private func encode(_ request: LanguageModelExecutorGenerationRequest) throws -> JSONValue {
        try OpenAIResponsesRequestEncoder(model: "m").encode(request)
    }

    @Test func aConversation() throws {
        let tool = Transcript.ToolDefinition(name: "get_weather", description: "Weather", parameters: Self.schema)
        let arguments = try GeneratedContent(json: #"{"city":"東京"}"#)
        let transcript = Transcript(entries: [
            .instructions(.init(segments: Self.text("You are a helper."), toolDefinitions: [tool])),
            .prompt(.init(segments: Self.text("Weather?"))),
            .reasoning(
                .init(
                    metadata: ["openai_reasoning_id": "rs_1"],
                    segments: Self.text("One.") + Self.text("Two."),
                    signature: Data("sealed".utf8)
                )
            ),
            .reasoning(.init(metadata: ["anthropic": "thinking"], segments: Self.text("No."), signature: Data([1]))),
            .toolCalls(.init([.init(id: "call_1", toolName: "get_weather", arguments: arguments)])),
            .toolOutput(.init(id: "call_1", toolName: "get_weather", segments: Self.text("12 °C"))),
            .response(.init(segments: Self.text("It is 12 °C."))), .response(.init(segments: Self.text(""))),
        ])
        let body = try encode(
            .init(
                transcript: transcript,
                enabledTools: [tool],
                schema: Self.schema,
                generationOptions: GenerationOptions(
                    samplingMode: .random(probabilityThreshold: 0.5, seed: 7),
                    maximumResponseTokens: 512,
                    toolCallingMode: .required
                ),
                contextOptions: ContextOptions(reasoningLevel: .deep)
            )
        )
        let expected: JSONValue = [
            "model": "m", "stream": true, "store": false, "include": ["reasoning.encrypted_content"],
            "instructions": "You are a helper.",
            "input": [
                ["type": "message", "role": "user", "content": [["type": "input_text", "text": "Weather?"]]],
                [
                    "type": "reasoning", "id": "rs_1",
                    "summary": [
                        ["type": "summary_text", "text": "One."], ["type": "summary_text", "text": "Two."],
                    ],
                    "encrypted_content": "sealed",
                ],
                [
                    "type": "function_call", "call_id": "call_1", "name": "get_weather",
                    "arguments": #"{"city":"東京"}"#,
                ],
                ["type": "function_call_output", "call_id": "call_1", "output": "12 °C"],
                [
                    "type": "message", "role": "assistant",
                    "content": [["type": "output_text", "text": "It is 12 °C."]],
                ],
            ],
            "tools": [
                [
                    "type": "function", "name": "get_weather", "description": "Weather",
                    "parameters": OpenAISchema.parameters(Self.schema), "strict": false,
                ]
            ],
            "tool_choice": "required",
            "text": [
                "format": [
                    "name": "answer", "strict": true, "schema": OpenAISchema.strict(Self.schema),
                    "type": "json_schema",
                ]
            ],
            "max_output_tokens": 512, "top_p": 0.5, "reasoning": ["effort": "high", "summary": "auto"],
        ]
        for (name, value) in expected.objectValue ?? [:] { #expect(body[name] == value, "\(name)") }
        #expect(body.objectValue?.count == expected.objectValue?.count)
    }

    /// What arrived with a message or a call returns with it, also after a restart.
    @Test func phaseAndNamespaceReturn() throws {
        let item: JSONValue = ["namespace": "n", "caller": ["type": "direct"], "async": true]
        let call = try #require(OpenAIResponsesItemMemory.metadata(ofCall: item))
        let transcript = Transcript(entries: [
            .response(
                .init(
                    metadata: OpenAIResponsesItemMemory.metadata(phase: "commentary"),
                    segments: Self.text("I'll look.")
                )
            ),
            .toolCalls(
                .init([
                    .init(id: "c", metadata: call, toolName: "f", arguments: GeneratedContent(jsonValue: [:])),
                    .init(id: "d", toolName: "g", arguments: GeneratedContent(jsonValue: [:])),
                ])
            ),
        ])
        let stored = try JSONDecoder().decode(Transcript.self, from: JSONEncoder().encode(transcript))
        #expect(
            try encode(.init(transcript: stored))["input"] == [
                [
                    "type": "message", "role": "assistant",
                    "content": [["type": "output_text", "text": "I'll look."]], "phase": "commentary",
                ],
                [
                    "type": "function_call", "call_id": "c", "name": "f", "arguments": "{}", "namespace": "n",
                    "caller": ["type": "direct"], "async": true,
                ],
                ["type": "function_call", "call_id": "d", "name": "g", "arguments": "{}"],
            ]
        )
        #expect(OpenAIResponsesItemMemory.metadata(ofCall: ["namespace": nil]) == nil)
        let long = JSONValue.string(String(repeating: "n", count: 5000))
        #expect(OpenAIResponsesItemMemory.metadata(ofCall: ["namespace": long]) == nil)
    }

    @Test func whatIsNotKnownIsNotSent() throws {
        let options = GenerationOptions(samplingMode: .random(top: 3), temperature: 0.2)
        let prompt = Transcript(entries: [.prompt(.init(segments: Self.text("Hello.")))])
        let body = try encode(.init(transcript: prompt, generationOptions: options))
        #expect(
            body.objectValue?.keys == ["model", "stream", "store", "include", "input", "temperature"]
        )
    }
}
