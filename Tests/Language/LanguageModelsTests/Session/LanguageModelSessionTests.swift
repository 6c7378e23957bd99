import LanguageModels
import StreamingJSON
import Synchronization
import Testing

/// A tool that returns its argument once `gate` opens.
private struct Echo: Tool {
    @Generable struct Arguments {
        @Guide(description: "What to say") var word: String
    }

    let name = "echo"
    let description = "Says a word back"
    var body: @Sendable (String) async throws -> String = { $0 }

    func call(arguments: Arguments) async throws -> String { try await body(arguments.word) }
}

private struct Slow: DeadlineTool {
    @Generable struct Arguments {}
    let name = "slow"
    let description = "Never answers"
    let deadline = Duration.milliseconds(20)

    func call(arguments: Arguments) async throws -> String {
        let (never, source) = AsyncStream<Void>.makeStream()
        for await _ in never {}
        withExtendedLifetime(source) {}
        throw CancellationError()
    }
}

private struct Odd: Error {}

/// A barrier that opens when `count` tasks have arrived.
private actor Rendezvous {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private let count: Int

    init(_ count: Int) { self.count = count }

    func arrive() async {
        if waiting.count + 1 == count {
            for other in waiting { other.resume() }
            waiting = []
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }
}

@Suite(.timeLimit(.minutes(1))) struct LanguageModelSessionTests {
    @Test func aTextAnswerIsCommitted() async throws {
        let model = ScriptedModel([ScriptedModel.text("Hel", "lo"), ScriptedModel.text("again")])
        let session = LanguageModelSession(model: model) { "Be brief" }
        let response = try await session.respond(to: "Hi")
        #expect(response.content == "Hello")
        #expect(response.usage.totalTokenCount == 12)
        #expect(session.transcript.map(\.kind) == ["instructions", "prompt", "response"])
        try await session.respond(to: "More")
        #expect(session.transcript.count == 5)
        #expect(session.usage.totalTokenCount == 24)
        #expect(model.requests[1].transcript.map(\.kind) == ["instructions", "prompt", "response", "prompt"])
    }

    @Generable struct Guest {
        @Guide(description: "In years", .range(0...150)) var age: Int
    }

    @Test(arguments: [(36, true), (151, false)])
    func anyNumberOfUnknownPropertiesLeavesTheRestChecked(age: Int, fits: Bool) async throws {
        let strangers = (0..<40).map { "\"s\($0)\":0" }.joined(separator: ",")
        let model = ScriptedModel([ScriptedModel.text("{\(strangers),\"age\":\(age)}")])
        let session = LanguageModelSession(model: model)
        let answer = try? await session.respond(to: "Who?", generating: Guest.self)
        #expect((answer?.content.age == age) == fits)
    }

    @Generable struct Stop {
        var place: String
        var next: String?
    }

    @Test func nullIsTheAbsenceOfAnOptionalProperty() async throws {
        let text = ScriptedModel.text("{\"place\":\"Ueno\",\"next\":null}")
        let model = ScriptedModel([text, text])
        let session = LanguageModelSession(model: model)
        let answer = try await session.respond(to: "Where?", generating: Stop.self)
        #expect(answer.content.next == nil)
        var last: Stop.PartiallyGenerated?
        for try await snapshot in session.streamResponse(to: "Where?", generating: Stop.self) {
            last = snapshot.content
        }
        #expect(last?.place == "Ueno")
        let faulty = LanguageModelSession(model: ScriptedModel([ScriptedModel.text("{\"place\":null}")]))
        let missing = try? await faulty.respond(to: "Where?", generating: Stop.self)
        #expect(missing == nil)
    }

    @Test func tokensOfARoundThatFailsAreCounted() async throws {
        let model = ScriptedModel([
            { request, channel in
                try await ScriptedModel.text("Hel")(request, channel)
                throw Odd()
            }
        ])
        let session = LanguageModelSession(model: model)
        await #expect(throws: Odd.self) { try await session.respond(to: "Hi") }
        #expect(session.transcript.isEmpty)
        #expect(session.usage.totalTokenCount == 12)
    }

    @Test func tokensOfACancelledTurnAreCounted() async throws {
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let model = ScriptedModel([
            { request, channel in
                try await ScriptedModel.text()(request, channel)
                await channel.send(.response(action: .appendText("Hel")))
                let (never, source) = AsyncStream<Void>.makeStream()
                for await _ in never {}
                withExtendedLifetime(source) {}
            }
        ])
        let session = LanguageModelSession(model: model)
        let turn = Task {
            try await session.turn(Prompt("Hi")) { event in
                if case .textDelta = event { begin.finish() }
            }
        }
        for await _ in begun {}
        turn.cancel()
        await #expect(throws: CancellationError.self) { try await turn.value }
        #expect(session.usage.totalTokenCount == 12)
    }

    @Test func toolsRunInParallelAndAnswerInCallOrder() async throws {
        let meeting = Rendezvous(2)
        let model = ScriptedModel([
            ScriptedModel.calls(("1", "echo", #"{"word":"a"}"#), ("2", "echo", #"{"word":"b"}"#)),
            ScriptedModel.text("done"),
        ])
        // Each call waits for the other, so this ends only if both run at once.
        let tool = Echo { word in
            await meeting.arrive()
            return "said \(word)"
        }
        let session = LanguageModelSession(model: model, tools: [tool])
        let response = try await session.respond(to: "go")
        #expect(response.content == "done")
        #expect(
            response.transcriptEntries.map(\.kind) == [
                "prompt", "tool_calls", "tool_output", "tool_output", "response",
            ]
        )
        let outputs = response.transcriptEntries.compactMap { entry in
            if case .toolOutput(let output) = entry { "\(output.id): \(output.segments.text)" } else { nil }
        }
        #expect(outputs == ["1: said a", "2: said b"])
        #expect(model.requests[0].enabledToolDefinitions.map(\.name) == ["echo"])
    }

    @Test(arguments: [
        ("nothing", "{}", "There is no tool named nothing. Tools: echo, slow."),
        (
            "echo", "{}",
            "The arguments do not fit echo: the required property 'word' is missing. Correct them and call again."
        ),
        ("echo", "{\"wo", "The arguments do not fit echo: expected object, found string. Correct them and call again."),
        ("echo", #"{"word":"fail"}"#, "no such word"),
        ("echo", #"{"word":"odd"}"#, "The tool echo failed for an internal reason."),
        ("slow", "{}", "The tool slow did not answer within 0 seconds."),
    ])
    func theModelGetsTheErrorOfATool(name: String, arguments: String, text: String) async throws {
        let model = ScriptedModel([ScriptedModel.calls(("1", name, arguments)), ScriptedModel.text("sorry")])
        let tool = Echo { word in
            if word == "fail" { throw ToolFailure("no such word") }
            throw Odd()
        }
        let session = LanguageModelSession(
            model: model,
            tools: [tool, Slow()],
            transcript: Transcript(),
            configuration: .init(toolErrorPolicy: .explainToModel)
        )
        let outcome = Mutex<ToolOutcome?>(nil)
        let turn = try await session.turn(Prompt("go")) { event in
            if case .toolFinished(let finished) = event { outcome.withLock { $0 = finished } }
        }
        #expect(turn.response.segments.text == "sorry")
        let finished = try #require(outcome.withLock { $0 })
        #expect(finished.isError)
        #expect(finished.output.segments.text == text)
    }

    @Test func applesPolicyEndsTheTurnAndRevertsTheTranscript() async throws {
        let model = ScriptedModel([ScriptedModel.calls(("1", "echo", #"{"word":"odd"}"#))])
        let session = LanguageModelSession(model: model, tools: [Echo { _ in throw Odd() }])
        await #expect(throws: LanguageModelSession.ToolCallError.self) { try await session.respond(to: "go") }
        #expect(session.transcript.map(\.kind) == ["instructions"])
        #expect(!session.isResponding)
    }

    @Test func roundsAreBounded() async throws {
        let rounds = (0..<4).map { ScriptedModel.calls(("\($0)", "echo", #"{"word":"a"}"#)) }
        let session = LanguageModelSession(
            model: ScriptedModel(rounds),
            tools: [Echo()],
            transcript: Transcript(),
            configuration: .init(maximumToolRounds: 2)
        )
        await #expect(throws: LanguageModelSession.TurnError.tooManyToolRounds(limit: 2)) {
            try await session.respond(to: "go")
        }
    }

    @Test func oneTurnAtATime() async throws {
        let (begun, source) = AsyncStream<Void>.makeStream()
        let (hold, release) = AsyncStream<Void>.makeStream()
        let model = ScriptedModel([
            { _, channel in
                source.yield()
                for await _ in hold {}
                await channel.send(.response(action: .appendText("late")))
            }
        ])
        let session = LanguageModelSession(model: model)
        async let first = session.respond(to: "one").content
        for await _ in begun { break }
        await #expect(throws: LanguageModelSession.Error.concurrentRequests) { try await session.respond(to: "two") }
        release.finish()
        #expect(try await first == "late")
    }

    @Test func snapshotsAreCumulative() async throws {
        let session = LanguageModelSession(model: ScriptedModel([ScriptedModel.text("a", "b", "c")]))
        var snapshots: [String] = []
        for try await snapshot in session.streamResponse(to: "go") { snapshots.append(snapshot.content) }
        #expect(snapshots == ["a", "ab", "abc"])
        #expect(session.transcript.count == 2)
    }

    @Test func aStructuredAnswerStreamsPartially() async throws {
        let model = ScriptedModel([
            ScriptedModel.text(#"{"na"#, #"me":"A"#, #"da","folders":[{"name":"x","#, #""folders":[]}]}"#)
        ])
        let session = LanguageModelSession(model: model)
        var names: [String?] = []
        var ids: Set<GenerationID> = []
        for try await snapshot in session.streamResponse(to: "go", generating: Folder.self) {
            names.append(snapshot.content.name)
            if let id = snapshot.content.folders?.first?.id { ids.insert(id) }
        }
        #expect(names == [nil, "A", "Ada", "Ada"])
        #expect(ids.count == 1)
        #expect(model.requests[0].schema?.name == "Folder")
    }

    @Test func leavingAStreamEarlyCancelsTheModelAndFreesTheSession() async throws {
        let (cancelled, source) = AsyncStream<Void>.makeStream()
        let model = ScriptedModel([
            { _, channel in
                await withTaskCancellationHandler {
                    while !Task.isCancelled { await channel.send(.response(action: .appendText("x"))) }
                } onCancel: {
                    source.finish()
                }
            },
            ScriptedModel.text("fine"),
        ])
        let session = LanguageModelSession(model: model)
        for try await _ in session.streamResponse(to: "go") { break }
        for await _ in cancelled {}
        #expect(session.transcript.isEmpty)
    }

    @Test func anErrorOfTheModelPassesThroughAfterTheEarlierText() async throws {
        let model = ScriptedModel([
            { _, channel in
                await channel.send(.response(action: .appendText("half")))
                throw Odd()
            }
        ])
        let session = LanguageModelSession(model: model)
        var text = ""
        await #expect(throws: Odd.self) {
            for try await snapshot in session.streamResponse(to: "go") { text = snapshot.content }
        }
        #expect(text == "half")
        #expect(session.transcript.isEmpty)
    }

    @Test func metadataAndArtifactsTravelWithACall() async throws {
        let model = ScriptedModel([ScriptedModel.calls(("1", "echo", #"{"word":"a"}"#)), ScriptedModel.text("ok")])
        let tool = Echo { _ in
            let context = try #require(ToolCallContext.current)
            context.report(progress: 0.5, note: "half")
            context.attach(ToolArtifact(type: "test.item", content: GeneratedContent(3)))
            return try #require(context.metadata["locale"]).value(String.self)
        }
        let session = LanguageModelSession(model: model, tools: [tool])
        let events = Mutex<[String]>([])
        try await session.turn(Prompt("go"), metadata: ["locale": "ja"]) { event in
            let line =
                switch event {
                case .toolStarted(let call): "started \(call.id)"
                case .toolProgress(let id, let fraction, let note): "progress \(id) \(fraction ?? 0) \(note ?? "")"
                case .toolFinished(let outcome):
                    "finished \(outcome.output.segments.text) \(outcome.artifacts.map(\.type))"
                case .textDelta(let text): text
                default: "?"
                }
            events.withLock { $0.append(line) }
        }
        #expect(events.withLock { $0 } == ["started 1", "progress 1 0.5 half", #"finished ja ["test.item"]"#, "ok"])
    }
}
