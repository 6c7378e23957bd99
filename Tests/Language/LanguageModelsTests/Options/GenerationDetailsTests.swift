import LanguageModels
import StreamingJSON
import Testing

/// The options that Apple's framework lacks: their stored form, and their effect on a session.
@Suite(.timeLimit(.minutes(1))) struct GenerationDetailsTests {
    private static func options(_ change: (inout GenerationOptions) -> Void) -> GenerationOptions {
        var options = GenerationOptions()
        change(&options)
        return options
    }

    private static let forms: [GenerationOptions] = [
        options { $0.details.topP = 0.25 }, options { $0.details.topK = 5 }, options { $0.details.seed = -7 },
        options { $0.details.stop = ["END", "\n\n", ""] }, options { $0.details.presencePenalty = -2 },
        options { $0.details.frequencyPenalty = 1.5 }, options { $0.details.allowsParallelCalls = false },
        options { $0.toolChoice = .named("find") }, options { $0.toolChoice = .among([], isRequired: false) },
        options { $0.toolChoice = .among(["a", "b"], isRequired: true) },
        options {
            $0 = GenerationOptions(samplingMode: .random(top: 3, seed: .max), temperature: 1)
            $0.details.topP = 1
            $0.details.seed = 9
        },
    ]

    @Test(arguments: forms) func detailsAreStored(options: GenerationOptions) throws {
        let entry = Transcript.Entry.prompt(.init(segments: [], options: options))
        #expect(entry.jsonValue["options"]?["details"] != nil)
        #expect(try Transcript.Entry(jsonValue: entry.jsonValue) == entry)
    }

    /// The stored form of options without details has not changed.
    @Test func optionsWithoutDetailsAreStoredAsBefore() {
        let options = GenerationOptions(temperature: 0.5, toolCallingMode: .required)
        let entry = Transcript.Entry.prompt(.init(segments: [], options: options))
        #expect(entry.jsonValue["options"] == ["temperature": 0.5, "tools": "required"])
    }

    @Test(
        arguments: [
            (.allowed, .allowed, nil), (.required, .required, nil), (.disallowed, .disallowed, []),
            (.named("a"), .required, ["a"]), (.among(["a", "b"], isRequired: false), .allowed, ["a", "b"]),
            (.among(["a"], isRequired: true), .required, ["a"]),
        ] as [(GenerationOptions.ToolChoice, GenerationOptions.ToolCallingMode, Set<String>?)]
    ) func aChoiceIsAModeAndASelection(
        choice: GenerationOptions.ToolChoice,
        mode: GenerationOptions.ToolCallingMode,
        names: Set<String>?
    ) {
        var options = Self.options { $0.toolChoice = .named("earlier") }
        options.toolChoice = choice
        #expect(options.toolChoice == choice)
        #expect(options.toolCallingMode == mode)
        #expect(choice.names == names)
        #expect(choice.isRequired == (mode == .required))
    }

    // MARK: Sessions

    struct Find: Tool {
        var name = "find"
        let description = "Finds."
        @Generable struct Arguments {}
        func call(arguments: Arguments) async throws -> String { "found" }
    }

    private func session(_ model: ScriptedModel) -> LanguageModelSession {
        LanguageModelSession(model: model, tools: [Find(), Find(name: "other")])
    }

    private static func call(_ name: String) -> ScriptedModel.Round {
        ScriptedModel.calls((id: "1", name: name, arguments: "{}"))
    }

    @Test(
        arguments: [
            (.named("find"), .allowed),
            (.among(["find"], isRequired: true), .among(["find"], isRequired: false)),
            (.among(["find"], isRequired: false), .among(["find"], isRequired: false)),
        ] as [(GenerationOptions.ToolChoice, GenerationOptions.ToolChoice)]
    ) func aCallIsForcedInTheFirstRoundOnly(
        first: GenerationOptions.ToolChoice,
        then: GenerationOptions.ToolChoice
    ) async throws {
        let model = ScriptedModel([Self.call("find"), ScriptedModel.text("done")])
        let options = Self.options {
            $0.toolChoice = first
            $0.details.seed = 7
        }
        #expect(try await session(model).respond(to: "Hi", options: options).content == "done")
        #expect(model.requests.map(\.generationOptions.toolChoice) == [first, then])
        #expect(model.requests.map(\.generationOptions.details.seed) == [7, 7])
        // The provider's option restricts the tools; a server without that option gets only the permitted tools.
        #expect(model.requests.map(\.enabledToolDefinitions.count) == [2, 2])
    }

    /// A call before a suspension satisfies the required call; outputs at the start of a request do not.
    @Test(arguments: [false, true]) func aCallIsRequiredAfterOutputsAtTheStartOfARequest(isResumed: Bool) async throws {
        let model = ScriptedModel(
            isResumed ? [ScriptedModel.text("done")] : [Self.call("find"), ScriptedModel.text("done")]
        )
        let call = Transcript.ToolCall(id: "0", toolName: "gone", arguments: GeneratedContent(properties: [:]))
        let segments: [Transcript.Segment] = [.text(.init(content: "Hi"))]
        let entries: [Transcript.Entry] = [
            .prompt(.init(segments: segments, options: Self.options { $0.toolChoice = .required })),
            .toolCalls(.init([call])),
        ]
        let session = LanguageModelSession(model: model, tools: [Find()], transcript: Transcript(entries: entries))
        let outputs = [ToolResolution.output(.init(id: "0", toolName: "gone", segments: segments))]
        if isResumed {
            try await session.turn(resuming: outputs) { _ in }
        } else {
            try await session.turn(beginningWith: outputs) { _ in }
        }
        #expect(model.requests.map(\.generationOptions.toolChoice) == (isResumed ? [.allowed] : [.required, .allowed]))
    }

    @Test func aToolThatIsNotAmongThoseAllowedIsNotRun() async throws {
        let model = ScriptedModel([Self.call("other"), ScriptedModel.text("done")])
        let session = session(model)
        let options = Self.options { $0.toolChoice = .among(["find"], isRequired: false) }
        let turn = try await session.turn(Prompt("Hi"), options: options) { _ in }
        #expect(turn.outcomes.map(\.isError) == [true])
        #expect(turn.outcomes.first?.output.segments.map(\.text).joined().contains("find") == true)
    }

    @Test(arguments: [.named("gone"), .among(["gone", "lost"], isRequired: true)] as [GenerationOptions.ToolChoice])
    func aToolThatMustBeCalledIsOffered(choice: GenerationOptions.ToolChoice) async throws {
        let model = ScriptedModel([])
        let options = Self.options { $0.toolChoice = choice }
        let error = await #expect(throws: LanguageModelError.self) {
            try await session(model).respond(to: "Hi", options: options)
        }
        guard case .unsupportedCapability(let payload)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(payload.debugDescription.contains("'gone'"))
        #expect(model.requests.isEmpty)
    }

    /// Parameters reach the model in one place, whichever option set them.
    @Test func parametersOfARound() {
        let options = Self.options {
            $0 = GenerationOptions(samplingMode: .random(probabilityThreshold: 0.5, seed: .max))
            $0.details.stop = ["END"]
            $0.toolChoice = .named("a")
        }
        let parameters = GenerationParameters(options, ContextOptions(reasoningLevel: .light))
        #expect(parameters.topP == 0.5)
        #expect(parameters.seed == -1)
        #expect(parameters.specified == [.topP, .seed, .stop, .toolChoice, .reasoningEffort])
        #expect(GenerationParameters(GenerationOptions(samplingMode: .greedy)).temperature == 0)
        #expect(GenerationParameters(GenerationOptions()).specified.isEmpty)
    }
}
