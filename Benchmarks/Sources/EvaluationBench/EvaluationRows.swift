import BenchmarkReport
import Foundation
import Phrasebook
import PhrasebookEvaluation

/// The rows of this benchmark, measured in order.
///
/// The held-back part has only sums, so that its failing sentences stay unknown.
struct EvaluationRows {
    /// The limit on the time for a message, in microseconds.
    private static let limit = 1000.0

    private static let tunedPath = "Tests/Language/PhrasebookTests/Fixtures/evaluation-tuned.jsonl"

    let repetitions: Int
    private let run: EvaluationRun
    private(set) var report = Report()

    init(repetitions: Int) throws {
        let worlds = try EvaluationWorlds(Self.text("Tests/Language/PhrasebookTests/Fixtures/evaluation-worlds.json"))
        self.repetitions = repetitions
        run = EvaluationRun(try PhrasebookLanguageModel(worlds.phrases()), worlds)
    }

    mutating func run() async throws {
        let tuned = try await add("tuned", Self.tunedPath)
        let heldBack = try await add("held back", "Benchmarks/Data/evaluation-held-back.jsonl")
        let times = (tuned + heldBack).sorted()
        time("a message, median of \(times.count)", times[times.count / 2])
        time("a message, 99 of 100", times[min(times.count - 1, times.count * 99 / 100)])
    }

    /// Adds the slowest tuned messages, slowest first.
    mutating func runSlowest(_ count: Int) async throws {
        let sentences = try EvaluationSentence.all(in: Self.text(Self.tunedPath))
        var times = [[Double]](repeating: [], count: sentences.count)
        var rounds = [Int](repeating: 0, count: sentences.count)
        for repetition in 0...repetitions {
            for (number, sentence) in sentences.enumerated() {
                let score = try await run.score(sentence)
                rounds[number] = score.rounds
                if repetition > 0 { times[number].append(score.time / .microseconds(1)) }
            }
        }
        let medians = times.map(\.median)
        for number in sentences.indices.sorted(by: { medians[$0] > medians[$1] }).prefix(count) {
            time("\(sentences[number].id), rounds: \(rounds[number])", medians[number])
        }
    }

    /// Adds the sums of a part, and returns the time for each of its messages in microseconds.
    private mutating func add(_ part: String, _ path: String) async throws -> [Double] {
        let sentences = try EvaluationSentence.all(in: Self.text(path))
        var scores: [SentenceScore] = []
        var times = [[Double]](repeating: [], count: sentences.count)
        for round in 0...repetitions {
            for (number, sentence) in sentences.enumerated() {
                let score = try await run.score(sentence)
                // The first round fills caches.
                if round == 0 { scores.append(score) } else { times[number].append(score.time / .microseconds(1)) }
            }
        }
        let table = EvaluationTable(scores)
        sums(part, table.total)
        for (language, sums) in table.languages.sorted(by: { $0.key < $1.key }) {
            self.sums("\(part), \(language)", sums)
        }
        for (row, sums) in table.rows.sorted(by: { $0.key < $1.key }) { self.sums("\(part), \(row)", sums) }
        for (kind, count) in table.harms.sorted(by: { $0.key < $1.key }) {
            report.add(ReportRow("\(part), harm: \(kind)", torii: "\(count)", baseline: ""))
        }
        report.add(
            ReportRow(
                "\(part), messages that did harm",
                torii: "\(table.total.harm)",
                baseline: "",
                ratio: Double(table.total.harm),
                bar: 0
            )
        )
        return times.map(\.median)
    }

    /// Adds the numbers of sentences with the right tools, with all arguments right, and with an answer of the right kind.
    private mutating func sums(_ name: String, _ sums: EvaluationTable.Sums) {
        report.add(
            ReportRow(
                name,
                torii: "\(sums.tools) \(sums.arguments) \(sums.answers), \(sums.agreed) after a yes",
                baseline: "of \(sums.sentences)"
            )
        )
    }

    private mutating func time(_ name: String, _ microseconds: Double) {
        report.add(
            ReportRow(
                name,
                torii: ReportRow.number(microseconds, digits: 0) + " us",
                baseline: "",
                ratio: microseconds / Self.limit,
                bar: 1
            )
        )
    }

    private static func text(_ path: String) throws -> String {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
}
