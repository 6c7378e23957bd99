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

/// Remembers what it is told.
private final class Log: Sendable {
    private let stored = Mutex<[String]>([])
    var lines: [String] { stored.withLock { $0 } }
    func add(_ line: String) { stored.withLock { $0.append(line) } }
}

/// Instructions, profiles and session properties, worked out before each round.
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
        // Instructions that change are no part of what was said.
        #expect(session.transcript.count == session.transcript.history.count)
        #expect(session.properties.history.count == 4)
    }

    @Test func applesOwnModelsSayThatTheyAreNotHere() async throws {
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
        // The inner modifier comes first, the outer one says what it left open.
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
}
