import LanguageModels
import Synchronization
import Testing

extension SessionPropertyValues {
    @SessionPropertyEntry var city: String = "Kyoto"
    @SessionPropertyEntry var isPlanning = false
    @SessionPropertyEntry var guest: String?
}

/// A tool that reads and sets values of the session that calls it.
private struct MoveTool: Tool {
    let name = "move"
    let description = "Moves on to another city."
    @SessionProperty(\.city) var city
    @SessionProperty(\.isPlanning) var isPlanning

    @Generable
    struct Arguments { var to: String }

    func call(arguments: Arguments) async throws -> String {
        let before = city
        city = arguments.to
        isPlanning = true
        return "from \(before)"
    }
}

private struct CityGuide: DynamicInstructions {
    @SessionProperty(\.city) var city
    @SessionProperty(\.isPlanning) var isPlanning

    var body: some DynamicInstructions {
        "You are a guide to \(city)."
        if isPlanning {
            Instructions("Plan carefully.")
        } else {
            MoveTool()
        }
        ForEach(["Be brief.", "Be kind."], id: \.self) { text in Instructions(text) }
    }
}

private struct Quiet: LanguageModelSession.DynamicProfileModifier {
    func body(content: Content) -> some LanguageModelSession.DynamicProfile {
        content.temperature(0.9).maximumResponseTokens(50)
    }
}

private struct Travel: LanguageModelSession.DynamicProfile {
    let planner: ScriptedModel
    let talker: ScriptedModel
    let log: Log
    @SessionProperty(\.isPlanning) var isPlanning

    var body: some LanguageModelSession.DynamicProfile {
        if isPlanning {
            Profile { "Plan." }
                .model(planner)
                .temperature(0)
                .modifier(Quiet())
                .historyTransform { $0.suffix(2) }
                .onActivate { log.add("planning") }
                .onResponse { log.add("answered: \($0.segments.text)") }
        } else {
            Profile {
                "Talk."
                MoveTool()
            }
            .model(talker)
            .reasoningLevel(.light)
            .onPrompt { log.add("asked: \($0.segments.text)") }
            .onToolCall { call in log.add("calls \(call.toolName)") }
            .onToolOutput { log.add("called") }
            .onDeactivate { log.add("no more talking") }
        }
    }
}

/// A key written by hand as the macro generates it.
private struct SeatKey: SessionPropertyKey {
    static let defaultValue = "12A"
}

extension SessionPropertyValues {
    fileprivate var seat: String {
        get { self[SeatKey.self] }
        set { self[SeatKey.self] = newValue }
    }
}

private struct Rule: DynamicInstructions, Identifiable {
    let id: Int
    var body: some DynamicInstructions { "Rule \(id)" }
}

/// Dynamic instructions with every kind of part.
private struct EveryPart: DynamicInstructions {
    let isStrict: Bool
    let hint: Instructions?

    var body: some DynamicInstructions {
        "A"
        Instructions("B")
        MoveTool()
        [MoveTool()] as [any Tool]
        if isStrict { "C" } else { Rule(id: 0) }
        if let hint { hint }
        if #available(macOS 27, iOS 27, *) { "D" }
        ForEach([Rule(id: 1), Rule(id: 2)]) { rule in rule }
        ForEach(["x", "y"], id: \.self) { text in Instructions(text) }
        EmptyDynamicInstructions()
        AnyDynamicInstructions(erasing: Rule(id: 3))
        AnyDynamicInstructions(Rule(id: 4) as any DynamicInstructions)
        TupleDynamicInstructions(Rule(id: 5), Instructions("E"))
        ConditionalDynamicInstructions<Rule, Instructions>(.falseContent(Instructions("F")))
        Optional<Instructions>.none
    }
}

/// A profile with every modifier, each applied once.
private struct EveryModifier: LanguageModelSession.DynamicProfile {
    let model: ScriptedModel
    let log: Log

