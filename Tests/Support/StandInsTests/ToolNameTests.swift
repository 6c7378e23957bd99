import StandIns
import StreamingJSON
import Testing

/// The stand-ins refuse the same tool names as their upstreams, in offered tools and in earlier calls.
@Suite(.timeLimit(.minutes(1))) struct ToolNameTests {
    private static let long = String(repeating: "a", count: 65)
    private static let names: [(name: String, openAI: Bool, gemini: Bool)] = [
        ("get_weather-1", true, true), ("1password", true, false), ("files.read", false, true), ("連絡先", false, false),
        ("", false, false), (long, false, false), (String(long.dropLast()), true, true), ("a b", false, false),
    ]

    private static let reply: OpenAIStandIn.Script = { _ in .text("Fine.") }

    @Test func offeredNames() async throws {
        for (name, openAI, gemini) in Self.names {
            let chat = try await OpenAIStandIn.with(script: Self.reply) {
                try await RawClient($0).send(
                    "POST",
                    "/v1/chat/completions",
                    body:
                        #"{"model":"m","messages":[{"role":"user","content":"hi"}],"tools":[{"type":"function","function":{"name":"\#(name)"}}]}"#
                )
            }
            #expect(chat.status == (openAI ? 200 : 400), "\(name)")
            let responses = try await OpenAIResponsesStandIn.with(script: Self.reply) {
                try await RawClient($0).send(
                    "POST",
                    "/v1/responses",
                    body: #"{"model":"m","input":"hi","tools":[{"type":"function","name":"\#(name)"}]}"#
                )
            }
            #expect(responses.status == (openAI ? 200 : 400), "\(name)")
            let messages = try await AnthropicStandIn.with(script: Self.reply) {
                try await RawClient($0).send(
                    "POST",
                    "/v1/messages",
                    headers: ["anthropic-version: 2026-10-21"],
                    body:
                        #"{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hi"}],"tools":[{"name":"\#(name)"}]}"#
                )
            }
            #expect(messages.status == (openAI ? 200 : 400), "\(name)")
            let generated = try await GeminiStandIn.with(script: Self.reply) {
                try await RawClient($0).send(
                    "POST",
                    "/v1beta/models/m:generateContent",
                    headers: ["x-goog-api-key: k"],
                    body:
                        #"{"contents":[{"role":"user","parts":[{"text":"hi"}]}],"tools":[{"functionDeclarations":[{"name":"\#(name)"}]}]}"#
                )
            }
            #expect(generated.status == (gemini ? 200 : 400), "\(name)")
        }
    }

    @Test func namesOfEarlierCalls() async throws {
        let chat = try await OpenAIStandIn.with(script: Self.reply) {
            try await RawClient($0).send(
                "POST",
                "/v1/chat/completions",
                body:
                    #"{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"連絡先","arguments":"{}"}}]},{"role":"tool","tool_call_id":"a","content":"x"}]}"#
            )
        }
        #expect(chat.json?["error"]?["param"] == "messages[1].tool_calls[0].function.name")
        let messages = try await AnthropicStandIn.with(script: Self.reply) {
            try await RawClient($0).send(
                "POST",
                "/v1/messages",
                headers: ["anthropic-version: 2026-10-21"],
                body:
                    #"{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"連絡先","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"x"}]}]}"#
            )
        }
        let message = try #require(messages.json?["error"]?["message"]?.stringValue)
        #expect(message.hasPrefix("messages.1.content.0.tool_use.name"))
        let responses = try await OpenAIResponsesStandIn.with(script: Self.reply) {
            try await RawClient($0).send(
                "POST",
                "/v1/responses",
                body:
                    #"{"model":"m","input":[{"role":"user","content":"hi"},{"type":"function_call","call_id":"a","name":"連絡先","arguments":"{}"},{"type":"function_call_output","call_id":"a","output":"x"}]}"#
            )
        }
        #expect(responses.json?["error"]?["param"] == "input[1].name")
        let generated = try await GeminiStandIn.with(script: Self.reply) {
            try await RawClient($0).send(
                "POST",
                "/v1beta/models/m:generateContent",
                headers: ["x-goog-api-key: k"],
                body:
                    #"{"contents":[{"role":"user","parts":[{"text":"hi"}]},{"role":"model","parts":[{"functionCall":{"name":"連絡先","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"連絡先","response":{}}}]}]}"#
            )
        }
        #expect(generated.status == 400)
    }
}
