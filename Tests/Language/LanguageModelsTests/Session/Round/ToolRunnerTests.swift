import StreamingJSON
import Synchronization
import Testing

@testable import LanguageModels

/// A tool that ignores cancellation and ends when it is released.
private struct Deaf: Tool {
    @Generable struct Arguments {}
    let name = "deaf"
    let description = "Does not listen"
    let hold: AsyncStream<Void>
    let onEnd: @Sendable () -> Void

    func call(arguments: Arguments) async throws -> String {
        let hold = hold
        // A separate task, which is not cancelled with the call.
        await Task { for await _ in hold {} }.value
        onEnd()
        return "at last"
    }
}

private struct Asking: Tool {
    @Generable struct Arguments {}
    let name = "asking"
    let description = "Reads its context"

    func call(arguments: Arguments) async throws -> String { try #require(ToolCallContext.current).callID }
}

private struct Reading: Tool {
    @Generable struct Arguments {}
    let name = "reading"
    let description = "Reads something odd"

    func call(arguments: Arguments) async throws -> String {
        throw GeneratedContent.ParsingError(rawContent: "", debugDescription: "of an upstream")
    }
}

/// A tool that reports and adds more than a reader can process.
private struct Talkative: Tool {
    @Generable struct Arguments {}
    let name = "talkative"
    let description = "Says a lot"

