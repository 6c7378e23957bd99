import BenchmarkReport
import Foundation
import Measuring
@_spi(Measuring) import ModelProviders

/// The rows of this benchmark, measured in order.
struct DecoderRows {
    private static let tokenCount = 1000

    let repetitions: Int
    private(set) var report = Report()

    init(repetitions: Int) { self.repetitions = repetitions }

    /// A stream to read: its provider, its token events, and the largest accepted share of Foundation's time.
    private struct Subject {
        let name: String
        let dialect: MeasuredStream.Dialect
        let fixture: String
        let marker: String
        var bar: Double?

        func stream(_ tokenCount: Int = DecoderRows.tokenCount) throws -> LongStream {
            try LongStream(fixture, repeating: marker, tokenCount: tokenCount)
        }
    }

    private static let openAI = Subject(
        name: "OpenAI chat",
        dialect: .openAIChat,
        fixture: "openai_chat_stream_text.sse",
        marker: #""delta":{"content":"#,
        bar: 0.2
    )

    private static let anthropic = Subject(
        name: "Anthropic",
        dialect: .anthropic,
        fixture: "anthropic_stream_text.sse",
        marker: "text_delta",
        bar: 0.2
    )

    private static let others = [
        Subject(
            name: "OpenAI chat, arguments",
            dialect: .openAIChat,
            fixture: "openai_chat_stream_parallel_tools.sse",
            marker: #""tool_calls":[{"index":0,"function":"#,
            bar: 0.2
        ),
        Subject(
            name: "Anthropic, arguments",
            dialect: .anthropic,
            fixture: "anthropic_stream_parallel_tools.sse",
            marker: #""partial_json":"ty"#,
            bar: 0.2
        ),
        Subject(
            name: "OpenAI Responses",
            dialect: .openAIResponses,
            fixture: "openai_responses_stream_text.sse",
            marker: #""type":"response.output_text.delta""#
        ),
        Subject(
            name: "Gemini",
            dialect: .gemini,
            fixture: "gemini_stream_text.sse",
            marker: #""role": "model"},"index": 0}]"#
        ),
        Subject(
            name: "Ollama",
            dialect: .ollama,
            fixture: "ollama_chat_stream_text.ndjson",
            marker: #""done":false"#
        ),
    ]

    mutating func run() throws {
        for subject in [Self.openAI, Self.anthropic] + Self.others { try beside(subject) }
        for subject in [Self.openAI, Self.anthropic] { try doubled(subject) }
    }

    /// Measures both sides on one stream, alternately.
    private mutating func beside(_ subject: Subject) throws {
        let stream = try subject.stream()
        var torii: [Double] = []
        var foundation: [Double] = []
        for _ in 0..<repetitions {
            torii.append(try nanoseconds(10) { try Self.read(stream.pieces, subject.dialect, Self.tokenCount) })
            foundation.append(try nanoseconds(2) { try Self.parse(stream.data) })
        }
        report.add(
            ReportRow(
                "CPU per token: \(subject.name), \(stream.pieces.map(\.count).reduce(0, +) / stream.pieces.count) B each",
                torii: Self.text(torii.median),
                baseline: Self.text(foundation.median),
                ratio: zip(torii, foundation).map { $0 / $1 }.median,
                bar: subject.bar
            )
        )
    }

    /// Measures fast streams of doubling lengths: in pieces with many events, cut anywhere.
    private mutating func doubled(_ subject: Subject) throws {
        let counts = [1000, 2000, 4000, 8000]
        let times = try counts.map { count in
            let pieces = try subject.stream(count).pieces(of: 16 * 1024)
            return try (0..<repetitions).map { _ in
                try nanoseconds(10, tokenCount: count) { try Self.read(pieces, subject.dialect, count) }
            }.median
        }
        for (count, time) in zip(counts, times) {
            report.add(
                ReportRow(
                    "CPU per token: \(subject.name), \(count) in 16 KiB pieces",
                    torii: Self.text(time),
                    baseline: ""
                )
            )
        }
        report.add(
            ReportRow(
                "CPU per token: \(subject.name), 8000 by 1000",
                torii: Self.text(times[3]),
                baseline: Self.text(times[0]),
                ratio: times[3] / times[0],
                bar: 1.5
            )
        )
    }

    /// Reads a stream, from its bytes to a session's events.
    private static func read(_ pieces: [[UInt8]], _ dialect: MeasuredStream.Dialect, _ tokenCount: Int) throws {
        var stream = MeasuredStream(dialect)
        var count = 0
        for piece in pieces { count += try stream.read(piece) }
        count += try stream.finish()
        guard count >= tokenCount else { throw BenchmarkFailure("\(count) events resulted from \(tokenCount) tokens.") }
    }

    /// Parses the data of the events and discards the result.
    private static func parse(_ data: [Data]) throws {
        for event in data {
            guard try JSONSerialization.jsonObject(with: event) is [String: Any] else {
                throw BenchmarkFailure("An event is no object.")
            }
        }
    }

    /// Returns the processor time for one token, over a number of passes.
    private func nanoseconds(
        _ passes: Int,
        tokenCount: Int = DecoderRows.tokenCount,
        _ work: () throws -> Void
    ) rethrows -> Double {
        let start = CPUTime.microseconds()
        for _ in 0..<passes { try work() }
        return Double(CPUTime.microseconds() - start) * 1e3 / Double(passes * tokenCount)
    }

    private static func text(_ nanoseconds: Double) -> String {
        ReportRow.number(nanoseconds / 1e3, digits: 3) + " us"
    }
}
