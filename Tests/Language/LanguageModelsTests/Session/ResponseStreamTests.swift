import Synchronization
import Testing

@testable import LanguageModels

private struct Odd: Error {}

@Generable
private struct Rating {
    @Guide(description: "How good", .range(1...5)) var stars: Int
    @Guide(description: "In a word", .count(1)) var words: [String]
}

/// An event that happens once and stays signaled.
private final class Signal: Sendable {
    private let (stream, source) = AsyncStream<Void>.makeStream()
    func fire() { source.finish() }
    func wait() async { for await _ in stream {} }
}

@Suite(.timeLimit(.minutes(1))) struct ResponseStreamTests {
    /// A round that writes until it is cancelled and then ignores the cancellation until `release` is signaled.
    private static func deafRound(_ release: Signal, over: Signal) -> ScriptedModel.Round {
        { _, channel in
            while !Task.isCancelled { await channel.send(.response(action: .appendText("x"))) }
            // A separate task, which is not cancelled, so that the wait is not cut short.
            await Task { await release.wait() }.value
            over.fire()
        }
    }

    @Test func leavingAStreamFreesTheSessionAtOnceEvenIfTheModelIgnoresIt() async throws {
        let (release, over) = (Signal(), Signal())
        let session = LanguageModelSession(
            model: ScriptedModel([Self.deafRound(release, over: over), ScriptedModel.text("fine")])
        )
        let stream = session.streamResponse(to: "go")
        for try await snapshot in stream {
            #expect(session.isResponding)
            #expect(snapshot.content.allSatisfy { $0 == "x" })
            break
        }
        #expect(!session.isResponding)
        #expect(session.transcript.isEmpty)
        #expect(try await session.respond(to: "again").content == "fine")
        await #expect(throws: CancellationError.self) { try await stream.collect() }
        release.fire()
        await over.wait()
        // Changes by the abandoned turn at its end are ignored.
        #expect(session.transcript.count == 2)
    }

    @Test func aReaderWhoseTaskIsCancelledFreesTheSession() async throws {
        let (release, over) = (Signal(), Signal())
        let session = LanguageModelSession(
            model: ScriptedModel([Self.deafRound(release, over: over), ScriptedModel.text("fine")])
        )
        let begun = Signal()
        let reader = Task {
            for try await _ in session.streamResponse(to: "go") { begun.fire() }
        }
        await begun.wait()
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        #expect(!session.isResponding)
        #expect(try await session.respond(to: "again").content == "fine")
        release.fire()
        await over.wait()
    }

    @Test func cancellingATurnFreesTheSessionAtOnceEvenIfTheModelIgnoresIt() async throws {
        let (begun, release, over) = (Signal(), Signal(), Signal())
        let deaf = Self.deafRound(release, over: over)
        let session = LanguageModelSession(
            model: ScriptedModel([
                { request, channel in
                    begun.fire()
                    try await deaf(request, channel)
                },
                ScriptedModel.text("fine"),
            ])
        )
        let turn = Task { try await session.respond(to: "go").content }
        await begun.wait()
        turn.cancel()
        #expect(!session.isResponding)
        #expect(session.transcript.isEmpty)
        #expect(try await session.respond(to: "again").content == "fine")
        release.fire()
        await over.wait()
        await #expect(throws: CancellationError.self) { try await turn.value }
        #expect(session.transcript.count == 2)
    }

    @Test func aStreamIsOneTurnHoweverItIsRead() async throws {
        let model = ScriptedModel([ScriptedModel.text("a", "b")])
        let session = LanguageModelSession(model: model)
        let stream = session.streamResponse(to: "go")
        #expect(!session.isResponding)
        var snapshots: [String] = []
        for try await snapshot in stream { snapshots.append(snapshot.content) }
        #expect(snapshots == ["a", "ab"])
        let response = try await stream.collect()
        #expect(response.content == "ab")
        #expect(response.usage.totalTokenCount == 12)
        #expect(response.transcriptEntries.map(\.kind) == ["prompt", "response"])
        #expect(try await stream.collect().content == "ab")
        for try await _ in stream { Issue.record("the stream was read before") }
        #expect(model.requests.count == 1)
    }

    @Test func collectingReadsToTheEnd() async throws {
        let session = LanguageModelSession(model: ScriptedModel([ScriptedModel.text("a", "b")]))
        #expect(try await session.streamResponse(to: "go").collect().content == "ab")
        #expect(session.transcript.count == 2)
    }

    @Test func theErrorOfATurnIsThrownToEachReader() async throws {
        let session = LanguageModelSession(model: ScriptedModel([{ _, _ in throw Odd() }]))
        let stream = session.streamResponse(to: "go")
        await #expect(throws: Odd.self) { for try await _ in stream {} }
        await #expect(throws: Odd.self) { try await stream.collect() }
        #expect(!session.isResponding)
    }

    @Test func snapshotsHaveTheEntriesAndTheUsageSoFar() async throws {
        let model = ScriptedModel([
            { _, channel in
                await channel.send(.response(action: .appendText("let me see")))
                await ScriptedModel.send(call: "1", "stock", #"{"item":"nuts"}"#, to: channel)
                await channel.send(
                    .toolCalls(
                        action: .updateUsage(input: .init(totalTokenCount: 5), output: .init(totalTokenCount: 1))
                    )
                )
            },
            ScriptedModel.text("so", " many"),
        ])
        let session = LanguageModelSession(model: model, tools: [Household.Stock()])
        var lines: [String] = []
        for try await snapshot in session.streamResponse(to: "go") {
            let kinds = snapshot.transcriptEntries.map(\.kind).joined(separator: ",")
            lines.append("\(snapshot.content)|\(kinds)|\(snapshot.usage.totalTokenCount)")
        }
        #expect(
            lines == [
                "let me see|prompt|0",
                "so|prompt,response,tool_calls,tool_output|6",
                "so many|prompt,response,tool_calls,tool_output|6",
            ]
        )
    }

    @Test(arguments: [
        ([#"{"name":"A"}"#], "folders"),
        ([#"{"name":"A","#, #""folders":["#], "whole"),
        (["I would", " rather not."], "JSON"),
        ([#"{"name":7,"#, #""folders":[]}"#], "name"),
        ([#"{"name":"A","folders":[{"name":1,"folders":[]}]}"#], "name"),
        ([String(repeating: "[", count: 10_000)], "JSON"),
        ([], "JSON"),
    ])
    func aStructuredAnswerThatDoesNotFitIsATypedError(pieces: [String], detail: String) async throws {
        let round: ScriptedModel.Round = { _, channel in
            for piece in pieces { await channel.send(.response(action: .appendText(piece))) }
        }
        let session = LanguageModelSession(model: ScriptedModel([round, round]))
        let whole = await #expect(throws: GeneratedContent.ParsingError.self) {
            try await session.respond(to: "go", generating: Folder.self)
        }
        let streamed = await #expect(throws: GeneratedContent.ParsingError.self) {
            for try await _ in session.streamResponse(to: "go", generating: Folder.self) {}
        }
        for error in [whole, streamed] {
            #expect(error?.debugDescription.contains(detail) == true, "\(error?.debugDescription ?? "")")
        }
        #expect(!session.isResponding)
    }

    @Test func anAnswerBeyondTheLimitsOfItsTypeIsATypedError() async throws {
        let round = ScriptedModel.text(#"{"stars":6,"words":["a"],"more":true}"#)
        let session = LanguageModelSession(model: ScriptedModel([round, round]))
        let whole = await #expect(throws: GeneratedContent.ParsingError.self) {
            try await session.respond(to: "go", generating: Rating.self)
        }
        let streamed = await #expect(throws: GeneratedContent.ParsingError.self) {
            for try await _ in session.streamResponse(to: "go", generating: Rating.self) {}
        }
        #expect(whole?.debugDescription == "/stars must be at most 5, is 6.")
        #expect(streamed?.debugDescription == whole?.debugDescription)
    }

    @Test func unknownPropertiesAreIgnored() async throws {
        let session = LanguageModelSession(
            model: ScriptedModel([ScriptedModel.text(#"{"stars":5,"words":["a"],"more":true}"#)])
        )
        #expect(try await session.respond(to: "go", generating: Rating.self).content.stars == 5)
    }

    @Test func aRefusalCarriesItsExplanation() async throws {
        let refusal = LanguageModelError.Refusal(explanation: "I may not.", debugDescription: "declined")
        #expect(try await refusal.explanation.content == "I may not.")
        var snapshots: [String] = []
        for try await snapshot in refusal.explanationStream { snapshots.append(snapshot.content) }
        #expect(snapshots == ["I may not."])
    }
}
