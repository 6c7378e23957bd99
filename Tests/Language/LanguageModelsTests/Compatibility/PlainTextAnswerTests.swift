import LanguageModels
import Testing

/// `generating: String.self` results in prose, and the request has no schema.
@Suite(.timeLimit(.minutes(1))) struct PlainTextAnswerTests {
    @Test func aStringIsGeneratedAsPlainText() async throws {
        let model = ScriptedModel([
            ScriptedModel.text("A plain ", "answer"), ScriptedModel.text("B"), ScriptedModel.text("C"),
        ])
        let session = LanguageModelSession(model: model)
        #expect(try await session.respond(to: "Hi", generating: String.self).content == "A plain answer")
        var last = ""
        for try await snapshot in session.streamResponse(to: "Hi", generating: String.self) { last = snapshot.content }
        #expect(last == "B")
        #expect(try await session.streamResponse(to: "Hi", generating: String.self).collect().content == "C")
        #expect(model.requests.allSatisfy { $0.schema == nil })
    }

    /// An app's helper that is generic over the generated type.
    private static func ask<Content: Generable & Sendable>(
        _ type: Content.Type,
        _ session: LanguageModelSession
    ) async throws -> Content { try await session.respond(to: "Hi", generating: type).content }

    @Test func aStringIsPlainTextForAGenericCallerToo() async throws {
        let model = ScriptedModel([ScriptedModel.text("\"quoted\""), ScriptedModel.text(#"["a"]"#)])
        let session = LanguageModelSession(model: model)
        // A text that looks like JSON is still a text.
        #expect(try await Self.ask(String.self, session) == "\"quoted\"")
        #expect(try await Self.ask([String].self, session) == ["a"])
        #expect(model.requests.map { $0.schema == nil } == [true, false])
    }
}
