import LanguageModels
import Testing

/// A view model that imports only the framework.
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

/// `@Observable` without any import but the framework's.
@Suite(.timeLimit(.minutes(1))) struct ObservationTests {
    @Test func observableNeedsNoFurtherImport() async throws {
        let model = ScriptedModel([ScriptedModel.text(#"{"title":"Nara","#, #""days":["a","b"]}"#)])
        let planner = Planner(session: LanguageModelSession(model: model))
        try await planner.suggest()
        #expect(planner.plan?.title == "Nara")
        #expect(planner.plan?.days == ["a", "b"])
        #expect(planner.transcript.count == 2)
    }
}