    var body: some LanguageModelSession.DynamicProfile {
        Profile {
            "Be brief."
            MoveTool()
        }
        .model(model)
        .temperature(0.25)
        .samplingMode(.random(top: 5))
        .maximumResponseTokens(99)
        .reasoningLevel(.moderate)
        .toolCallingMode(.allowed)
        .transcriptErrorHandlingPolicy(.preserveTranscript)
        .historyTransform { entries in entries.filter { if case .reasoning = $0 { false } else { true } } }
        .onActivate { log.add("activate") }
        .onPrompt { log.add("prompt") }
        .onPrompt { prompt in log.add("prompt \(prompt.segments.text)") }
        .onReasoning { log.add("reasoning") }
        .onReasoning { reasoning in log.add("reasoning \(reasoning.segments.text)") }
        .onToolCall { log.add("call") }
        .onToolCall { call in log.add("call \(call.toolName)") }
        .onToolOutput { log.add("output") }
        .onToolOutput { call, output in log.add("output \(call.id) \(output.segments.text)") }
        .onResponse { log.add("response") }
        .onResponse { response in log.add("response \(response.segments.text)") }
    }
}

/// A profile inside a type-erased one and a conditional one, written by hand.
private struct Chosen: LanguageModelSession.DynamicProfile {
    let model: ScriptedModel
    let isFirst: Bool

    var body: some LanguageModelSession.DynamicProfile {
        LanguageModelSession.AnyDynamicProfile(erasing: choice.model(model))
    }

    private var choice:
        LanguageModelSession.ConditionalDynamicProfile<
            LanguageModelSession.Profile, LanguageModelSession.AnyDynamicProfile
        >
    {
        let second = Profile { "Second" } as any LanguageModelSession.DynamicProfile
        return isFirst
            ? .trueContent(Profile { "First" }) : .falseContent(LanguageModelSession.AnyDynamicProfile(second))
    }
}

/// A tool that needs approval, which a session gets only from its profile.
private struct DeleteTool: Tool {
    let name = "delete"
    let description = "Deletes a note."
    let log: Log
    @Generable struct Arguments { var note: String }

    func call(arguments: Arguments) async throws -> String {
        log.add("deleted \(arguments.note)")
        return "deleted"
    }
}

private struct Keeper: LanguageModelSession.DynamicProfile {
    let model: ScriptedModel
    let log: Log

    var body: some LanguageModelSession.DynamicProfile {
        Profile {
            "Keep notes."
            DeleteTool(log: log).requiringApproval()
        }
        .model(model)
        .onToolCall { call in log.add("asked for \(call.toolName)") }
        .onToolOutput { _, output in log.add("output \(output.segments.text)") }
    }
}

/// A log of lines.
private final class Log: Sendable {
    private let stored = Mutex<[String]>([])
    var lines: [String] { stored.withLock { $0 } }
    func add(_ line: String) { stored.withLock { $0.append(line) } }
}

