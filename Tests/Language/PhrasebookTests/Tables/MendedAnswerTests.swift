import Foundation
import Phrasebook
import PhrasebookEvaluation
import StreamingJSON
import Testing

/// Messages that once got a wrong answer, and others of their kind, with what is answered now.
///
/// The lines of `mended-answers.jsonl` are sentences of the evaluation, with the texts that the answer has to contain (`says`)
/// and those that they must not (`omits`).
@Suite struct MendedAnswerTests {
    private static func fixture(_ name: String) throws -> String {
        let folder = Bundle.module.url(forResource: "Fixtures", withExtension: nil)
        guard let file = folder?.appending(path: name) else { throw CocoaError(.fileNoSuchFile) }
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test("Each message has the right calls and the right answer")
    func answers() async throws {
        let worlds = try EvaluationWorlds(Self.fixture("evaluation-worlds.json"))
        let run = EvaluationRun(try PhrasebookLanguageModel(worlds.phrases()), worlds)
        let lines = try Self.fixture("mended-answers.jsonl").split(separator: "\n").map(String.init)
        #expect(lines.count > 100)
        for line in lines {
            let json = try JSONValue(parsing: line)
            let score = try await run.score(EvaluationSentence(line: line))
            let texts = { (name: String) in (json[name]?.arrayValue ?? []).compactMap(\.stringValue) }
            let message = "\(score.sentence.id) \(score.sentence.before) \(score.sentence.message): \(score.trace)"
            #expect(score.isRightAfterYes, "\(message)")
            #expect(score.isAnswerRight || score.isProposed, "\(message)")
            #expect(score.harm == [], "\(message)")
            #expect(texts("says").filter { !score.answer.contains($0) } == [], "\(message)")
            #expect(texts("omits").filter { score.answer.contains($0) } == [], "\(message)")
        }
    }
}
