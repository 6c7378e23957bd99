import LanguageModels
import Testing

/// Options of generation and of context (reference §2.8).
@Suite(.timeLimit(.minutes(1))) struct GenerationOptionsFamilyTests {
    struct NoTool: Tool {
        let name = "nothing"
        let description = "Does nothing."
        @Generable struct Arguments {}
        func call(arguments: Arguments) async throws -> String { "nothing" }
    }

    /// The forms in which code for 26 and for 27.0 writes options.
    private static let forms: [GenerationOptions] = [
        GenerationOptions(),
        GenerationOptions(sampling: .greedy),
        GenerationOptions(sampling: .random(top: 40), temperature: 0.7, maximumResponseTokens: 200),
        GenerationOptions(samplingMode: .random(top: 40, seed: 7)),
        GenerationOptions(samplingMode: .random(probabilityThreshold: 0.9), temperature: 1),
        GenerationOptions(samplingMode: .random(probabilityThreshold: 0.9, seed: 7), maximumResponseTokens: 5),
        GenerationOptions(samplingMode: .greedy, temperature: 0, maximumResponseTokens: 1, toolCallingMode: .allowed),
        GenerationOptions(toolCallingMode: .disallowed),
    ]

    @Test func theRequestHasTheOptionsOfTheCall() async throws {
        let model = ScriptedModel(Self.forms.map { _ in ScriptedModel.text("ok") })
        let session = LanguageModelSession(model: model)
        for options in Self.forms { try await session.respond(to: "Hi", options: options) }
        #expect(model.requests.map(\.generationOptions) == Self.forms)
        let kept = session.transcript.compactMap { entry -> GenerationOptions? in
            if case .prompt(let prompt) = entry { prompt.options } else { nil }
        }
        #expect(kept == Self.forms)
    }

    @Test func optionsAreChangedBetweenTwoCalls() {
        var options = GenerationOptions(temperature: 0.2)
        #expect(options.samplingMode == nil)
        options.sampling = .greedy
        #expect(options.samplingMode == .greedy)
        options.samplingMode = .random(top: 3)
        #expect(options.sampling == .random(top: 3))
        options.maximumResponseTokens = 10
        options.temperature = nil
        options.toolCallingMode = .required
        #expect(options != GenerationOptions(samplingMode: .random(top: 3), maximumResponseTokens: 10))
        options.toolCallingMode = nil
        #expect(options == GenerationOptions(samplingMode: .random(top: 3), maximumResponseTokens: 10))
    }

    @Test func theKindsAreCompleteInASwitch() {
        func words(_ mode: GenerationOptions.SamplingMode) -> String {
            switch mode.kind {
            case .greedy: "greedy"
            case .randomTopK(let count, let seed): "top \(count) \(seed.map { "\($0)" } ?? "-")"
            case .randomProbabilityThreshold(let threshold, let seed):
                "threshold \(threshold) \(seed.map { "\($0)" } ?? "-")"
            }
        }
        #expect(words(.greedy) == "greedy")
        #expect(words(.random(top: 5)) == "top 5 -")
        #expect(words(.random(top: 5, seed: .max)) == "top 5 18446744073709551615")
        #expect(words(.random(probabilityThreshold: 0.5, seed: 1)) == "threshold 0.5 1")
        func words(_ mode: GenerationOptions.ToolCallingMode) -> String {
            switch mode.kind {
            case .allowed: "may"
            case .required: "must"
            case .disallowed: "may not"
            }
        }
        #expect([.allowed, .required, .disallowed].map(words) == ["may", "must", "may not"])
    }

    @Test func aModelThatMustNotCallGetsNoTools() async throws {
        let model = ScriptedModel([ScriptedModel.text("a"), ScriptedModel.text("b")])
        let session = LanguageModelSession(model: model, tools: [NoTool()])
        try await session.respond(to: "Hi", options: GenerationOptions(toolCallingMode: .disallowed))
        try await session.respond(to: "Hi", options: GenerationOptions(toolCallingMode: .allowed))
        #expect(model.requests.map(\.enabledToolDefinitions.count) == [0, 1])
    }

    /// A required call is required once per turn.
    ///
    /// If it were required in each round, a model could never answer.
    @Test func aCallIsRequiredOnceInATurn() async throws {
        let model = ScriptedModel([
            ScriptedModel.calls((id: "1", name: "nothing", arguments: "{}")), ScriptedModel.text("done"),
        ])
        let session = LanguageModelSession(model: model, tools: [NoTool()])
        let options = GenerationOptions(toolCallingMode: .required)
        #expect(try await session.respond(to: "Hi", options: options).content == "done")
        #expect(model.requests.map(\.generationOptions.toolCallingMode) == [.required, .allowed])
        await #expect(throws: (any Error).self) {
            try await LanguageModelSession(model: model).respond(to: "Hi", options: options)
        }
    }

    @Test func contextOptionsReachTheModel() async throws {
        let levels: [ContextOptions.ReasoningLevel?] = [nil, .light, .moderate, .deep, .custom("minimal")]
        let model = ScriptedModel(levels.map { _ in ScriptedModel.text("ok") })
        let session = LanguageModelSession(model: model)
        for level in levels {
            try await session.respond(to: "Hi", contextOptions: ContextOptions(reasoningLevel: level))
        }
        #expect(model.requests.map(\.contextOptions.reasoningLevel) == levels)
        #expect(model.requests.allSatisfy { $0.contextOptions.includeSchemaInPrompt == nil })
        var options = ContextOptions(includeSchemaInPrompt: false, reasoningLevel: .deep)
        options.includeSchemaInPrompt = true
        options.reasoningLevel = .light
        #expect(options == ContextOptions(includeSchemaInPrompt: true, reasoningLevel: .light))
    }
}
