import FoundationEssentials
import KeyLeasing
import LanguageModels
import ModelProviders
import Secrets
import StandIns
import StreamingJSON
import Testing
import Transport

/// The model behind a session, with a server that speaks the real wire format and enforces the upstream's rules.
@Suite(.timeLimit(.minutes(1))) struct GeminiLanguageModelTests {
    private struct Weather: Tool {
        let name = "get_weather"
        let description = "Current weather"
        let parameters = GenerationSchema(jsonSchema: [
            "type": "object", "properties": ["city": ["type": "string"]], "required": ["city"],
        ])

        func call(arguments: GeneratedContent) async throws -> String {
            "12.4 °C in \(try arguments.value(String.self, forProperty: "city"))"
        }
    }

    private func model(
        _ server: GeminiStandIn,
        _ name: String = "stand-in",
        key: String = "gm-1"
    ) -> GeminiLanguageModel {
        let lease = KeyLease(keyID: "key-1", secret: SecretString(key))
        return GeminiLanguageModel(
            name,
            baseURL: server.baseURL,
            client: HTTPClient(),
            keys: { lease }
        )
    }

    @Test func textStreamsAsItArrives() async throws {
        try await GeminiStandIn.with(keys: ["gm-1"], script: { _ in .text("It is 12.4 °C in 東京.") }) { server in
            let session = LanguageModelSession(model: model(server))
            var deltas: [String] = []
            let turn = try await session.turn(Prompt("Weather?")) { event in
                if case .textDelta(let text) = event { deltas.append(text) }
            }
            #expect(turn.response.segments.text == "It is 12.4 °C in 東京.")
            #expect(deltas.joined() == "It is 12.4 °C in 東京.")
            #expect(turn.usage.input.totalTokenCount == 53)
            #expect(turn.usage.output.totalTokenCount == ScriptedReply.text("It is 12.4 °C in 東京.").usage.completion)
            let request = try #require(server.requests.first)
            #expect(request.path == "/v1beta/models/stand-in:streamGenerateContent")
            #expect(request.queryItem("alt") == "sse")
            #expect(request.header("x-goog-api-key") == "gm-1")
        }
    }

    @Test func signaturesAreSentBackUnchanged() async throws {
        let script: GeminiStandIn.Script = { request in
            let calls = ["Oslo", "Rome"].map {
                ScriptedToolCall("get_weather", arguments: #"{"city":"\#($0)"}"#)
            }
            return switch request.toolOutputs.count {
            case 0:
                .init([.thought("I had better look.", seal: "c2VhbA=="), .toolCalls(calls, interleaved: false)])
            default: .init([.thought("Now I know.", seal: "dGV4dA=="), .token("12.4 °C.")])
            }
        }
        try await GeminiStandIn.with(script: script) { server in
            let model = model(server, "gemini-3.1-pro")
            let session = LanguageModelSession(model: model, tools: [Weather()])
            var thoughts: [String] = []
            let turn = try await session.turn(Prompt("Weather?")) { event in
                if case .reasoningDelta(let text) = event { thoughts.append(text) }
            }
            #expect(turn.response.segments.text == "12.4 °C.")
            #expect(thoughts == ["I had better look.", "Now I know."])
            // The stored form, as after a restart.
            let stored = try JSONDecoder().decode(
                Transcript.self,
                from: JSONEncoder().encode(session.transcript)
            )
            let later = LanguageModelSession(model: model, tools: [Weather()], transcript: stored)
            _ = try await later.respond(to: "Still?")
            let last = try JSONValue(parsing: #require(server.requests.last).body)
            let signatures = (last["contents"]?.arrayValue ?? []).flatMap { $0["parts"]?.arrayValue ?? [] }
                .map { $0["thoughtSignature"]?.stringValue }
            // Prompt, two calls, two outputs, answer; then the second turn in the same way.
            #expect(signatures.prefix(6) == [nil, "c2VhbA==", nil, nil, nil, "dGV4dA=="])
        }
    }

    @Test func callsOfAnotherProviderAreAccepted() async throws {
        let arguments = try GeneratedContent(json: #"{"city":"Oslo"}"#)
        let transcript = Transcript(entries: [
            .prompt(.init(segments: [.text(.init(content: "Weather?"))])),
            .toolCalls(.init([.init(id: "call_1", toolName: "get_weather", arguments: arguments)])),
            .toolOutput(.init(id: "call_1", toolName: "get_weather", segments: [.text(.init(content: "9 °C"))])),
        ])
        try await GeminiStandIn.with(script: { _ in .text("9 °C.") }) { server in
            let request = LanguageModelExecutorGenerationRequest(transcript: transcript)
            let model = model(server, "gemini-3.1-pro")
            let channel = LanguageModelExecutorGenerationChannel()
            try await GeminiLanguageModel.Executor(configuration: model.executorConfiguration)
                .respond(to: request, model: model, streamingInto: channel)
            let body = try JSONValue(parsing: #require(server.requests.first).body)
            #expect(
                body["contents"]?[1]?["parts"]?[0]?["thoughtSignature"] == "skip_thought_signature_validator"
            )
        }
    }

    @Test func aWrongKeyIsTheKeysFault() async throws {
        try await GeminiStandIn.with(keys: ["gm-1"], script: { _ in .text("no") }) { server in
            let session = LanguageModelSession(model: model(server, key: "gm-2"))
            let error = await #expect(throws: ModelProviderError.self) { try await session.respond(to: "Well?") }
            #expect(error?.keyOutcome == .refused)
            #expect(
                error?.message == "127.0.0.1:\(server.server.port) refused the key (400, api_key_invalid)."
            )
        }
    }

    @Test func filtersAreGuardrails() async throws {
        var filtered = ScriptedReply.text("It is")
        filtered.finishReason = "SAFETY"
        let reply = filtered
        try await GeminiStandIn.with(script: { _ in reply }) { server in
            let session = LanguageModelSession(model: model(server))
            do {
                try await session.respond(to: "Well?")
                Issue.record("There was an answer.")
            } catch LanguageModelError.guardrailViolation(let payload) {
                let host = "127.0.0.1:\(server.server.port)"
                #expect(payload.debugDescription == "The content filter of \(host) stopped the answer (safety).")
            }
            #expect(session.transcript.isEmpty)
        }
    }

    @Test func aDailyQuotaIsRestoredAtMidnight() async throws {
        try await GeminiStandIn.with(script: { _ in .failure(GeminiStandIn.overDailyQuota) }) { server in
            do {
                try await LanguageModelSession(model: model(server)).respond(to: "Well?")
                Issue.record("There was an answer.")
            } catch LanguageModelError.rateLimited(let payload) {
                let reset = try #require(payload.resetDate)
                // Midnight in California is at 7 or 8 o'clock UTC.
                var calendar = Calendar(identifier: .gregorian)
                calendar.timeZone = .gmt
                #expect([7, 8].contains(calendar.component(.hour, from: reset)))
            }
        }
    }

    @Test func connectionsAreKept() async throws {
        try await GeminiStandIn.with(script: { _ in .text("Yes.") }) { server in
            let session = LanguageModelSession(model: model(server))
            for _ in 0..<3 {
                let answer = try await session.respond(to: "Well?")
                #expect(answer.content == "Yes.")
            }
            #expect(session.transcript.count == 6)
        }
    }
}
