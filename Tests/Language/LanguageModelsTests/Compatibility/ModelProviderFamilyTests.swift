import Foundation
import LanguageModels
import Synchronization
import Testing

/// A model of a provider package, which counts its executors and records their requests.
private struct LocalModel: LanguageModel {
    /// The engine of the provider, which records what it receives.
    final class Engine: Sendable {
        let executorCount = Mutex(0)
        let prewarmed = Mutex<[Transcript]>([])
        let requests = Mutex<[LanguageModelExecutorGenerationRequest]>([])
    }

    let engine = Engine()
    var capabilities = LanguageModelCapabilities([.guidedGeneration, .toolCalling, .reasoning])
    var isBroken = false
    /// Sends the events for the round with this number.
    var script: @Sendable (Int, LanguageModelExecutorGenerationChannel) async throws -> Void = { _, channel in
        await channel.send(.response(action: .appendText("ok")))
    }

    var executorConfiguration: Executor.Configuration {
        Executor.Configuration(name: "local", isBroken: isBroken, engine: ObjectIdentifier(engine), live: .init(engine))
    }

    struct Executor: LanguageModelExecutor {
        struct Configuration: Hashable, Sendable {
            /// A reference to the engine that does not affect the equality of configurations.
            struct Live: Hashable, Sendable {
                let engine: Engine
                init(_ engine: Engine) { self.engine = engine }
                static func == (left: Self, right: Self) -> Bool { true }
                func hash(into hasher: inout Hasher) {}
            }

            var name: String
            var isBroken: Bool
            var engine: ObjectIdentifier
            var live: Live
        }

        struct Broken: Error {}

        init(configuration: Configuration) throws {
            if configuration.isBroken { throw Broken() }
            configuration.live.engine.executorCount.withLock { $0 += 1 }
        }

        func prewarm(model: LocalModel, transcript: Transcript) {
            model.engine.prewarmed.withLock { $0.append(transcript) }
        }

        nonisolated(nonsending) func respond(
            to request: LanguageModelExecutorGenerationRequest,
            model: LocalModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            let number = model.engine.requests.withLock { requests in
                requests.append(request)
                return requests.count
            }
            try await model.script(number, channel)
        }
    }
}

/// A model with only the requirements of the protocols.
private struct PlainModel: LanguageModel {
    let capabilities = LanguageModelCapabilities([])
    let executorConfiguration = "plain"

    struct Executor: LanguageModelExecutor {
        init(configuration: String) {}

        func respond(
            to request: LanguageModelExecutorGenerationRequest,
            model: PlainModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            await channel.send(.response(action: .appendText("plain")))
        }
    }
}

private struct EchoTool: Tool {
    let name = "echo"
    let description = "Echoes."
    @Generable struct Arguments { var text: String }
    func call(arguments: Arguments) async throws -> String { arguments.text }
}

