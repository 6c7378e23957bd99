import Answers
import BenchmarkReport
import LanguageModels
import Measuring

/// The rows of this benchmark, measured in order.
struct LanguageModelsRows {
    let repetitions: Int
    private(set) var report = Report()

    init(repetitions: Int) { self.repetitions = repetitions }

    mutating func run() async throws {
        var perByte: [Double] = []
        for length in [30_000, 60_000, 120_000, 240_000] {
            let text = StructuredAnswer.text(atLeast: length)
            let pieces = StructuredAnswer.pieces(of: text)
            let whole = try Stock(GeneratedContent(json: text))
            let size = text.utf8.count
            let typed = try median { try partialValues(pieces, whole) }
            perByte.append(typed / Double(size))
            row("\(size / 1000) kB by 4 bytes, partial values", typed, limit: length == 60_000 ? 20_000 : nil)
            var streamed: [Double] = []
            for _ in 0..<repetitions { streamed.append(try await Self.stream(pieces, whole)) }
            row("\(size / 1000) kB by 4 bytes, streamed by a session", streamed.median, limit: nil)
        }
        guard let first = perByte.first, let last = perByte.last else { return }
        report.add(
            ReportRow(
                "partial values: cost of a byte at 240 kB by that at 30 kB",
                torii: ReportRow.number(last * 1e3, digits: 1) + " ns",
                baseline: ReportRow.number(first * 1e3, digits: 1) + " ns",
                ratio: last / first,
                bar: 1.5
            )
        )
    }

    /// Returns the processor time to read an answer in pieces, with a partial value of the type after each piece.
    private func partialValues(_ pieces: [String], _ whole: Stock) throws -> Double {
        let start = CPUTime.microseconds()
        var answer = GrowingContent()
        var partial: Stock.PartiallyGenerated?
        for piece in pieces {
            try answer.feed(piece)
            partial = nil
            if let content = answer.content { partial = try Stock.PartiallyGenerated(content) }
        }
        let content = try answer.finish()
        let time = CPUTime.microseconds() - start
        guard partial?.items?.count == whole.items.count, try Stock(content) == whole else {
            throw BenchmarkFailure("The pieces have another value than the whole.")
        }
        return Double(time)
    }

    /// Returns the processor time for the same through a session's stream, with a model that never waits.
    ///
    /// It does not run on the main actor, because no server reads its streams there, and each step would switch to it and back.
    @concurrent private static func stream(_ pieces: [String], _ whole: Stock) async throws -> Double {
        let session = LanguageModelSession(model: PlayedModel(pieces: pieces))
        let start = CPUTime.microseconds()
        let stream = session.streamResponse(to: "What is in stock?", generating: Stock.self)
        var count = 0
        for try await snapshot in stream where snapshot.content.items != nil { count += 1 }
        let time = CPUTime.microseconds() - start
        guard count > 0, try await stream.collect().content == whole else {
            throw BenchmarkFailure("The stream has another value than the whole.")
        }
        return Double(time)
    }

    private func median(_ measure: () throws -> Double) rethrows -> Double {
        try (0..<repetitions).map { _ in try measure() }.median
    }

    private mutating func row(_ name: String, _ microseconds: Double, limit: Double?) {
        report.add(
            ReportRow(
                name,
                torii: Self.milliseconds(microseconds),
                baseline: limit.map { Self.milliseconds($0) } ?? "",
                ratio: limit.map { microseconds / $0 },
                bar: limit.map { _ in 1 }
            )
        )
    }

    private static func milliseconds(_ microseconds: Double) -> String {
        ReportRow.number(microseconds / 1e3, digits: 3) + " ms"
    }
}
