import StreamingJSON
import Testing

@testable import LanguageModels

/// Heeds no cancellation: it ends when it is let go.
private struct Deaf: Tool {
    @Generable struct Arguments {}
    let name = "deaf"
    let description = "Does not listen"
    let hold: AsyncStream<Void>
    let onEnd: @Sendable () -> Void

    func call(arguments: Arguments) async throws -> String {
        let hold = hold
        // A task that is not cancelled with the call.
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

@Suite(.timeLimit(.minutes(1))) struct ToolRunnerTests {
    private static func call(_ tool: String) -> Transcript.ToolCall {
        .init(id: "1", toolName: tool, arguments: GeneratedContent(jsonValue: [:]))
    }

    @Test func aDeadlineHoldsForAToolThatDoesNotHeedIt() async throws {
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
