import Foundation
import Observation
import StreamingJSON
import Synchronization
import Testing

@testable import LanguageModels

/// Calls written as for Apple's framework.
@Suite(.timeLimit(.minutes(1))) struct SessionSurfaceTests {
    private static let person = #"{"name":"Ada","folders":[]}"#
    private static let schema = Folder.generationSchema

    @Test func everyFormOfAnAnswer() async throws {
        let text = ScriptedModel((0..<6).map { _ in ScriptedModel.text("hello") })
        let session = LanguageModelSession(model: text)
        let prompt = Prompt("Hi")
        #expect(try await session.respond(to: prompt).content == "hello")
        #expect(try await session.respond(to: "Hi").content == "hello")
        #expect(try await session.respond { "Hi" }.content == "hello")
        let options = GenerationOptions(sampling: .greedy, temperature: 0.2)
        #expect(try await session.respond(to: prompt, options: options, metadata: ["k": 1]).content == "hello")
        #expect(
            try await session.respond(to: "Hi", contextOptions: ContextOptions(reasoningLevel: .deep)).content
                == "hello"
        )
        #expect(
            try await session.respond(options: options, contextOptions: ContextOptions()) { "Hi" }.content == "hello"
        )
        #expect(text.requests[3].generationOptions.sampling == .greedy)
        #expect(text.requests[4].contextOptions.reasoningLevel == .deep)
    }

    @Test func everyFormOfAStructuredAnswer() async throws {
        let model = ScriptedModel((0..<12).map { _ in ScriptedModel.text(Self.person) })
        let session = LanguageModelSession(model: model)
        let prompt = Prompt("Hi")
        let context = ContextOptions(includeSchemaInPrompt: false)
        #expect(try await session.respond(to: prompt, schema: Self.schema).content.value(forProperty: "name") == "Ada")
        #expect(
            try await session.respond(to: "Hi", schema: Self.schema, includeSchemaInPrompt: false).rawContent.isComplete
        )
        #expect(try await session.respond(schema: Self.schema) { "Hi" }.content.isComplete)
        #expect(try await session.respond(to: prompt, generating: Folder.self).content.name == "Ada")
        #expect(
            try await session.respond(to: "Hi", generating: Folder.self, includeSchemaInPrompt: false).content.name
                == "Ada"
        )
        #expect(try await session.respond(generating: Folder.self) { "Hi" }.content.name == "Ada")
        #expect(try await session.respond(to: prompt, schema: Self.schema, contextOptions: context).content.isComplete)
        #expect(try await session.respond(to: "Hi", schema: Self.schema, contextOptions: context).content.isComplete)
        #expect(try await session.respond(schema: Self.schema, contextOptions: context) { "Hi" }.content.isComplete)
        #expect(
            try await session.respond(to: prompt, generating: Folder.self, contextOptions: context).content.name
                == "Ada"
        )
        #expect(
            try await session.respond(to: "Hi", generating: Folder.self, metadata: ["k": true]).content.name == "Ada"
        )
        let inferred: Folder = try await session.respond(contextOptions: context) { "Hi" }.content
        #expect(inferred.name == "Ada")
        let asked = model.requests.map(\.contextOptions.includeSchemaInPrompt)
        #expect(asked == [true, false, true, true, false, true, false, false, false, false, true, false])
    }

    @Test func everyFormOfAStream() async throws {
        let model = ScriptedModel((0..<18).map { _ in ScriptedModel.text(Self.person) })
        let session = LanguageModelSession(model: model)
        let prompt = Prompt("Hi")
        let context = ContextOptions(includeSchemaInPrompt: false)
        #expect(try await session.streamResponse(to: prompt).collect().content == Self.person)
        #expect(try await session.streamResponse(to: "Hi").collect().content == Self.person)
        #expect(try await session.streamResponse { "Hi" }.collect().content == Self.person)
        #expect(try await session.streamResponse(to: prompt, contextOptions: context).collect().content == Self.person)
        #expect(try await session.streamResponse(to: "Hi", metadata: ["k": 1]).collect().content == Self.person)
        #expect(try await session.streamResponse(contextOptions: context) { "Hi" }.collect().content == Self.person)
        #expect(try await session.streamResponse(to: prompt, schema: Self.schema).collect().content.isComplete)
        #expect(try await session.streamResponse(to: "Hi", schema: Self.schema).collect().content.isComplete)
        #expect(try await session.streamResponse(schema: Self.schema) { "Hi" }.collect().content.isComplete)
        #expect(
            try await session.streamResponse(to: prompt, schema: Self.schema, contextOptions: context).collect().content
                .isComplete
        )
        #expect(
            try await session.streamResponse(to: "Hi", schema: Self.schema, contextOptions: context).collect().content
                .isComplete
        )
        #expect(
            try await session.streamResponse(schema: Self.schema, contextOptions: context) { "Hi" }.collect().content
                .isComplete
        )
        #expect(try await session.streamResponse(to: prompt, generating: Folder.self).collect().content.name == "Ada")
        #expect(try await session.streamResponse(to: "Hi", generating: Folder.self).collect().content.name == "Ada")
        #expect(try await session.streamResponse(generating: Folder.self) { "Hi" }.collect().content.name == "Ada")
        #expect(
            try await session.streamResponse(to: prompt, generating: Folder.self, contextOptions: context).collect()
                .content.name == "Ada"
        )
        #expect(
            try await session.streamResponse(to: "Hi", generating: Folder.self, contextOptions: context).collect()
                .content.name == "Ada"
        )
        #expect(
            try await session.streamResponse(generating: Folder.self, contextOptions: context) { "Hi" }.collect()
                .content.name == "Ada"
        )
        #expect(session.transcript.count == 36)
    }

    @Test func sessionsWithoutAModelUseTheSystemModel() async throws {
        let model = ScriptedModel((0..<4).map { _ in ScriptedModel.text("from the system") })
        try await SystemLanguageModel.withModel(
            model,
            contextSize: 9000,
            supportedLanguages: [.init(identifier: "ja")]
        ) {
            try await useTheSystemsModel()
        }
    }

    private func useTheSystemsModel() async throws {
        let system = SystemLanguageModel.default
        #expect(system.availability == .available)
        #expect(system.contextSize == 9000)
        #expect(system.supportsLocale(Locale(identifier: "ja_JP")))
        #expect(!system.supportsLocale(Locale(identifier: "de_DE")))
        #expect(try await system.tokenCount(for: "こんにちは") == 5)
        #expect(try await system.tokenCount(for: Instructions("Be brief")) > 0)
        #expect(try await system.tokenCount(for: [Household.Stock()]) > 5)
        #expect(try await system.tokenCount(for: Self.schema) > 5)
        #expect(try await system.tokenCount(for: Transcript()) == 0)
        #expect(try await LanguageModelSession().respond(to: "Hi").content == "from the system")
        #expect(
            try await LanguageModelSession(instructions: "Be brief").respond(to: "Hi").content == "from the system"
        )
        let built = LanguageModelSession(tools: [Household.Stock()]) { "Be brief" }
        #expect(try await built.respond(to: "Hi").content == "from the system")
        let resumed = LanguageModelSession(transcript: built.transcript)
        #expect(try await resumed.streamResponse(to: "Hi").collect().content == "from the system")
    }

    @Test func withoutASystemModelTheErrorNamesIt() async throws {
        #expect(SystemLanguageModel.default.availability == .unavailable(.modelNotReady))
        #expect(!SystemLanguageModel(useCase: .contentTagging).isAvailable)
        let error = await #expect(throws: SystemLanguageModel.Error.self) {
            try await LanguageModelSession().respond(to: "Hi")
        }
        guard case .assetsUnavailable = LanguageModelSession.GenerationError(try #require(error)) else {
            Issue.record("the old name of the error")
            return
        }
    }

    @Test func aMissingCapabilityIsReportedBeforeTheRequest() async throws {
        let model = LimitedModel()
        await #expect(throws: LanguageModelError.self) {
            try await LanguageModelSession(model: model).respond(to: "Hi", generating: Folder.self)
        }
        await #expect(throws: LanguageModelError.self) {
            try await LanguageModelSession(model: model, tools: [Household.Stock()]).respond(to: "Hi")
        }
        #expect(
            try await LanguageModelSession(model: model, tools: [Household.Stock()]).respond(
                to: "Hi",
                options: GenerationOptions(toolCallingMode: .disallowed)
            ).content == "plain"
        )
        await #expect(throws: LanguageModelSession.TurnError.noToolToRequire) {
            try await LanguageModelSession(model: ScriptedModel([])).respond(
                to: "Hi",
                options: GenerationOptions(toolCallingMode: .required)
            )
        }
    }

    /// A model that only writes text.
    private struct LimitedModel: LanguageModel {
        let capabilities = LanguageModelCapabilities([])
        let executorConfiguration = 0

        struct Executor: LanguageModelExecutor {
            init(configuration: Int) {}

            func respond(
                to request: LanguageModelExecutorGenerationRequest,
                model: LimitedModel,
                streamingInto channel: LanguageModelExecutorGenerationChannel
            ) async throws {
                await channel.send(.response(action: .appendText("plain")))
            }
        }
    }

    @Test func theToolCallingModeIsApplied() async throws {
        let model = ScriptedModel([
            ScriptedModel.calls(("1", "stock", #"{"item":"a"}"#)), ScriptedModel.text("done"),
            ScriptedModel.calls(("1", "stock", #"{"item":"a"}"#)), Household.readingOut,
        ])
        let session = LanguageModelSession(model: model, tools: [Household.Stock()])
        try await session.respond(to: "go", options: GenerationOptions(toolCallingMode: .required))
        #expect(model.requests[0].generationOptions.toolCallingMode == .required)
        // After a tool call the model may answer, because otherwise it never could.
        #expect(model.requests[1].generationOptions.toolCallingMode == .allowed)
        let fresh = LanguageModelSession(model: model, tools: [Household.Stock()])
        let answer = try await fresh.respond(to: "go", options: GenerationOptions(toolCallingMode: .disallowed))
        #expect(model.requests[2].enabledToolDefinitions.isEmpty)
        #expect(answer.content.contains("no tool named stock"))
    }

    @Test func feedbackHoldsTheConversation() async throws {
        let session = LanguageModelSession(model: ScriptedModel([ScriptedModel.text("42")]))
        try await session.respond(to: "Hi")
        let data = session.logFeedbackAttachment(
            sentiment: .negative,
            issues: [.init(category: .incorrect, explanation: "it is 43"), .init(category: .unhelpful)],
            desiredResponseText: "43"
        )
        let feedback = try JSONValue(parsing: data)
        #expect(feedback["sentiment"] == "negative")
        #expect(feedback["issues"]?[0]?["explanation"] == "it is 43")
        #expect(feedback["issues"]?[1] == ["category": "unhelpful"])
        #expect(try Transcript(jsonValue: try #require(feedback["transcript"])) == session.transcript)
        #expect(feedback["desired_output"]?["segments"]?[0]?["text"] == "43")
        let structured = try JSONValue(
            parsing: session.logFeedbackAttachment(sentiment: nil, desiredResponseContent: GeneratedContent(3))
        )
        #expect(structured["desired_output"]?["segments"]?[0]?["content"] == "3")
        #expect(structured["sentiment"] == nil)
    }

    @Test func prewarmingPassesTheStartOfThePrompt() {
        let model = WarmModel()
        let session = LanguageModelSession(model: model, instructions: "Be brief")
        session.prewarm()
        session.prewarm(promptPrefix: Prompt("Tell me about"))
        #expect(model.seen.map { $0.map(\.kind) } == [["instructions"], ["instructions", "prompt"]])
        #expect(session.transcript.count == 1)
    }

    private final class WarmModel: LanguageModel {
        let capabilities = LanguageModelCapabilities([])
        let executorConfiguration = 0
        private let transcripts = Mutex<[Transcript]>([])

        var seen: [Transcript] { transcripts.withLock { $0 } }

        struct Executor: LanguageModelExecutor {
            init(configuration: Int) {}

            func prewarm(model: WarmModel, transcript: Transcript) {
                model.transcripts.withLock { $0.append(transcript) }
            }

            func respond(
                to request: LanguageModelExecutorGenerationRequest,
                model: WarmModel,
                streamingInto channel: LanguageModelExecutorGenerationChannel
            ) async throws {}
        }
    }

    @Test func theSessionCanBeObserved() async throws {
        let changes = Mutex(0)
        let session = LanguageModelSession(
            model: ScriptedModel([
                { _, channel in
                    await channel.send(.response(action: .appendText("x")))
                }
            ])
        )
        withObservationTracking {
            _ = session.isResponding
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        try await session.turn(Prompt("go")) { _ in
            #expect(session.isResponding)
            #expect(session.transcript.map(\.kind) == ["prompt"])
        }
        #expect(changes.withLock { $0 } == 1)
    }

    @Test func theTranscriptCanBeSetBetweenTurnsOnly() async throws {
        let session = LanguageModelSession(
            model: ScriptedModel([
                ScriptedModel.text("one"), ScriptedModel.text("two", "three"), ScriptedModel.text("four"),
            ]),
            instructions: "Be brief"
        )
        try await session.respond(to: "go")
        session.transcript.history.removeAll()
        #expect(session.transcript.map(\.kind) == ["instructions"])
        let isSet = Mutex(false)
        await #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) {
            try await session.turn(Prompt("go")) { _ in
                guard !isSet.withLock({ $0 }) else { return }
                isSet.withLock { $0 = true }
                session.transcript = Transcript()
            }
        }
        #expect(session.transcript.map(\.kind) == ["instructions"])
        #expect(try await session.respond(to: "go").content == "four")
    }

    @Test(arguments: [
        (
            LanguageModelError.contextSizeExceeded(.init(debugDescription: "x")) as any Error,
            "exceededContextWindowSize"
        ),
        (LanguageModelError.rateLimited(.init(debugDescription: "x")), "rateLimited"),
        (LanguageModelError.guardrailViolation(.init(debugDescription: "x")), "guardrailViolation"),
        (LanguageModelError.refusal(.init(explanation: "e", debugDescription: "x")), "refusal"),
        (
            LanguageModelError.unsupportedGenerationGuide(.init(schemaName: nil, debugDescription: "x")),
            "unsupportedGuide"
        ),
        (
            LanguageModelError.unsupportedLanguageOrLocale(.init(languageCode: "xx", debugDescription: "x")),
            "unsupportedLanguageOrLocale"
        ),
        (GeneratedContent.ParsingError(rawContent: "", debugDescription: "x"), "decodingFailure"),
        (LanguageModelSession.Error.concurrentRequests, "concurrentRequests"),
    ])
    func errorsHaveTheirOldNames(error: any Error, name: String) throws {
        let old = try #require(LanguageModelSession.GenerationError(error))
        #expect("\(old)".hasPrefix(name))
        #expect(old.errorDescription?.isEmpty == false)
        #expect(old.failureReason?.isEmpty == false)
        #expect(old.recoverySuggestion?.isEmpty == false)
    }

    @Test func aRefusalHasItsExplanationUnderTheOldNameToo() async throws {
        let error = LanguageModelError.refusal(.init(explanation: "I may not.", debugDescription: "x"))
        guard case .refusal(let refusal, _) = LanguageModelSession.GenerationError(error) else {
            Issue.record("the old name of a refusal")
            return
        }
        #expect(try await refusal.explanation.content == "I may not.")
        #expect(LanguageModelSession.GenerationError(CancellationError()) == nil)
    }
}
