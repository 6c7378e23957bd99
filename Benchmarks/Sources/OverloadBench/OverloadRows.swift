import BenchmarkReport
import Foundation
import Measuring
import Programs

/// Measures a server that admits a hundred turns of half a second each, under a multiple of that load.
struct OverloadRows {
    let options: ServerOptions
    private(set) var report = Report()
    private let answer = ChatLoad.Answer(tokens: 25, interval: 20)

    init(options: ServerOptions) { self.options = options }

    mutating func run() throws {
        Descriptors.raiseLimit()
        let scratch = try ScratchFolder()
        let model = try LoadServerProcess("ModelServer")
        let torii = try ToriiProcess(
            options.server,
            in: try scratch.folder("torii"),
            model: model.port,
            settings: [
                "TORII_MAX_RUNS": "\(options["--runs"])", "TORII_MAX_QUEUED_RUNS": "\(options["--queue"])",
                "TORII_LOG_LEVEL": "warning",
            ]
        )
        let process = ProcessFigures(torii.number)
        let load = ChatLoad(.native, port: torii.port, answer)

        report.printProgress("the admitted rate")
        let full = try load.turns(connections: options["--runs"], seconds: 5)
        let admitted = Double(full.turns) / Double(full["elapsed_us"]) * 1_000_000
        report.printProgress("before, at half of it")
        let before = try load.arrivals(rate: admitted / 2, seconds: 10, connections: 2_000)
        let calm = process.residentBytes
        let rate = admitted * Double(options["--times"])
        report.printProgress("\(options["--times"]) times of it, for \(options["--seconds"]) s")
        let overload = try load.arrivals(rate: rate, seconds: options["--seconds"], connections: 4_000)
        let peak = process.peakResidentBytes
        report.printProgress("afterwards, at half of it")
        let after = try load.arrivals(rate: admitted / 2, seconds: 10, connections: 2_000)

        addCounts(overload, admitted: admitted, rate: rate)
        addLatencies(before, overload, after)
        report.add(row("memory at most, and before", Self.megabytes(peak), Self.megabytes(calm)))
        report.add(row("memory afterwards, and before", Self.megabytes(process.residentBytes), Self.megabytes(calm)))
        torii.stop()
        withExtendedLifetime((scratch, model)) {}
    }

    private mutating func addCounts(_ overload: ChatLoad.Figures, admitted: Double, rate: Double) {
        let seconds = Double(options["--seconds"])
        report.add(row("turns offered a second, and what is let in", Self.number(rate), Self.number(admitted)))
        report.add(
            ReportRow(
                "turns answered a second under overload, and at full load",
                torii: Self.number(Double(overload.turns) / seconds),
                baseline: Self.number(admitted),
                ratio: Double(overload.turns) / seconds / admitted
            )
        )
        report.add(row("answered in whole, of all offered", "\(overload.turns)", "\(overload["offered"])"))
        report.add(row("answered 429, and 503", "\(overload["s429"])", "\(overload["s503"])"))
        let faults = ["broken", "failed", "other", "unserved"].map { overload[$0] }.reduce(0, +)
        report.add(count("anything else: broken, no connection, other statuses", faults))
        report.add(count("refusals without Retry-After", overload["unannounced"]))
    }

    private mutating func addLatencies(
        _ before: ChatLoad.Figures,
        _ overload: ChatLoad.Figures,
        _ after: ChatLoad.Figures
    ) {
        for (name, key) in [("median", "p50"), ("99 of 100", "p99")] {
            report.add(row("a refusal takes, \(name)", Self.time(overload["refusal_\(key)_us"]), ""))
            report.add(
                row(
                    "first token of those let in, \(name); and before",
                    Self.time(overload["first_\(key)_us"]),
                    Self.time(before["first_\(key)_us"])
                )
            )
            report.add(
                row(
                    "first token afterwards, \(name); and before",
                    Self.time(after["first_\(key)_us"]),
                    Self.time(before["first_\(key)_us"])
                )
            )
        }
        report.add(count("turns afterwards that were not answered in whole", after.failures))
    }

    private func row(_ name: String, _ torii: String, _ baseline: String) -> ReportRow {
        ReportRow(name, torii: torii, baseline: baseline)
    }

    /// Makes a row for events that must not occur.
    private func count(_ name: String, _ count: Int) -> ReportRow {
        ReportRow(name, torii: "\(count)", baseline: "0", ratio: Double(count), bar: 0)
    }

    private static func number(_ value: Double) -> String { ReportRow.number(value, digits: 0) }

    private static func time(_ microseconds: Int) -> String {
        "\(ReportRow.number(Double(microseconds) / 1000, digits: 2)) ms"
    }

    private static func megabytes(_ bytes: Int) -> String {
        "\(ReportRow.number(Double(bytes) / 1_048_576, digits: 2)) MiB"
    }
}
