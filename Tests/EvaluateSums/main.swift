import Foundation
import Phrasebook
import PhrasebookEvaluation
import StreamingJSON

let worlds = try EvaluationWorlds(String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8))
let run = EvaluationRun(try PhrasebookLanguageModel(worlds.phrases()), worlds)
var scores: [SentenceScore] = []
for sentence in try EvaluationSentence.all(in: String(contentsOfFile: CommandLine.arguments[2], encoding: .utf8)) {
    scores.append(try await run.score(sentence))
}
let table = EvaluationTable(scores)
if CommandLine.arguments.count > 3 {
    for score in scores where !score.isAnswerRight || !score.harm.isEmpty {
        let marks = (score.isToolRight ? "T" : "-") + (score.areArgumentsRight ? "A" : "-")
        let said = (score.sentence.before + [score.sentence.say]).joined(separator: " // ")
        let best = score.sentence.outcomes.first
        print(
            "MISS \(score.sentence.id) \(marks)\(score.harm.isEmpty ? "" : " HARM") \(said) => \(score.trace)   [\(best.map { $0.calls.map { "\($0.tool) \($0.arguments.map { "\($0.key)=\($0.value.serialized())" })" }.joined(separator: ";") + " > \($0.answer.rawValue)" } ?? "")]"
        )
    }
}
for (row, sums) in table.rows.sorted(by: { $0.key < $1.key }) {
    print("ROW \(row): \(sums.sentences) T \(sums.tools) A \(sums.arguments) K \(sums.answers) H \(sums.harm)")
}
print("TOTAL \(table.total)")
