import LanguageModels
import Testing

@testable import Phrasebook

/// The treatment of request parameters by the built-in model.
@Suite(.timeLimit(.minutes(1))) struct ParameterTests {
    private let model: PhrasebookLanguageModel

    init() throws { model = try PhrasebookLanguageModel(PhraseReading.phrases.get()) }

    private let metadata: [String: any ConvertibleToGeneratedContent] = [
        "now": "2026-11-20T15:30:00Z", "time_zone": "Asia/Tokyo", "locale": "en",
    ]

    private static func options(_ change: (inout GenerationOptions) -> Void) -> GenerationOptions {
        var options = GenerationOptions()
        change(&options)
        return options
    }

    private func turn(_ text: String, _ options: GenerationOptions) async throws -> LanguageModelSession.Turn {
        let weather = EchoTool(name: "getCurrentWeather") { "It is 12 °C in \(try $0.text("city"))." }
        let items = EchoTool(name: "getInventory") { _ in "Item 3: tape." }
        let session = LanguageModelSession(model: model, tools: [weather, items])
        return try await session.turn(Prompt(text), options: options, metadata: metadata) { _ in }
    }

    @Test(
        arguments: [
            ([], "It is 12 °C in Oslo."), (["12"], "It is "), (["Oslo", " °C", "zzz"], "It is 12"), (["It"], ""),
            (["zzz", ""], "It is 12 °C in Oslo."),
        ] as [([String], String)]
    ) func theAnswerEndsBeforeAStopSequence(stop: [String], answer: String) async throws {
        let turn = try await turn("What's the weather in Oslo?", Self.options { $0.details.stop = stop })
        #expect(turn.response.segments.map(\.text).joined() == answer)
    }

    @Test(
        arguments: [
            ("aab", ["ab"], "a"), ("aaab", ["aab", "b"], "a"), ("日本", ["本"], "日"), ("", ["a"], ""),
            ("ab", ["abc"], "ab"),
        ] as [(String, [String], String)]
    ) func cuts(text: String, stop: [String], rest: String) {
        #expect(text.cut(before: stop) == rest)
    }

    @Test func oneCallAtATime() async throws {
        let question = "Is it hotter in Oslo or Rome?"
        let calls = { (turn: LanguageModelSession.Turn) in
            turn.entries.compactMap { if case .toolCalls(let calls) = $0 { calls.count } else { nil } }
        }
        #expect(calls(try await turn(question, GenerationOptions())) == [2])
        let single = Self.options { $0.details.allowsParallelCalls = false }
        #expect(calls(try await turn(question, single)) == [1, 1])
    }

    @Test func toolChoices() async throws {
        let question = "What's the weather in Oslo?"
        let named = Self.options { $0.toolChoice = .named("getCurrentWeather") }
        #expect(try await turn(question, named).outcomes.count == 1)
        let others = Self.options { $0.toolChoice = .among(["getInventory"], isRequired: false) }
        #expect(try await turn(question, others).outcomes.isEmpty)
        for choice in [.named("getInventory"), .among(["getInventory"], isRequired: true)]
            as [GenerationOptions.ToolChoice]
        {
            let error = await #expect(throws: LanguageModelError.self) {
                try await turn(question, Self.options { $0.toolChoice = choice })
            }
            guard case .unsupportedCapability? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test func theRestIsNamed() {
        let options = Self.options {
            $0 = GenerationOptions(temperature: 1, maximumResponseTokens: 5)
            $0.details.seed = 7
            $0.details.stop = ["END"]
            $0.toolChoice = .required
        }
        let level = ContextOptions(reasoningLevel: .deep)
        #expect(model.ignored(options, level) == ["max_output_tokens", "temperature", "seed", "reasoning_effort"])
        let report = model.parameterReport(on: GenerationParameters(options, level), answeredBy: nil)
        #expect(report.emulated == [.stop, .toolChoice])
        #expect(report.error == nil)
        #expect(model.ignored(GenerationOptions()).isEmpty)
    }
}
