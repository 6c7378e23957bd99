import LanguageModels
import Observation
import Synchronization
import Testing

@Generable
private struct Trip: Equatable {
    var place: String
    @Guide(.count(2)) var days: [Day]

    @Generable
    struct Day: Equatable { var plan: String }
}

/// Sessions, answers and streams (reference §2.9).
@Suite(.timeLimit(.minutes(1))) struct SessionFamilyTests {
    private static let trip = #"{"place":"Nara","days":[{"plan":"deer"},{"plan":"temples"}]}"#
    private static let schema = Trip.generationSchema

    struct EchoTool: Tool {
        let name = "echo"
        let description = "Echoes."
        @Generable struct Arguments { var text: String }
        func call(arguments: Arguments) async throws -> String { arguments.text }
    }

    private static func answering(_ text: String, _ count: Int) -> ScriptedModel {
        ScriptedModel((0..<count).map { _ in ScriptedModel.text(text) })
    }

    // MARK: Making sessions

    @Test func aSessionIsMadeInEveryWay() async throws {
        let model = Self.answering("ok", 6)
        let said = Transcript(entries: [
            .instructions(.init(segments: [.text(.init(content: "Before"))], toolDefinitions: [])),
            .prompt(.init(segments: [.text(.init(content: "Hi"))])),
            .response(.init(segments: [.text(.init(content: "Hello"))])),
        ])
        let sessions = [
            LanguageModelSession(model: model),
            LanguageModelSession(model: model, tools: [EchoTool()], instructions: Instructions("A")),
            LanguageModelSession(model: model, instructions: "B"),
            LanguageModelSession(model: model, tools: [EchoTool()]) { "C" },
            LanguageModelSession(model: model, tools: [EchoTool()], transcript: said),
            LanguageModelSession(model: model, dynamicInstructions: Instructions("D"), history: said.history),
        ]
        for session in sessions { try await session.respond(to: "Next") }
        let shown = model.requests.map { $0.transcript.map(\.description) }
        #expect(shown[0] == ["prompt: Next"])
        #expect(shown[1] == ["instructions: A [tools: echo]", "prompt: Next"])
        #expect(shown[2] == ["instructions: B", "prompt: Next"])
        #expect(shown[3] == ["instructions: C [tools: echo]", "prompt: Next"])
        #expect(shown[4] == ["instructions: Before", "prompt: Hi", "response: Hello", "prompt: Next"])
        #expect(shown[5] == ["instructions: D", "prompt: Hi", "response: Hello", "prompt: Next"])
        #expect(model.requests.map(\.enabledToolDefinitions.count) == [0, 1, 0, 1, 1, 0])
    }

    @Test func sessionsOfTheSystemsModelAreMadeWithoutNamingIt() async throws {
        let model = Self.answering("ok", 7)
        try await SystemLanguageModel.withModel(model) {
            let sessions = [
                LanguageModelSession(),
                LanguageModelSession(instructions: "A"),
                LanguageModelSession(model: .default, tools: [EchoTool()], instructions: Instructions("B")),
                LanguageModelSession(model: SystemLanguageModel(useCase: .contentTagging)) { "C" },
                LanguageModelSession(transcript: Transcript()),
                LanguageModelSession(dynamicInstructions: Instructions("D")),
                LanguageModelSession(profile: LanguageModelSession.Profile { "E" }),
            ]
            for session in sessions { try await session.respond(to: "Hi") }
        }
        let first = model.requests.map { $0.transcript.map(\.description)[0] }
        #expect(
            first == [
                "prompt: Hi", "instructions: A", "instructions: B [tools: echo]", "instructions: C", "prompt: Hi",
                "instructions: D", "instructions: E",
            ]
        )
    }

    // MARK: Answers

    @Test func anAnswerInProseInEveryForm() async throws {
        let model = Self.answering("ok", 6)
        let session = LanguageModelSession(model: model)
        let (options, context) = (GenerationOptions(temperature: 0.5), ContextOptions(reasoningLevel: .light))
        let responses: [LanguageModelSession.Response<String>] = [
            try await session.respond(to: Prompt("P"), options: options),
            try await session.respond(to: "S", options: options),
            try await session.respond(options: options) { "B" },
            try await session.respond(to: Prompt("P"), options: options, contextOptions: context, metadata: ["k": 1]),
            try await session.respond(to: "S", options: options, contextOptions: context, metadata: ["k": 1]),
            try await session.respond(options: options, contextOptions: context, metadata: ["k": 1]) { "B" },
        ]
        #expect(responses.allSatisfy { $0.content == "ok" && $0.rawContent.kind == .string("ok") })
        #expect(
            responses.map { $0.transcriptEntries.map(\.description)[0] }
                == Array(repeating: ["P", "S", "B"], count: 2).joined().map { "prompt: \($0)" }
        )
        #expect(model.requests.allSatisfy { $0.generationOptions == options && $0.schema == nil })
        #expect(model.requests.map(\.contextOptions.reasoningLevel) == [nil, nil, nil, .light, .light, .light])
        #expect(model.requests.map { $0.metadata["k"]?.jsonString } == [nil, nil, nil, "1", "1", "1"])
    }

    @Test func anAnswerByASchemaInEveryForm() async throws {
        let model = Self.answering(Self.trip, 6)
        let session = LanguageModelSession(model: model)
        let (options, context) = (GenerationOptions(temperature: 0.5), ContextOptions(reasoningLevel: .light))
        let responses: [LanguageModelSession.Response<GeneratedContent>] = [
            try await session.respond(
                to: Prompt("P"),
                schema: Self.schema,
                includeSchemaInPrompt: false,
                options: options
            ),
            try await session.respond(to: "S", schema: Self.schema, options: options),
            try await session.respond(schema: Self.schema, options: options) { "B" },
            try await session.respond(to: Prompt("P"), schema: Self.schema, options: options, contextOptions: context),
            try await session.respond(to: "S", schema: Self.schema, options: options, metadata: ["k": true]),
            try await session.respond(schema: Self.schema, options: options, contextOptions: context) { "B" },
        ]
        #expect(try responses.allSatisfy { try Trip($0.content).place == "Nara" })
        #expect(model.requests.allSatisfy { $0.generationOptions == options && $0.schema == Self.schema })
        #expect(model.requests.map(\.contextOptions.includeSchemaInPrompt) == [false, true, true, nil, true, nil])
    }

    @Test func anAnswerOfATypeInEveryForm() async throws {
        let model = Self.answering(Self.trip, 7)
        let session = LanguageModelSession(model: model)
        let (options, context) = (GenerationOptions(temperature: 0.5), ContextOptions(includeSchemaInPrompt: false))
        let inferred: Trip = try await session.respond(to: "S").content
        let responses: [LanguageModelSession.Response<Trip>] = [
            try await session.respond(
                to: Prompt("P"),
                generating: Trip.self,
                includeSchemaInPrompt: false,
                options: options
            ),
            try await session.respond(to: "S", generating: Trip.self, options: options),
            try await session.respond(generating: Trip.self, options: options) { "B" },
            try await session.respond(
                to: Prompt("P"),
                generating: Trip.self,
                options: options,
                contextOptions: context
            ),
            try await session.respond(to: "S", generating: Trip.self, options: options, metadata: ["k": 1]),
            try await session.respond(generating: Trip.self, options: options, contextOptions: context) { "B" },
        ]
        #expect(responses.allSatisfy { $0.content == inferred })
        #expect(inferred.days.map(\.plan) == ["deer", "temples"])
        #expect(model.requests.allSatisfy { $0.schema == Self.schema })
        #expect(
            model.requests.dropFirst().map(\.contextOptions.includeSchemaInPrompt)
                == [false, true, true, false, true, false]
        )
    }

    // MARK: Streams

    @Test func aStreamInEveryForm() async throws {
        let model = Self.answering(Self.trip, 18)
        let session = LanguageModelSession(model: model)
        let context = ContextOptions(reasoningLevel: .deep)
        let texts = [
            session.streamResponse(to: Prompt("P")), session.streamResponse(to: "S"),
            session.streamResponse { "B" }, session.streamResponse(to: Prompt("P"), contextOptions: context),
            session.streamResponse(to: "S", contextOptions: context),
            session.streamResponse(contextOptions: context) { "B" },
        ]
        for stream in texts { #expect(try await stream.collect().content == Self.trip) }
        let contents = [
            session.streamResponse(to: Prompt("P"), schema: Self.schema),
            session.streamResponse(to: "S", schema: Self.schema),
            session.streamResponse(schema: Self.schema) { "B" },
            session.streamResponse(to: Prompt("P"), schema: Self.schema, contextOptions: context),
            session.streamResponse(to: "S", schema: Self.schema, contextOptions: context),
            session.streamResponse(schema: Self.schema, contextOptions: context) { "B" },
        ]
        for stream in contents { #expect(try await stream.collect().content.value(Trip.self).place == "Nara") }
        let trips = [
            session.streamResponse(to: Prompt("P"), generating: Trip.self),
            session.streamResponse(to: "S", generating: Trip.self),
            session.streamResponse(generating: Trip.self) { "B" },
            session.streamResponse(to: Prompt("P"), generating: Trip.self, contextOptions: context),
            session.streamResponse(to: "S", generating: Trip.self, contextOptions: context),
            session.streamResponse(generating: Trip.self, contextOptions: context) { "B" },
        ]
        for stream in trips { #expect(try await stream.collect().content.place == "Nara") }
        let prompts = model.requests.map { request -> String? in
            if case .prompt(let prompt)? = request.transcript.last { prompt.segments.text } else { nil }
        }
        #expect(prompts == Array(repeating: ["P", "S", "B"], count: 6).flatMap(\.self))
    }

    /// Snapshots are cumulative: each contains the previous ones, and the last is the whole value.
    @Test func snapshotsGrowUntilTheyAreWhole() async throws {
        let pieces = Self.trip.map { String($0) }
        let model = ScriptedModel([
            { _, channel in
                for piece in pieces { await channel.send(.response(action: .appendText(piece))) }
                await channel.send(
                    .response(action: .updateUsage(input: .init(totalTokenCount: 9), output: .init(totalTokenCount: 4)))
                )
            }
        ])
        let session = LanguageModelSession(model: model)
        let stream = session.streamResponse(to: "Go", generating: Trip.self)
        var places: [String] = []
        var identities: Set<GenerationID> = []
        var last: Trip.PartiallyGenerated?
        for try await snapshot in stream {
            if let place = snapshot.content.place { places.append(place) }
            identities.insert(snapshot.content.id)
            #expect(try Trip.PartiallyGenerated(snapshot.rawContent).place == snapshot.content.place)
            #expect(snapshot.transcriptEntries.count == 1)
            #expect(snapshot.usage.totalTokenCount == 0)
            last = snapshot.content
        }
        #expect(zip(places, places.dropFirst()).allSatisfy { $1.hasPrefix($0) })
        #expect(identities.count == 1)
        #expect(last?.days?.map(\.plan) == ["deer", "temples"])
        let response = try await stream.collect()
        #expect(response.content.place == "Nara")
        #expect(response.rawContent.isComplete)
        #expect(response.transcriptEntries.count == 2)
        #expect(response.usage.totalTokenCount == 13)
    }

    @Test func aStreamIsReadByItsIterator() async throws {
        let session = LanguageModelSession(model: ScriptedModel([ScriptedModel.text("a", "b")]))
        var iterator = session.streamResponse(to: "Hi").makeAsyncIterator()
        var texts: [String] = []
        while let snapshot = try await iterator.next() { texts.append(snapshot.content) }
        #expect(texts == ["a", "ab"])
        #expect(try await iterator.next() == nil)
    }

    @Test func aResponseCrossesTasks() async throws {
        let session = LanguageModelSession(model: Self.answering(Self.trip, 1))
        let task = Task { try await session.respond(to: "Hi", generating: Trip.self) }
        #expect(try await task.value.content.place == "Nara")
    }

    // MARK: State

    @Test func observersAreNotifiedWhenASessionResponds() async throws {
        let (began, release) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        let model = ScriptedModel([
            { _, channel in
                began.continuation.yield()
                for await _ in release.stream { break }
                await channel.send(.response(action: .appendText("ok")))
            }
        ])
        let session = LanguageModelSession(model: model)
        let changes = Mutex(0)
        withObservationTracking {
            _ = (session.isResponding, session.transcript, session.usage)
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        let task = Task { try await session.respond(to: "Hi") }
        for await _ in began.stream { break }
        #expect(session.isResponding)
        #expect(session.transcript.map(\.description) == ["prompt: Hi"])
        await #expect(throws: LanguageModelSession.Error.concurrentRequests) { try await session.respond(to: "Me too") }
        release.continuation.yield()
        #expect(try await task.value.content == "ok")
        #expect(!session.isResponding)
        #expect(changes.withLock { $0 } == 1)
    }

    @Test func theTranscriptIsChangedBetweenTurns() async throws {
        let model = Self.answering("ok", 3)
        let session = LanguageModelSession(model: model, instructions: "Be brief.")
        try await session.respond(to: "One")
        session.transcript.removeLast(2)
        session.transcript.append(.prompt(.init(segments: [.text(.init(content: "Two"))])))
        session.transcript.append(.response(.init(segments: [.text(.init(content: "2"))])))
        try await session.respond(to: "Three")
        #expect(
            model.requests[1].transcript.map(\.description)
                == ["instructions: Be brief.", "prompt: Two", "response: 2", "prompt: Three"]
        )
        session.transcript.history.removeAll()
        try await session.respond(to: "Four")
        #expect(model.requests[2].transcript.map(\.description) == ["instructions: Be brief.", "prompt: Four"])
    }

    @Test func usageAddsUpOverTurns() async throws {
        let session = LanguageModelSession(model: Self.answering("ok", 2))
        let first = try await session.respond(to: "Hi").usage
        try await session.respond(to: "Hi")
        #expect(first.totalTokenCount == 12)
        #expect(session.usage.input.totalTokenCount == 20)
        #expect(session.usage.output.totalTokenCount == 4)
        let usage = LanguageModelSession.Usage(
            input: .init(totalTokenCount: 5, cachedTokenCount: 3),
            output: .init(totalTokenCount: 4, reasoningTokenCount: 2),
            metadata: ["tier": "flex"]
        )
        #expect(usage.totalTokenCount == 9)
        #expect((usage.input.cachedTokenCount, usage.output.reasoningTokenCount) == (3, 2))
        #expect(usage.metadata["tier"]?.kind == .string("flex"))
    }

    @Test func thePolicyDecidesAboutTheTranscriptOfAFailedTurn() async throws {
        struct Broken: Error {}
        let broken: ScriptedModel.Round = { _, _ in throw Broken() }
        let model = ScriptedModel([broken, broken])
        let session = LanguageModelSession(model: model)
        #expect(session.transcriptErrorHandlingPolicy == nil)
        await #expect(throws: Broken.self) { try await session.respond(to: "One") }
        #expect(session.transcript.isEmpty)
        session.transcriptErrorHandlingPolicy = .preserveTranscript
        await #expect(throws: Broken.self) { try await session.respond(to: "Two") }
        #expect(session.transcript.map(\.description) == ["prompt: Two"])
        session.transcriptErrorHandlingPolicy = .revertTranscript
        #expect(session.transcriptErrorHandlingPolicy == .revertTranscript)
    }

    @Test func propertiesBelongToTheSession() {
        let (first, second) = (
            LanguageModelSession(model: ScriptedModel([])), LanguageModelSession(model: ScriptedModel([]))
        )
        first.properties.history.append(.prompt(.init(segments: [.text(.init(content: "Hi"))])))
        #expect(first.transcript.count == 1)
        #expect(second.properties.history.isEmpty)
    }
}
