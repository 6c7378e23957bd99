import FoundationEssentials
import KeyLeasing
import LanguageModels
import Secrets
import StandIns
import StreamingJSON
import Synchronization
import Testing
import Transport

@testable import ModelProviders

/// The repetition of a refused request, at servers that refuse as providers do.
@Suite(.timeLimit(.minutes(1))) struct RemedyTests {
    private struct Search: Tool {
        var name = "search"
        let description = "Searches"
        let parameters = GenerationSchema(jsonSchema: ["type": "object", "properties": ["q": ["type": "string"]]])

        func call(arguments: GeneratedContent) async throws -> String { "Found." }
    }

    // MARK: Tools

    private static func text(about tool: String, at index: Int, _ dialect: Dialect) -> String {
        switch dialect {
        case .chat, .responses, .ollama: "Invalid schema for function '\(tool)': In context=(), no."
        case .anthropic: "tools.\(index).custom.input_schema: JSON schema is invalid."
        case .gemini:
            "* GenerateContentRequest.tools[0].function_declarations[\(index)].parameters: should be non-empty"
        }
    }

    @Test(arguments: Dialect.allCases) func aRefusedToolIsTakenOutAndNamedOnce(dialect: Dialect) async throws {
        let memory = RemedyMemory()
        let named = Mutex<[ExcludedTool]>([])
        memory.observeExclusions { tool in named.withLock { $0.append(tool) } }
        let script: OpenAIStandIn.Script = { request in
            guard let index = request.toolNames.firstIndex(of: "bad") else { return .text("Yes.") }
            return dialect.refusal(Self.text(about: "bad", at: index, dialect))
        }
        try await dialect.with(memory: memory, script: script) { model, standIn in
            let tools: [any Tool] = [Search(), Search(name: "bad"), Search(name: "other")]
            let session = LanguageModelSession(model: model, tools: tools)
            try await session.expectYes(to: "Well?")
            #expect(standIn.requests.count == 2)
            // The next turn leaves it out at once.
            try await session.expectYes(to: "And now?")
            #expect(standIn.requests.count == 3)
            let last = standIn.requests.last.map { String(decoding: $0.body, as: UTF8.self) } ?? ""
            #expect(last.contains("\"search\"") && last.contains("\"other\"") && !last.contains("\"bad\""))
            #expect(memory.excludedTools.map(\.tool) == ["bad"])
            #expect(memory.excludedTools.map(\.reason) == [.refused])
            #expect(named.withLock { $0 } == memory.excludedTools)
        }
    }

    @Test func aToolThatTheCallerDemandsIsNotTakenOut() async throws {
        let script: OpenAIStandIn.Script = { _ in Dialect.chat.refusal("Invalid schema for function 'bad': no.") }
        try await Dialect.chat.with(script: script) { model, standIn in
            var options = GenerationOptions()
            options.toolChoice = .named("bad")
            let session = LanguageModelSession(model: model, tools: [Search(), Search(name: "bad")])
            let error = await #expect(throws: ModelProviderError.self) {
                try await session.turn(Prompt("Well?"), options: options) { _ in }
            }
            #expect(error?.code == .invalidRequest)
            #expect(error?.objection == nil)
            #expect(standIn.requests.count == 1)
        }
    }

    // MARK: Members

    @Test func mistralIsAskedWithoutOptionsOfTheStream() async throws {
        let refusal = ScriptedReply.failure(
            .json(
                [
                    "object": "error",
                    "message": [
                        "detail": [
                            [
                                "type": "extra_forbidden", "loc": ["body", "stream_options"],
                                "msg": "Extra inputs are not permitted",
                            ]
                        ]
                    ], "type": "invalid_request_error", "param": nil, "code": nil,
                ],
                status: 422
            )
        )
        try await Dialect.chat.with(script: { $0.json["stream_options"] == nil ? .text("Yes.") : refusal }) {
            model,
            standIn in
            let session = LanguageModelSession(model: model)
            try await session.expectYes(to: "Well?")
            try await session.expectYes(to: "And now?")
            #expect(
                standIn.requests.map { String(decoding: $0.body, as: UTF8.self).contains("stream_options") } == [
                    true, false, false,
                ]
            )
        }
    }

    @Test func severalMembersGoOneAfterTheOther() async throws {
        let script: OpenAIStandIn.Script = { request in
            for name in ["temperature", "top_p"] where request.json[name] != nil {
                return Dialect.chat.refusal(
                    "Unsupported parameter: '\(name)' is not supported with this model.",
                    parameter: name,
                    code: "unsupported_parameter"
                )
            }
            return .text("Yes.")
        }
        try await Dialect.chat.with(script: script) { model, standIn in
            var options = GenerationOptions(temperature: 0.5)
            options.details.topP = 0.9
            let session = LanguageModelSession(model: model)
            try await session.expectYes(to: "Well?", options: options)
            #expect(standIn.requests.count == 3)
            _ = try await session.turn(Prompt("Well?"), options: options) { _ in }
            #expect(standIn.requests.count == 4)
        }
    }

    @Test(arguments: [
        ("max_completion_tokens", "max_tokens", "Extra inputs are not permitted: max_completion_tokens"),
        (
            "max_tokens", "max_completion_tokens",
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
        ),
    ]) func theLimitHasTheNameThatTheServerKnows(name: String, other: String, text: String) async throws {
        let remedies = RemediedRound()
        let body = JSONValue.object(JSONObject([(name, .integer(9))]))
        #expect(remedies.fitted(body) == body)
        #expect(remedies.mend(text))
        #expect(remedies.fitted(body)[other] == 9)
        #expect(remedies.fitted(body)[name] == nil)
    }

    @Test func toolsAreWorthMoreThanThoughts() async throws {
        let text =
            "Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'."
        let remedies = RemediedRound()
        let body: JSONValue = ["reasoning_effort": "low", "tools": []]
        _ = remedies.fitted(body)
        #expect(remedies.mend(parameter: "reasoning_effort", text))
        #expect(remedies.fitted(body)["reasoning_effort"] == "none")
        // The same refusal again is not mended in the same way.
        #expect(!remedies.mend(parameter: "reasoning_effort", text))
    }

    @Test func ollamaThinksInTheWayThatTheModelKnows() async throws {
        let remedies = RemediedRound()
        let body: JSONValue = ["model": "m", "think": "high"]
        let refusal = OllamaFailure(
            status: 400,
            headers: [:],
            body: Array(#"{"error":"think value \"high\" is not supported for this model"}"#.utf8)
        ).error(from: "h", model: "m", now: .now)
        _ = remedies.fitted(body)
        #expect(remedies.mend(after: refusal))
        #expect(remedies.fitted(body)["think"] == true)
        #expect(remedies.mend(after: refusal))
        #expect(remedies.fitted(body)["think"] == nil)
        #expect(!remedies.mend(after: refusal))
    }

    // MARK: Limits

    @Test func aLimitAboveTheModelsIsLoweredAndNamed() async throws {
        let script: OpenAIStandIn.Script = { request in
            let limit = request.json["max_tokens"]?.intValue ?? request.json["max_completion_tokens"]?.intValue ?? 0
            guard limit > 16384 else { return .text("Yes.") }
            return Dialect.chat.refusal(
                "max_tokens is too large: \(limit). This model supports at most 16384 completion tokens, whereas you provided \(limit).",
                parameter: "max_tokens",
                code: "invalid_value"
            )
        }
        try await Dialect.chat.with(script: script) { model, standIn in
            let session = LanguageModelSession(model: model)
            let options = GenerationOptions(maximumResponseTokens: 32000)
            for count in [2, 3] {
                let answer = try await session.turn(Prompt("Well?"), options: options) { _ in }.response
                #expect(answer.segments.text == "Yes.")
                let limit = try answer.metadata["torii.output_limit"]?.value(String.self)
                #expect(limit == "16384")
                #expect(standIn.requests.count == count)
            }
            // A limit that the model allows is not named.
            let small = GenerationOptions(maximumResponseTokens: 100)
            let answer = try await session.turn(Prompt("Well?"), options: small) { _ in }.response
            #expect(answer.metadata["torii.output_limit"] == nil)
        }
    }

    @Test func theTablesLimitReplacesOneThatIsNotNamed() {
        let remedies = RemediedRound(tableLimit: 8192)
        let body: JSONValue = ["max_tokens": 32000, "thinking": ["budget_tokens": 16000]]
        _ = remedies.fitted(body)
        #expect(remedies.mend("max_tokens is too large"))
        #expect(remedies.fitted(body) == ["max_tokens": 8192, "thinking": ["budget_tokens": 4096]])
        #expect(remedies.outputLimit == 8192)
    }

    /// A limit that leaves no room in the model's context holds for one conversation only.
    @Test func theRestOfTheContextIsNotRemembered() async throws {
        let script: OpenAIStandIn.Script = { request in
            let limit = request.json["max_tokens"]?.intValue ?? request.json["max_completion_tokens"]?.intValue ?? 0
            guard limit > 7692 else { return .text("Yes.") }
            return Dialect.chat.refusal(
                "This model's maximum context length is 8192 tokens. However, you requested 32500 tokens (500 in the messages, 32000 in the completion)."
            )
        }
        try await Dialect.chat.with(script: script) { model, standIn in
            let options = GenerationOptions(maximumResponseTokens: 32000)
            for count in [2, 4] {
                let session = LanguageModelSession(model: model)
                try await session.expectYes(to: "Well?", options: options)
                #expect(standIn.requests.count == count)
            }
        }
    }

    // MARK: Other refusals

    @Test(arguments: Dialect.allCases) func otherRefusalsAreNotRepeated(dialect: Dialect) async throws {
        for text in ["The stand-in refuses this request.", "messages: roles must alternate"] {
            try await dialect.with(script: { _ in dialect.refusal(text) }) { model, standIn in
                let error = await #expect(throws: ModelProviderError.self) {
                    try await LanguageModelSession(model: model, tools: [Search()]).respond(to: "Well?")
                }
                #expect(error?.code == .invalidRequest)
                #expect(error?.objection == nil)
                #expect(standIn.requests.count == 1)
            }
        }
    }

    @Test func aServerThatRefusesEverythingIsNotAskedForEver() async throws {
        let count = Atomic(0)
        let script: OpenAIStandIn.Script = { request in
            count.add(1, ordering: .relaxed)
            return Dialect.chat.refusal("Invalid schema for function '\(request.toolNames.first ?? "")': no.")
        }
        try await Dialect.chat.with(script: script) { model, _ in
            let tools = (0..<9).map { Search(name: "tool\($0)") as any Tool }
            await #expect(throws: ModelProviderError.self) {
                try await LanguageModelSession(model: model, tools: tools).respond(to: "Well?")
            }
        }
        #expect(count.load(ordering: .relaxed) == 1 + RequestRemedies.mostRepetitions)
    }
}