/// Instructions, profiles and session properties, evaluated before each round.
@Suite(.timeLimit(.minutes(1))) struct DynamicProfileTests {
    private static func instructions(_ request: LanguageModelExecutorGenerationRequest) -> String? {
        guard case .instructions(let instructions) = request.transcript.first else { return nil }
        return instructions.segments.text
    }

    @Test func instructionsFollowTheSessionsValues() async throws {
        let model = ScriptedModel([
            ScriptedModel.calls((id: "1", name: "move", arguments: #"{"to":"Nara"}"#)),
            ScriptedModel.text("There."),
        ])
        let session = LanguageModelSession(model: model, dynamicInstructions: CityGuide())
        #expect(try await session.respond(to: "Go to Nara").content == "There.")
        #expect(
            model.requests.map(Self.instructions) == [
                "You are a guide to Kyoto.\nBe brief.\nBe kind.",
                "You are a guide to Nara.\nPlan carefully.\nBe brief.\nBe kind.",
            ]
        )
        #expect(model.requests.map { $0.enabledToolDefinitions.map(\.name) } == [["move"], []])
        #expect(session.properties.city == "Nara")
        #expect(session.properties.guest == nil)
        // Dynamic instructions do not enter the transcript.
        #expect(session.transcript.count == session.transcript.history.count)
        #expect(session.properties.history.count == 4)
    }

    @Test func applesServersAreUnavailable() async throws {
        let model = PrivateCloudComputeLanguageModel()
        #expect(model.availability == .unavailable(.deviceNotEligible))
        #expect(!model.quotaUsage.isLimitReached)
        let error = await #expect(throws: PrivateCloudComputeLanguageModel.Error.self) {
            try await LanguageModelSession(model: model).respond(to: "Hi")
        }
        #expect(error?.debugDescription.contains("another model") == true)
        #expect(throws: SystemLanguageModel.Adapter.AssetError.self) { try SystemLanguageModel.Adapter(name: "mine") }
        #expect(SystemLanguageModel.default.variant != .core3)
        #expect(LanguageModelCapabilities(capabilities: [.vision]).contains(.vision))
    }

    @Test func aSessionsValuesAreItsOwn() async throws {
        let model = ScriptedModel([ScriptedModel.text("a"), ScriptedModel.text("b")])
        let (first, second) = (
            LanguageModelSession(model: model, dynamicInstructions: CityGuide()),
            LanguageModelSession(model: model, dynamicInstructions: CityGuide())
        )
        first.properties.city = "Osaka"
        try await first.respond(to: "Hi")
        try await second.respond(to: "Hi")
        #expect(model.requests.map { Self.instructions($0)?.contains("Osaka") } == [true, false])
    }

    @Test func aProfileChoosesModelOptionsAndHistory() async throws {
        let talker = ScriptedModel([ScriptedModel.calls((id: "1", name: "move", arguments: #"{"to":"Nara"}"#))])
        let planner = ScriptedModel([ScriptedModel.text("Planned."), ScriptedModel.text("Again.")])
        let log = Log()
        let session = LanguageModelSession(
            profile: Travel(planner: planner, talker: talker, log: log),
            history: []
        )
        #expect(try await session.respond(to: "Go to Nara").content == "Planned.")
        #expect(Self.instructions(talker.requests[0]) == "Talk.")
        #expect(talker.requests[0].contextOptions.reasoningLevel == .light)
        let planned = planner.requests[0]
        #expect(Self.instructions(planned) == "Plan.")
        #expect(planned.enabledToolDefinitions.isEmpty)
        // The inner modifier overrides the outer one, which sets the remaining options.
        #expect(planned.generationOptions.temperature == 0)
        #expect(planned.generationOptions.maximumResponseTokens == 50)
        #expect(planned.transcript.history.count == 2)
        try await session.respond(to: "Once more", options: GenerationOptions(temperature: 0.5))
        #expect(planner.requests[1].generationOptions.temperature == 0.5)
        #expect(
            log.lines == [
                "asked: Go to Nara", "calls move", "called", "no more talking", "planning", "answered: Planned.",
                "answered: Again.",
            ]
        )
    }

    @Test func everyPartOfDynamicInstructions() async throws {
        let model = ScriptedModel([ScriptedModel.text("a"), ScriptedModel.text("b")])
        for (isStrict, hint) in [(true, nil), (false, Instructions("Hint"))] {
            let parts = EveryPart(isStrict: isStrict, hint: hint)
            try await LanguageModelSession(model: model, dynamicInstructions: parts).respond(to: "Hi")
        }
        let common = "D Rule 1 Rule 2 x y Rule 3 Rule 4 Rule 5 E F"
        #expect(
            model.requests.map { Self.instructions($0)?.split(separator: "\n").joined(separator: " ") }
                == ["A B C \(common)", "A B Rule 0 Hint \(common)"]
        )
        #expect(model.requests.map(\.enabledToolDefinitions.count) == [2, 2])
    }

    @Test func everyModifierOfAProfile() async throws {
        let model = ScriptedModel([
            { _, channel in
                await channel.send(.reasoning(action: .appendText("Hm.")))
                await ScriptedModel.send(call: "1", "move", #"{"to":"Nara"}"#, to: channel)
            },
            ScriptedModel.text("There."),
        ])
        let log = Log()
        let session = LanguageModelSession(profile: EveryModifier(model: model, log: log))
        #expect(try await session.respond(to: "Go").content == "There.")
        let request = model.requests[0]
        #expect(request.generationOptions.temperature == 0.25)
        #expect(request.generationOptions.samplingMode == .random(top: 5))
        #expect(request.generationOptions.maximumResponseTokens == 99)
        #expect(request.generationOptions.toolCallingMode == .allowed)
        #expect(request.contextOptions.reasoningLevel == .moderate)
        // The model does not get the reasoning, but the transcript has it.
        #expect(model.requests[1].transcript.map(\.kind) == ["instructions", "prompt", "tool_calls", "tool_output"])
        #expect(session.transcript.map(\.kind) == ["prompt", "reasoning", "tool_calls", "tool_output", "response"])
        #expect(
            log.lines == [
                "activate", "prompt", "prompt Go", "reasoning", "reasoning Hm.", "call", "call move", "output",
                "output 1 from Kyoto", "response", "response There.",
            ]
        )
        // The script has ended: the turn fails, and the profile's policy decides about the transcript.
        await #expect(throws: ScriptedModel.ScriptEnded.self) { try await session.respond(to: "More") }
        #expect(session.transcript.last?.description == "prompt: More")
    }

    @Test func aProfileIsErasedAndChosenByHand() async throws {
        let model = ScriptedModel([ScriptedModel.text("a"), ScriptedModel.text("b")])
        for isFirst in [true, false] {
            try await LanguageModelSession(profile: Chosen(model: model, isFirst: isFirst)).respond(to: "Hi")
        }
        #expect(model.requests.map(Self.instructions) == ["First", "Second"])
    }

    @Test func aKeyWrittenOutHasADefaultAndAValueForEachSession() {
        let (first, second) = (
            LanguageModelSession(model: ScriptedModel([])), LanguageModelSession(model: ScriptedModel([]))
        )
        first.properties.seat = "1C"
        #expect(first.properties[SeatKey.self] == "1C")
        #expect(second.properties.seat == "12A")
    }

    /// A tool from a profile waits for its approval like a tool of the session.
    @Test func aToolOfAProfileWaitsForItsApproval() async throws {
        for isApproved in [true, false] {
            let log = Log()
            let model = ScriptedModel([
                ScriptedModel.calls((id: "1", name: "delete", arguments: #"{"note":"list"}"#)),
                ScriptedModel.text("Done."),
            ])
            let session = LanguageModelSession(profile: Keeper(model: model, log: log))
            let suspension = await #expect(throws: LanguageModelSession.Suspension.self) {
                try await session.respond(to: "Delete my list")
            }
            #expect(suspension?.pendingCalls.map(\.need) == [.approval])
            #expect(session.pendingCalls.map(\.call.toolName) == ["delete"])
            #expect(log.lines == ["asked for delete"])
            // Another session continues the conversation, as after a restart.
            let later = LanguageModelSession(profile: Keeper(model: model, log: log), history: session.transcript)
            #expect(later.pendingCalls.map(\.need) == [.approval])
            let answer = try await later.resume([isApproved ? .approval(id: "1") : .rejection(id: "1")])
            #expect(answer.content == "Done.")
            #expect(log.lines.contains("deleted list") == isApproved)
            #expect(later.pendingCalls.isEmpty)
            #expect(model.requests.map { Self.instructions($0) } == ["Keep notes.", "Keep notes."])
        }
    }

    /// An error of a profile's handler before a call ends the turn, and no tool runs.
    @Test func anErrorBeforeACallEndsTheTurn() async throws {
        struct NotNow: Error {}
        let log = Log()
        let model = ScriptedModel([ScriptedModel.calls((id: "1", name: "delete", arguments: #"{"note":"list"}"#))])
        let profile = LanguageModelSession.Profile { DeleteTool(log: log) }
            .model(model)
            .onToolCall { _ in throw NotNow() }
        let session = LanguageModelSession(profile: profile)
        await #expect(throws: NotNow.self) { try await session.respond(to: "Go") }
        #expect(log.lines.isEmpty)
        #expect(session.transcript.isEmpty)
    }
}
