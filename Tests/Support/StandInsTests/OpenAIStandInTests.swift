import StandIns
import StreamingJSON
import Testing

@Suite(.timeLimit(.minutes(1)))
struct OpenAIStandInTests {
    private static let chunkKeys = [
        "id", "object", "created", "model", "service_tier", "system_fingerprint", "choices", "usage", "obfuscation",
    ]

    private func chat(_ text: String, stream: Bool = true, usage: Bool = true, tools: [String] = []) -> String {
        var body: JSONObject = [
            "model": "test-model", "stream": .bool(stream), "messages": [["role": "user", "content": .string(text)]],
        ]
        if usage && stream { body["stream_options"] = ["include_usage": true] }
        if !tools.isEmpty {
            body["tools"] = .array(tools.map { ["type": "function", "function": ["name": .string($0)]] })
        }
        return JSONValue.object(body).serialized()
    }

    private func complete(
        _ script: @escaping OpenAIStandIn.Script,
        _ body: String,
        headers: [String] = []
    ) async throws -> RawClient.Answer {
        try await OpenAIStandIn.with(script: script) { standIn in
            try await RawClient(standIn).send("POST", "/v1/chat/completions", headers: headers, body: body)
        }
    }

    @Test func streamsTextInTheRecordedShape() async throws {
        let answer = try await complete({ _ in .tokens(["It", " is", " 12.4", "°C", "."]) }, chat("hello"))
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "text/event-stream; charset=utf-8")
        #expect(answer.events.last == "[DONE]")
        let chunks = try answer.events.dropLast().map { try JSONValue(parsing: $0) }
        for chunk in chunks {
            #expect(chunk.objectValue?.keys == Self.chunkKeys)
            #expect(chunk["object"] == "chat.completion.chunk" && chunk["id"] == chunks[0]["id"])
        }
        let choices = chunks.dropLast().compactMap { $0["choices"]?[0] }
        #expect(choices.allSatisfy { $0.objectValue?.keys == ["index", "delta", "logprobs", "finish_reason"] })
        #expect(choices.first?["delta"] == ["role": "assistant", "content": "", "refusal": nil])
        #expect(choices.compactMap { $0["delta"]?["content"]?.stringValue }.joined() == "It is 12.4°C.")
        #expect(choices.last?["delta"] == [:] && choices.last?["finish_reason"] == "stop")
        #expect(chunks.dropLast().allSatisfy { $0["usage"] == .null })
        let usage = try #require(chunks.last?["usage"]?.objectValue)
        #expect(chunks.last?["choices"] == [])
        #expect(
            usage.keys == [
                "prompt_tokens", "completion_tokens", "total_tokens", "prompt_tokens_details",
                "completion_tokens_details",
            ]
        )
    }

    @Test func omitsUsageUnlessRequested() async throws {
        let answer = try await complete({ _ in .text("hello") }, chat("hello", usage: false))
        let chunks = try answer.events.dropLast().map { try JSONValue(parsing: $0) }
        #expect(chunks.allSatisfy { $0.objectValue?.keys == Self.chunkKeys.filter { $0 != "usage" } })
        #expect(chunks.last?["choices"]?[0]?["finish_reason"] == "stop")
    }

    @Test(arguments: [false, true])
    func streamsParallelToolCalls(interleaved: Bool) async throws {
        let arguments = [#"{"city": "東京"}"#, #"{"query": "alpha station", "max_results": 3}"#]
        let answer = try await complete(
            { _ in
                .toolCalls(
                    [
                        ScriptedToolCall("get_weather", arguments: arguments[0]),
                        ScriptedToolCall("search_web", arguments: arguments[1], id: "call_B"),
                    ],
                    interleaved: interleaved
                )
            },
            chat("hello")
        )
        let chunks = try answer.events.dropLast().map { try JSONValue(parsing: $0) }
        #expect(chunks[0]["choices"]?[0]?["delta"] == ["role": "assistant", "content": nil])
        let deltas = chunks.compactMap { $0["choices"]?[0]?["delta"]?["tool_calls"]?[0] }
        let opening = deltas.filter { $0["id"] != nil }
        #expect(opening.allSatisfy { $0.objectValue?.keys == ["index", "id", "type", "function"] })
        #expect(opening.map { $0["function"]?["name"] } == ["get_weather", "search_web"])
        #expect(opening.last?["id"] == "call_B")
        for index in arguments.indices {
            let fragments = deltas.filter { $0["index"]?.intValue == index }.compactMap { $0["function"]?["arguments"] }
            #expect(fragments.count == 4)
            #expect(fragments.compactMap(\.stringValue).joined() == arguments[index])
        }
        let order = deltas.compactMap { $0["index"]?.intValue }
        #expect(order == (interleaved ? [0, 1, 0, 1, 0, 1, 0, 1] : [0, 0, 0, 0, 1, 1, 1, 1]))
        #expect(chunks.dropLast().last?["choices"]?[0]?["finish_reason"] == "tool_calls")
    }

    @Test func answersInOnePieceWhenNotStreaming() async throws {
        let text = try await complete({ _ in .text("It is 12.4°C.") }, chat("hello", stream: false))
        let object = try #require(text.json)
        #expect(
            object.objectValue?.keys == [
                "id", "object", "created", "model", "choices", "usage", "service_tier", "system_fingerprint",
            ]
        )
        #expect(object["choices"]?[0]?["message"]?.objectValue?.keys == ["role", "content", "refusal", "annotations"])
        #expect(object["choices"]?[0]?["message"]?["content"] == "It is 12.4°C.")
        let call = ScriptedToolCall("get_weather", arguments: "{}", id: "call_A")
        let calls = try await complete({ _ in .toolCalls([call]) }, chat("hello", stream: false))
        let message = try #require(calls.json?["choices"]?[0]?["message"])
        #expect(message.objectValue?.keys == ["role", "content", "tool_calls", "refusal", "annotations"])
        #expect(
            message["tool_calls"] == [
                ["id": "call_A", "type": "function", "function": ["name": "get_weather", "arguments": "{}"]]
            ]
        )
    }

    @Test func endsWithAnErrorEvent() async throws {
        let answer = try await complete({ _ in .text("It is", thenError: "The server had an error.") }, chat("hello"))
        let last = try JSONValue(parsing: try #require(answer.events.last { !$0.isEmpty }))
        #expect(last["error"]?.objectValue?.keys == ["message", "type", "param", "code"])
        #expect(!answer.rawBody.hasSuffix("0\r\n\r\n"))
    }

    @Test func acceptsOnlyConfiguredKeys() async throws {
        try await OpenAIStandIn.with(keys: ["sk-right"], script: { _ in .text("hi") }) { standIn in
            let client = RawClient(standIn)
            let wrong = try await client.send(
                "GET",
                "/v1/models",
                headers: ["Authorization: Bearer sk-test-wrong-0000"]
            )
            #expect(wrong.status == 401)
            #expect(wrong.json?["error"]?.objectValue?.keys == ["message", "type", "param", "code"])
            #expect(wrong.json?["error"]?["code"] == "invalid_api_key")
            #expect(wrong.json?["error"]?["message"]?.stringValue?.contains("sk-test*****0000") == true)
            #expect(try await client.send("GET", "/v1/models").status == 401)
            standIn.accept(keys: ["sk-new"])
            #expect(
                try await client.send("GET", "/v1/models", headers: ["Authorization: Bearer sk-right"]).status == 401
            )
            let models = try await client.send("GET", "/v1/models", headers: ["Authorization: Bearer sk-new"])
            #expect(models.json?["data"]?[0]?.objectValue?.keys == ["id", "object", "created", "owned_by"])
        }
    }

    @Test(arguments: [
        ("not json", 400), (#"{"model":"m"}"#, 400), (#"{"messages":[{"role":"user","content":"x"}]}"#, 400),
    ])
    func refusesBadRequests(body: String, status: Int) async throws {
        let answer = try await complete({ _ in .text("hi") }, body)
        #expect(answer.status == status)
        #expect(answer.json?["error"]?["type"] == "invalid_request_error")
    }

    @Test func recordsADisconnectDuringAStream() async throws {
        let never = StandInGate()
        let script: OpenAIStandIn.Script = { _ in .init([.token("It"), .wait(.gate(never)), .token(" is")]) }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await RawClient(standIn).sendAndLeave(
                "POST",
                "/v1/chat/completions",
                body: chat("hello"),
                afterReading: #""content":"It""#
            )
            #expect(await standIn.server.ending(of: 1)?.kind == .closedByPeer)
        }
    }

    @Test(arguments: [
        ("Is it hotter in New Delhi or San Francisco?", ["New Delhi", "San Francisco"]),
        ("東京都と大阪、どっちが寒い？", ["東京", "大阪"]),
        ("What is the weather in Springfield?", ["Springfield"]),
    ])
    func assistantCallsTheToolForAllCitiesAtOnce(text: String, cities: [String]) async throws {
        let answer = try await complete(
            OpenAIStandIn.assistant,
            chat(text, stream: false, tools: ["getCurrentWeather"])
        )
        let calls = answer.json?["choices"]?[0]?["message"]?["tool_calls"]?.arrayValue ?? []
        let asked = try calls.map { try JSONValue(parsing: $0["function"]?["arguments"]?.stringValue ?? "")["city"] }
        #expect(asked == cities.map { .string($0) })
    }

    @Test func assistantComparesTwoTemperatures() async throws {
        let call = { (id: String, city: String) -> JSONValue in
            [
                "id": .string(id), "type": "function",
                "function": ["name": "getCurrentWeather", "arguments": .string(#"{"city":"\#(city)"}"#)],
            ]
        }
        let body: JSONValue = [
            "model": "m",
            "messages": [
                ["role": "user", "content": "Is it hotter in New Delhi or San Francisco?"],
                [
                    "role": "assistant", "content": nil,
                    "tool_calls": [call("a", "New Delhi"), call("b", "San Francisco")],
                ],
                [
                    "role": "tool", "tool_call_id": "b",
                    "content": "San Francisco, United States: 15.4 °C, partly cloudy.",
                ],
                ["role": "tool", "tool_call_id": "a", "content": "New Delhi, India: 31.2 °C, clear sky."],
            ],
        ]
        let answer = try await complete(OpenAIStandIn.assistant, body.serialized())
        #expect(
            answer.json?["choices"]?[0]?["message"]?["content"]
                == "New Delhi is hotter: it is 31.2 °C there and 15.4 °C in San Francisco."
        )
    }

    @Test func assistantIntroducesItself() async throws {
        let answer = try await complete(OpenAIStandIn.assistant, chat("Good morning", tools: ["getCurrentWeather"]))
        #expect(answer.body.contains("stand-in"))
    }
}
