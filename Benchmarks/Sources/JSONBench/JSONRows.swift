import Answers
import BenchmarkReport
import Foundation
import Measuring
import StreamingJSON

/// The rows of this benchmark, measured in order.
struct JSONRows {
    let repetitions: Int
    private(set) var report = Report()

    init(repetitions: Int) { self.repetitions = repetitions }

    mutating func run() throws {
        try whole("a structured answer", StructuredAnswer.text(atLeast: 60_000))
        try whole("a structured answer", StructuredAnswer.text(atLeast: 1_000_000))
        try whole("positions, nearly all numbers", Documents.positions(atLeast: 1_000_000))
        try whole("prose in one string", Documents.prose(atLeast: 1_000_000))
        try whole("an event of a chat completion", Documents.chunk)
        try pieces()
    }

    /// Parses a text on both sides alternately, as many times in a round as add up to about a megabyte.
    private mutating func whole(_ name: String, _ text: String) throws {
        let bytes = Array(text.utf8)
        let data = Data(bytes)
        let times = max(1, 1_000_000 / bytes.count)
        var torii: [Double] = []
        var foundation: [Double] = []
        for _ in 0..<repetitions {
            torii.append(try microseconds(times) { try JSONValue(parsing: bytes).isNull })
            foundation.append(try microseconds(times) { try JSONSerialization.jsonObject(with: data) is NSNull })
        }
        report.add(
            ReportRow(
                "whole: \(name), \(Self.size(bytes.count))",
                torii: Self.milliseconds(torii.median),
                baseline: Self.milliseconds(foundation.median),
                ratio: zip(torii, foundation).map { $0 / $1 }.median,
                bar: 0.5
            )
        )
    }

    /// Parses answers of doubling lengths in pieces of four bytes, with a snapshot after each piece.
    private mutating func pieces() throws {
        var perByte: [Double] = []
        for length in [30_000, 60_000, 120_000, 240_000] {
            let bytes = Array(StructuredAnswer.text(atLeast: length).utf8)
            let feeding = try streaming(bytes) { _ in }
            let showing = try streaming(bytes) { showing in showing.takeSnapshot() }
            let reporting = try streaming(bytes, eventDepth: .max) { reporting in reporting.takeEvents() }
            perByte.append(showing / Double(bytes.count))
            let name = "4-byte pieces, \(Self.size(bytes.count)): "
            let limit = length == 60_000
            row(name + "fed", feeding, limit: limit ? 20_000 : nil)
            row(name + "a snapshot each", showing, limit: limit ? 20_000 : nil)
            row(name + "every part reported", reporting, limit: limit ? 20_000 : nil)
        }
        guard let first = perByte.first, let last = perByte.last else { return }
        report.add(
            ReportRow(
                "4-byte pieces: cost of a byte at 240 kB by that at 30 kB",
                torii: ReportRow.number(last * 1e3, digits: 1) + " ns",
                baseline: ReportRow.number(first * 1e3, digits: 1) + " ns",
                ratio: last / first,
                bar: 1.5
            )
        )
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

    /// Returns the median time to parse a text in pieces, with an action after each piece.
    private func streaming(
        _ bytes: [UInt8],
        eventDepth: Int = 0,
        afterEach: (inout Reader) -> Void
    ) throws -> Double {
        let expected = try JSONValue(parsing: bytes)
        return try (0..<repetitions).map { _ in
            var reader = Reader(parser: JSONStreamParser(eventDepth: eventDepth))
            let time = try microseconds(1) {
                try bytes.withUnsafeBufferPointer { bytes in
                    for start in stride(from: 0, to: bytes.count, by: 4) {
                        let piece = bytes[start..<min(start + 4, bytes.count)]
                        try reader.parser.feed(UnsafeBufferPointer(rebasing: piece))
                        afterEach(&reader)
                    }
                }
                return try reader.parser.finish().isNull
            }
            guard try reader.parser.finish() == expected else {
                throw BenchmarkFailure("The pieces have another value than the whole.")
            }
            return time
        }.median
    }

    /// A parser with the state of its user.
    private struct Reader {
        var parser: JSONStreamParser
        var shown: JSONSnapshot?
        var reported = 0

        mutating func takeSnapshot() { shown = parser.snapshot }

        mutating func takeEvents() { reported += parser.drainEvents().count }
    }

    /// Returns the processor time of one call, over a number of calls; each result must differ from `null`.
    private func microseconds(_ times: Int, _ work: () throws -> Bool) throws -> Double {
        let start = CPUTime.microseconds()
        for _ in 0..<times {
            guard try !work() else { throw BenchmarkFailure("A text was read as null.") }
        }
        return Double(CPUTime.microseconds() - start) / Double(times)
    }

    private static func milliseconds(_ microseconds: Double) -> String {
        ReportRow.number(microseconds / 1e3, digits: 3) + " ms"
    }

    private static func size(_ bytes: Int) -> String {
        bytes < 1000 ? "\(bytes) B" : "\(bytes / 1000) kB"
    }
}