    func call(arguments: Arguments) async throws -> String {
        let context = try #require(ToolCallContext.current)
        for number in 0..<1000 {
            context.report(progress: nil, note: "\(number)")
            context.attach(ToolArtifact(type: "n", content: GeneratedContent(number)))
        }
        return "done"
    }
}

@Suite(.timeLimit(.minutes(1))) struct ToolRunnerTests {
    private static func call(_ tool: String) -> Transcript.ToolCall {
        .init(id: "1", toolName: tool, arguments: GeneratedContent(jsonValue: [:]))
    }

    /// Exactly the streamed calls are external, whatever their arguments are.
    @Test func streamedCallsAreExternal() {
        let schema = GenerationSchema(jsonSchema: ["type": "object", "required": ["a"], "properties": ["a": [:]]])
        func tool(_ name: String, _ streamsCalls: Bool) -> ExternalTool {
            ExternalTool(name: name, description: "d", parameters: schema, streamsCalls: streamsCalls)
        }
        var runner = ToolRunner(
            tools: [
                Asking(), Reading().requiringApproval(), tool("asking", true), tool("streamed", true),
                tool("whole", false),
                tool("barred", true),
            ],
            configuration: .init(),
            metadata: [:],
            callable: ["asking", "reading", "streamed", "whole"]
        )
        #expect(runner.streamedNames == ["streamed"])
        func executions(_ arguments: JSONValue) -> [ToolExecution] {
            ["asking", "reading", "streamed", "whole", "barred"].map { name in
                runner.execution(of: .init(id: "1", toolName: name, arguments: GeneratedContent(jsonValue: arguments)))
            }
        }
        #expect(executions(["a": 1]) == [.immediate, .afterApproval, .external, .external, .immediate])
        #expect(executions([:]) == [.immediate, .afterApproval, .external, .immediate, .immediate])
        #expect(executions("no") == [.immediate, .afterApproval, .external, .immediate, .immediate])
        runner.callable = nil
        #expect(runner.streamedNames == ["streamed", "barred"])
    }

    @Test func aDeadlineAppliesToAToolThatIgnoresIt() async throws {
        let (hold, release) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<Void>.makeStream()
        let runner = ToolRunner(
            tools: [Deaf(hold: hold) { end.finish() }],
            configuration: .init(toolDeadline: .milliseconds(20)),
            metadata: [:]
        )
        let outcomes = try await runner.run([Self.call("deaf")]) { _ in }
        #expect(outcomes.map(\.isError) == [true])
        #expect(outcomes[0].output.segments.text.contains("did not answer within"))
        release.finish()
        for await _ in ended {}
    }

    @Test func cancellingATurnDoesNotWaitForSuchATool() async throws {
        let (hold, release) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<Void>.makeStream()
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let session = LanguageModelSession(
            model: ScriptedModel([ScriptedModel.calls(("1", "deaf", "{}"))]),
            tools: [Deaf(hold: hold) { end.finish() }],
            configuration: .init(toolDeadline: .seconds(3600))
        )
        let turn = Task {
            try await session.turn(Prompt("go")) { event in
                if case .toolStarted = event { begin.finish() }
            }
        }
        for await _ in begun {}
        turn.cancel()
        await #expect(throws: CancellationError.self) { try await turn.value }
        #expect(!session.isResponding)
        #expect(session.transcript.map(\.kind) == ["instructions"])
        release.finish()
        for await _ in ended {}
    }

    @Test func theContextReachesAToolBehindADeadline() async throws {
        let runner = ToolRunner(
            tools: [Asking()],
            configuration: .init(toolDeadline: .seconds(600)),
            metadata: [:]
        )
        let outcomes = try await runner.run([Self.call("asking")]) { _ in }
        #expect(outcomes[0].output.segments.text == "1")
    }

    @Test func aReaderThatIsBehindGetsTheNewestProgress() async throws {
        let runner = ToolRunner(tools: [Talkative()], configuration: .init(), metadata: [:])
        let outcome = try await runner.outcome(of: Self.call("talkative"))
        #expect(outcome.artifacts.count == ToolArtifacts.limit)
        let (steps, call) = (ToolSteps(), Self.call("talkative"))
        steps.begin(call, at: 0)
        steps.begin(call, at: 1)
        for number in 0..<1000 {
            steps.report(Double(number), nil, of: call, at: 0)
            steps.report(nil, "\(number)", of: call, at: 1)
        }
        steps.end(outcome, at: 0)
        steps.report(2000, nil, of: call, at: 0)
        steps.end(outcome, at: 1)
        steps.end(outcome, at: 1)
        steps.finish()
        var received: [String] = []
        try await steps.forEach { event in
            switch event {
            case .toolStarted: received.append("started")
            case .toolProgress(_, let fraction, let note): received.append(note ?? "\(fraction ?? -1)")
            case .toolFinished: received.append("finished")
            default: received.append("\(event)")
            }
        }
        #expect(received == ["started", "started", "999.0", "999", "finished", "finished"])
    }

    @Test func aToolPastItsDeadlineEmitsNothingMore() async throws {
        let (hold, release) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<Void>.makeStream()
        let context = Mutex<ToolCallContext?>(nil)
        let runner = ToolRunner(
            tools: [
                Deaf(hold: hold) {
                    context.withLock { $0 = .current }
                    end.finish()
                }
            ],
            configuration: .init(toolDeadline: .milliseconds(20)),
            metadata: [:]
        )
        var received: [String] = []
        let outcomes = try await runner.run([Self.call("deaf")]) { event in
            if case .toolProgress = event { received.append("progress") }
            guard case .toolFinished = event else { return }
            received.append("finished")
            // The call has ended for its reader while the tool still runs.
            release.finish()
            for await _ in ended {}
            #expect(context.withLock { $0 != nil })
            context.withLock { $0?.report(progress: 1, note: "late") }
            context.withLock { $0?.attach(ToolArtifact(type: "late", content: GeneratedContent("late"))) }
        }
        #expect(received == ["finished"])
        #expect(outcomes.map(\.artifacts.count) == [0])
    }

    @Test func aParsingErrorOfTheToolItselfIsNotTheModelsFault() async throws {
        let runner = ToolRunner(
            tools: [Reading()],
            configuration: .init(toolErrorPolicy: .explainToModel),
            metadata: [:]
        )
        let outcomes = try await runner.run([Self.call("reading")]) { _ in }
        #expect(outcomes[0].output.segments.text == "The tool reading failed for an internal reason.")
    }
}
