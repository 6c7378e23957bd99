import LanguageModels
import Testing

/// A view model with no import but the framework's.
@Observable
private final class Planner {
    private(set) var plan: Plan.PartiallyGenerated?
    var transcript = Transcript()
    let session: LanguageModelSession

    init(session: LanguageModelSession) { self.session = session }

    func suggest() async throws {
        for try await snapshot in session.streamResponse(to: "Plan", generating: Plan.self) { plan = snapshot.content }
        transcript = session.transcript
    }

    @Generable
    struct Plan {
        @Guide<String>(description: "The title", .anyOf(["Kyoto", "Nara"])) var title: String
        @Guide<[String]>(.count(2)) var days: [String]
    }
}

/// Forms that sources for Apple's framework use without a second thought.
@Suite(.timeLimit(.minutes(1))) struct ObservationTests {
    @Test func observableNeedsNoFurtherImport() async throws {
        let model = ScriptedModel([ScriptedModel.text(#"{"title":"Nara","#, #""days":["a","b"]}"#)])
        let planner = Planner(session: LanguageModelSession(model: model))
        try await planner.suggest()
        #expect(planner.plan?.title == "Nara")
        #expect(planner.plan?.days == ["a", "b"])
        #expect(planner.transcript.count == 2)
    }

    /// Guides with the type written out are guides all the same.
    @Test func aGuideWithItsTypeWrittenOutLimits() {
        let schema = Planner.Plan.generationSchema.debugDescription
        #expect(schema.contains("Kyoto"))
        #expect(schema.contains(#""minItems":2"#))
    }

    @Test func aTranscriptIsACollectionThatCanBeChanged() {
        var transcript = Transcript(entries: [
            .prompt(.init(segments: [.text(.init(content: "a"))])),
            .response(.init(segments: [.text(.init(content: "b"))])),
        ])
        let prompts: Transcript = transcript.filter { if case .prompt = $0 { true } else { false } }
        #expect(prompts.count == 1)
        // Where an array is asked for, sources for 26 get one.
        let entries: [Transcript.Entry] = transcript.filter { if case .response = $0 { true } else { false } }
        #expect(entries.count == 1)
        transcript.append(contentsOf: prompts)
        transcript.removeFirst()
        transcript.replaceSubrange(0..<1, with: [])
        #expect(transcript == prompts)
    }

    @Test func aStringIsGeneratedAsPlainText() async throws {
        let model = ScriptedModel([ScriptedModel.text("A plain ", "answer"), ScriptedModel.text("B")])
        let session = LanguageModelSession(model: model)
        #expect(try await session.respond(to: "Hi", generating: String.self).content == "A plain answer")
        var last = ""
        for try await snapshot in session.streamResponse(to: "Hi", generating: String.self) { last = snapshot.content }
        #expect(last == "B")
        #expect(model.requests.allSatisfy { $0.schema == nil })
    }
}