/// The protocols of models and executors, used as in a provider package (reference §2.12, without images).
@Suite(.timeLimit(.minutes(1))) struct ModelProviderFamilyTests {
    @Test func aModelThatOnlyAnswers() async throws {
        let session = LanguageModelSession(model: PlainModel())
        session.prewarm()
        #expect(try await session.respond(to: "Hi").content == "plain")
    }

    @Test func anExecutorIsMadeOnceForASession() async throws {
        let model = LocalModel()
        let session = LanguageModelSession(model: model)
        session.prewarm()
        try await session.respond(to: "One")
        try await session.respond(to: "Two")
        #expect(model.engine.executorCount.withLock { $0 } == 1)
        _ = try await LanguageModelSession(model: model).respond(to: "Three")
        #expect(model.engine.executorCount.withLock { $0 } == 2)
        let broken = LanguageModelSession(model: LocalModel(isBroken: true))
        broken.prewarm()
        await #expect(throws: LocalModel.Executor.Broken.self) { try await broken.respond(to: "Hi") }
    }

    /// A profile returns a new model value for each round, but the executor stays the same.
    @Test func anExecutorIsMadeOnceForASessionWithAProfile() async throws {
        let model = LocalModel { number, channel in
            guard number == 1 else { return await channel.send(.response(action: .appendText("done"))) }
            await channel.send(
                .toolCalls(action: .toolCall(id: "1", name: "echo", action: .appendArguments(#"{"text":"a"}"#)))
            )
        }
        let session = LanguageModelSession(profile: LocalProfile(model: model))
        try await session.respond(to: "One")
        try await session.respond(to: "Two")
        #expect(model.engine.requests.withLock { $0.count } == 3)
        #expect(model.engine.executorCount.withLock { $0 } == 1)
    }

    private struct LocalProfile: LanguageModelSession.DynamicProfile {
        let model: LocalModel
        var body: some LanguageModelSession.DynamicProfile {
            Profile {
                "Be brief."
                EchoTool()
            }
            .model(model)
        }
    }

    @Test func prewarmingPassesTheStartOfTheNextRequestToTheModel() async throws {
        let model = LocalModel()
        let session = LanguageModelSession(model: model, instructions: "Be brief.")
        session.prewarm()
        session.prewarm(promptPrefix: Prompt("Translate: "))
        LanguageModelSession(profile: LocalProfile(model: model)).prewarm(promptPrefix: Prompt("Hi"))
        LanguageModelSession(model: model, dynamicInstructions: Instructions("Be kind.")).prewarm()
        #expect(
            model.engine.prewarmed.withLock { $0.map { $0.map(\.description) } } == [
                ["instructions: Be brief."], ["instructions: Be brief.", "prompt: Translate: "],
                ["instructions: Be brief. [tools: echo]", "prompt: Hi"], ["instructions: Be kind."],
            ]
        )
        #expect(session.transcript.count == 1)
    }

    @Test func theRequestHasAllParametersOfTheCall() async throws {
        let model = LocalModel { _, channel in await channel.send(.response(action: .appendText("5"))) }
        let session = LanguageModelSession(model: model, tools: [EchoTool()], instructions: "Be brief.")
        try await session.respond(
            to: "How many?",
            generating: Int.self,
            options: GenerationOptions(temperature: 0.5),
            contextOptions: ContextOptions(includeSchemaInPrompt: true, reasoningLevel: .moderate),
            metadata: ["user": "ada"]
        )
        let request = try #require(model.engine.requests.withLock { $0.first })
        #expect(request.transcript.count == 2)
        #expect(request.enabledToolDefinitions.map(\.name) == ["echo"])
        #expect(request.schema == Int.generationSchema)
        #expect(request.generationOptions.temperature == 0.5)
        #expect(request.contextOptions.reasoningLevel == .moderate)
        #expect(request.metadata["user"]?.kind == .string("ada"))
        let id = UUID()
        let own = LanguageModelExecutorGenerationRequest(
            id: id,
            transcript: request.transcript,
            enabledTools: request.enabledToolDefinitions,
            schema: request.schema,
            generationOptions: request.generationOptions,
            contextOptions: request.contextOptions,
            metadata: ["user": "ada"]
        )
        #expect(own.id == id)
        #expect(own.metadata == request.metadata)
    }

    @Test func everyActionOfAnAnswerAndItsReasoning() async throws {
        let model = LocalModel { _, channel in
            await channel.send(.reasoning(entryID: "t", action: .appendText("Hm", segmentID: "t1", tokenCount: 1)))
            await channel.send(
                .reasoning(entryID: "t", action: .replaceTextSegment("Well", segmentID: "t1", tokenCount: 1))
            )
            await channel.send(.reasoning(entryID: "t", action: .updateSignature(Data([7]), tokenCount: 1)))
            await channel.send(.reasoning(entryID: "t", action: .updateMetadata(["style": "short"])))
            await channel.send(.response(entryID: "r", action: .appendText("Hel", segmentID: "s1", tokenCount: 1)))
            await channel.send(.response(entryID: "r", action: .appendText("lo", segmentID: "s1")))
            await channel.send(.response(entryID: "r", action: .appendText("draft", segmentID: "s2")))
            await channel.send(
                .response(entryID: "r", action: .replaceTextSegment("there", segmentID: "s2", tokenCount: 1))
            )
            await channel.send(.response(entryID: "r", action: .updateMetadata(["finish": "length"])))
            await channel.send(.response(entryID: "r", action: .updateMetadata(["finish": "stop"])))
            await channel.send(
                .reasoning(
                    entryID: "t",
                    action: .updateUsage(input: .init(totalTokenCount: 1), output: .init(totalTokenCount: 1))
                )
            )
            await channel.send(
                .response(
                    entryID: "r",
                    action: .updateUsage(
                        input: .init(totalTokenCount: 9, cachedTokenCount: 4),
                        output: .init(totalTokenCount: 5, reasoningTokenCount: 2),
                        metadata: ["tier": "flex"]
                    )
                )
            )
        }
        let session = LanguageModelSession(model: model)
        let response = try await session.respond(to: "Hi")
        #expect(response.content == "Hello\nthere")
        // Counts are cumulative within a round, so the last one applies.
        #expect((response.usage.input.totalTokenCount, response.usage.input.cachedTokenCount) == (9, 4))
        #expect((response.usage.output.totalTokenCount, response.usage.output.reasoningTokenCount) == (5, 2))
        #expect(response.usage.metadata["tier"]?.kind == .string("flex"))
        guard case .reasoning(let thought) = session.transcript[1], case .response(let answer) = session.transcript[2]
        else { Issue.record("\(session.transcript)"); return }
        #expect(thought.id == "t")
        #expect(thought.segments.map(\.description) == ["Well"])
        #expect(thought.signature == Data([7]))
        #expect(thought.metadata["style"]?.kind == .string("short"))
        #expect(answer.id == "r")
        #expect(answer.segments.map(\.id) == ["s1", "s2"])
        #expect(answer.metadata["finish"]?.kind == .string("stop"))
    }

    @Test func everyActionOfCalls() async throws {
        let model = LocalModel { number, channel in
            guard number == 1 else { return await channel.send(.response(action: .appendText("done"))) }
            typealias Step = LanguageModelExecutorGenerationChannel.ToolCalls.ToolCall.Action
            func step(_ id: String, _ action: Step) async {
                await channel.send(.toolCalls(entryID: "c", action: .toolCall(id: id, name: "echo", action: action)))
            }
            await step("1", .appendArguments(#"{"text":"#, tokenCount: 2))
            await step("2", .appendArguments(#"{"text":"b"}"#))
            await step("1", .appendArguments(#""a"}"#))
            await step("1", .updateMetadata(["seal": "x"]))
            await channel.send(.toolCalls(entryID: "c", action: .removeToolCall(id: "2")))
            await channel.send(.toolCalls(entryID: "c", action: .updateMetadata(["parallel": true])))
            await channel.send(
                .toolCalls(
                    entryID: "c",
                    action: .updateUsage(input: .init(totalTokenCount: 3), output: .init(totalTokenCount: 2))
                )
            )
        }
        let session = LanguageModelSession(model: model, tools: [EchoTool()])
        try await session.respond(to: "Hi")
        guard case .toolCalls(let calls) = session.transcript[2] else { Issue.record("\(session.transcript)"); return }
        #expect(calls.id == "c")
        #expect(calls.map(\.id) == ["1"])
        #expect(calls[0].arguments.jsonString == #"{"text":"a"}"#)
        #expect(calls[0].metadata["seal"]?.kind == .string("x"))
        #expect(session.usage.totalTokenCount == 5)
    }

    @Test func aChannelIsASequenceOfEvents() async {
        let channel = LanguageModelExecutorGenerationChannel()
        await channel.send(.response(action: .appendText("a")))
        await channel.send(.reasoning(action: .appendText("b")))
        var iterator = channel.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        #expect(await iterator.next() != nil)
    }

    @Test func capabilitiesAreASet() {
        let capabilities = LanguageModelCapabilities([.vision, .reasoning])
        let all: [LanguageModelCapabilities.Capability] = [.vision, .guidedGeneration, .reasoning, .toolCalling]
        #expect(all.map(capabilities.contains) == [true, false, true, false])
        #expect(Set(all).count == 4)
    }

    /// The session reports a missing capability before it calls the model.
    @Test func anUndeclaredCapabilityIsAnErrorOfTheSession() async throws {
        let model = LocalModel(capabilities: LanguageModelCapabilities([]))
        let guided = await #expect(throws: LanguageModelError.self) {
            try await LanguageModelSession(model: model).respond(to: "Hi", generating: Int.self)
        }
        guard case .unsupportedCapability(let lack)? = guided else { Issue.record("\(guided as Any)"); return }
        #expect(lack.capability == .guidedGeneration)
        let calling = await #expect(throws: LanguageModelError.self) {
            try await LanguageModelSession(model: model, tools: [EchoTool()]).respond(to: "Hi")
        }
        guard case .unsupportedCapability(let other)? = calling else { Issue.record("\(calling as Any)"); return }
        #expect(other.capability == .toolCalling)
        #expect(model.engine.requests.withLock { $0.isEmpty })
    }

    @Test func anErrorOfTheTransportPassesThrough() async {
        struct ConnectionLost: Error {}
        let model = LocalModel { _, channel in
            await channel.send(.response(action: .appendText("Half an ans")))
            throw ConnectionLost()
        }
        let session = LanguageModelSession(model: model)
        await #expect(throws: ConnectionLost.self) { try await session.respond(to: "Hi") }
        #expect(session.transcript.isEmpty)
    }
}

extension LocalModel {
    init(script: @escaping @Sendable (Int, LanguageModelExecutorGenerationChannel) async throws -> Void) {
        self.init()
        self.script = script
    }
}
