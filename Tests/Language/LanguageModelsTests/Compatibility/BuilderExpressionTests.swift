import LanguageModels
import RegexBuilder
import StreamingJSON
import Testing

@Generable
private struct Guest {
    @Guide(
        description: "The name with its title",
        Regex {
            ChoiceOf {
                "Mr"
                "Mrs"
            }
            ". "
            OneOrMore(.word)
        }
    )
    var name: String
}

/// Patterns made by a regex builder limit an answer.
@Suite(.timeLimit(.minutes(1))) struct BuilderExpressionTests {
    private static func pattern<Output>(_ regex: Regex<Output>) throws -> String? {
        let schema = try GenerationSchema(
            root: DynamicGenerationSchema(type: String.self, guides: [.pattern(regex)]),
            dependencies: []
        )
        return schema.jsonValue["pattern"]?.stringValue
    }

    @Test func alternativesKeepTheirParentheses() throws {
        let regex = Regex {
            "Dr. "
            ChoiceOf {
                "Ada"
                "Bob|x"
                /[A-Z]{2}/
            }
            Optionally { Capture { OneOrMore(.digit) } }
            Repeat(2...3) { CharacterClass("a"..."f") }
            ZeroOrMore {
                ChoiceOf {
                    "p"; CharacterClass.anyOf("-x]")
                }
            }
        }
        #expect(
            try Self.pattern(regex) == #"^(?:Dr\. (?:Ada|Bob\|x|[A-Z]{2})(?:\d+)?[a-f]{2,3}(?:p|[\-x\]])*)$"#
        )
    }

    /// A part without an equivalent in JSON Schema matches any text, so no valid answer is refused.
    @Test func aPartWithoutAnEquivalentMatchesAnyText() throws {
        let regex = Regex {
            ChoiceOf {
                "a"
                "b"
            }
            Regex {
                ChoiceOf {
                    "c"; "d"
                }
            }.ignoresCase()
            Lookahead { "e" }
            OneOrMore(.digit, .possessive)
        }
        #expect(try Self.pattern(regex) == #"^(?:(?:a|b)[\s\S]*\d+)$"#)
    }

    @Test func anAnswerThatDoesNotMatchIsRequestedOnceMore() async throws {
        let model = ScriptedModel([ScriptedModel.text(#"{"name":"Ada"}"#), ScriptedModel.text(#"{"name":"Mrs. Ada"}"#)])
        let session = LanguageModelSession(model: model)
        let response = try await session.respond(to: "Who?", generating: Guest.self)
        #expect(response.content.name == "Mrs. Ada")
        #expect(response.transcriptEntries.count == 4)
        #expect(response.usage.input.totalTokenCount == 20)
        #expect(model.requests.count == 2)
    }

    @Test func aSecondMismatchIsThrown() async throws {
        let model = ScriptedModel([ScriptedModel.text(#"{"name":"Ada"}"#), ScriptedModel.text(#"{"name":"Eve"}"#)])
        let session = LanguageModelSession(model: model)
        await #expect(throws: GeneratedContent.ParsingError.self) {
            try await session.respond(to: "Who?", generating: Guest.self)
        }
        #expect(model.requests.count == 2)
    }

    /// The snapshots of an answer that does not match are replaced by those of the second answer.
    @Test func aStreamRequestsASecondAnswerAndItsSnapshotsStartAgain() async throws {
        let model = ScriptedModel([
            ScriptedModel.text(#"{"name":"A"#, #"da"}"#), ScriptedModel.text(#"{"name":"Mrs. "#, #"Ada"}"#),
        ])
        let session = LanguageModelSession(model: model)
        let stream = session.streamResponse(to: "Who?", generating: Guest.self)
        var (names, entryCounts): ([String?], [Int]) = ([], [])
        for try await snapshot in stream {
            names.append(snapshot.content.name)
            entryCounts.append(snapshot.transcriptEntries.count)
        }
        #expect(names == ["A", "Ada", "Mrs. ", "Mrs. Ada"])
        #expect(entryCounts == [1, 1, 3, 3])
        let response = try await stream.collect()
        #expect(response.content.name == "Mrs. Ada")
        #expect(response.transcriptEntries.count == 4)
        #expect(response.usage.input.totalTokenCount == 20)
        #expect(session.transcript.count == 4)
        #expect(!session.isResponding)
    }

    @Test func aStreamThrowsTheSecondMismatch() async throws {
        let model = ScriptedModel([ScriptedModel.text(#"{"name":"Ada"}"#), ScriptedModel.text(#"{"name":"Eve"}"#)])
        let session = LanguageModelSession(model: model)
        await #expect(throws: GeneratedContent.ParsingError.self) {
            try await session.streamResponse(to: "Who?", generating: Guest.self).collect()
        }
        #expect(model.requests.count == 2)
    }

    @Test func aStreamThatIsLeftDuringTheSecondAnswerFreesTheSession() async throws {
        // The second answer never ends by itself.
        let open: ScriptedModel.Round = { _, channel in
            await channel.send(.response(action: .appendText(#"{"name":"Mrs. "#)))
            let (never, source) = AsyncStream<Void>.makeStream()
            for await _ in never {}
            source.finish()
            try Task.checkCancellation()
        }
        let model = ScriptedModel([ScriptedModel.text(#"{"name":"Ada"}"#), open, ScriptedModel.text("free")])
        let session = LanguageModelSession(model: model)
        for try await snapshot in session.streamResponse(to: "Who?", generating: Guest.self)
        where snapshot.content.name == "Mrs. " { break }
        #expect(!session.isResponding)
        // The first answer was complete, so it stays.
        #expect(session.transcript.count == 2)
        #expect(try await session.respond(to: "Hi").content == "free")
    }
}
