import Foundation
import Phrasebook
import PhrasebookEvaluation
import Testing

/// The tuned part of the evaluation; Documentation/EvaluateTheBuiltInModel.md explains it.
@Suite struct EvaluationTests {
    private static func fixture(_ name: String) throws -> String {
        let folder = Bundle.module.url(forResource: "Fixtures", withExtension: nil)
        guard let file = folder?.appending(path: name) else { throw CocoaError(.fileNoSuchFile) }
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test("No sentence does harm, and no fewer are understood than before")
    func tuned() async throws {
        let worlds = try EvaluationWorlds(Self.fixture("evaluation-worlds.json"))
        let run = EvaluationRun(try PhrasebookLanguageModel(worlds.phrases()), worlds)
        var scores: [SentenceScore] = []
        for sentence in try EvaluationSentence.all(in: Self.fixture("evaluation-tuned.jsonl")) {
            scores.append(try await run.score(sentence))
        }
        let table = EvaluationTable(scores)
        for score in scores where !score.isAnswerRight || !score.harm.isEmpty {
            print("  missed: \(score.sentence.id) \(score.sentence.message) — \(score.trace)")
        }
        print("evaluation: \(table.total)")
        #expect(scores.filter { !$0.harm.isEmpty }.map { "\($0.sentence.id): \($0.harm)" } == [])
        #expect(table.total.tools >= 760)
        #expect(table.total.agreed >= 872)
        #expect(table.total.arguments >= 741)
        #expect(table.total.answers >= 722)
    }
}
