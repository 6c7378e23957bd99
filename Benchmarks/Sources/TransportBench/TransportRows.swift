import BenchmarkReport
import Measuring
import Programs

/// The rows of this benchmark, measured in order.
struct TransportRows {
    let options: Options
    private let contest: Contest
    private(set) var report = Report()

    init(options: Options) {
        self.options = options
        contest = Contest(repetitions: options.repetitions)
    }

    mutating func run() throws {
        for decodes in [false, true] {
            let outcomes = try [20, 200, 2_000].map { streams in
                try pacedTokens(streams: streams, decodes: decodes)
            }
            guard let first = outcomes.first, let last = outcomes.last else { continue }
            let growth = (torii: last.torii / first.torii, baseline: last.baseline / first.baseline)
            report.add(
                ReportRow(
                    "its growth from 20 to 2,000 streams, \(Self.work(decodes))",
                    torii: ReportRow.number(growth.torii, digits: 2) + " x",
                    baseline: ReportRow.number(growth.baseline, digits: 2) + " x",
                    ratio: growth.torii / growth.baseline
                )
            )
        }
        try delays(streams: 200)
        try burst(streams: 200)
        try idleMemory()
        try manyStreams(5_000)
    }

    private static func work(_ decodes: Bool) -> String { decodes ? "events decoded" : "bytes counted" }

    private func tokens(
        _ streams: Int,
        events: Int,
        rate: Int,
        decodes: Bool
    ) throws -> Contest.Outcome {
        try contest.run { port in
            ["tokens"] + [port, streams, events, rate, options.bytes].map(String.init) + [decodes ? "events" : "bytes"]
        } figure: { printed in
            guard let time = printed["cpu_us"], let count = printed["tokens"], printed["open"] == streams else {
                throw ChildProcess.Failure("A measurement of \(streams) streams has no figures.")
            }
            return Double(time) / Double(count)
        }
    }

    private mutating func pacedTokens(streams: Int, decodes: Bool) throws -> Contest.Outcome {
        let name = "CPU per token, \(Self.grouped(streams)) streams, \(Self.work(decodes))"
        report.printProgress(name)
        let events = max(1, options.rate * options.seconds / streams)
        let outcome = try tokens(streams, events: events, rate: options.rate, decodes: decodes)
        // The bar applies to 200 streams; the other rows show that the figure does not grow.
        add(name, outcome, unit: "us", bar: streams == 200 ? 2 : nil)
        return outcome
    }

    /// Measures the time of a token from the server's call to send until its reader has it.
    private mutating func delays(streams: Int) throws {
        report.printProgress("delay of a token, \(streams) streams")
        let events = max(1, options.rate * options.seconds / streams)
        for (name, key) in [("median", "p50_us"), ("99 of 100", "p99_us")] {
            let outcome = try contest.run { port in
                ["tokens"] + [port, streams, events, options.rate, options.bytes].map(String.init) + ["delays"]
            } figure: { printed in
                guard let delay = printed[key], delay >= 0 else {
                    throw ChildProcess.Failure("A measurement of delays has no figures.")
                }
                return Double(max(delay, 1))
            }
            add("delay of a token, \(streams) streams, \(name)", outcome, unit: "us")
        }
    }

    private mutating func burst(streams: Int) throws {
        let name = "CPU per token, \(streams) streams, all tokens at once, decoded"
        report.printProgress(name)
        let outcome = try tokens(streams, events: 1_000, rate: 0, decodes: true)
        add(name, outcome, unit: "us")
    }

    private mutating func idleMemory() throws {
        let streams = options.idleStreams
        let name = "memory per open idle transfer, \(Self.grouped(streams)) open"
        report.printProgress(name)
        let outcome = try contest.run { port in
            ["idle", String(port), String(streams)]
        } figure: { printed in
            guard let bytes = printed["rss_bytes"], printed["open"] == streams else {
                throw ChildProcess.Failure("A measurement of \(streams) idle transfers has no figures.")
            }
            return Double(bytes) / Double(streams) / 1024
        }
        add(name, outcome, unit: "KiB")
    }

    private mutating func manyStreams(_ streams: Int) throws {
        let name = "CPU per token, \(Self.grouped(streams)) streams in one process, decoded"
        report.printProgress(name)
        let limit = Descriptors.raiseLimit()
        guard limit >= streams + 100 else {
            report.add(ReportRow(name, torii: "not run", baseline: "\(limit) descriptors"))
            return
        }
        let events = max(1, options.rate * options.seconds / streams)
        let outcome = try tokens(streams, events: events, rate: options.rate, decodes: true)
        add(name, outcome, unit: "us")
    }

    private mutating func add(_ name: String, _ outcome: Contest.Outcome, unit: String, bar: Double? = nil) {
        report.add(
            ReportRow(
                name,
                torii: "\(ReportRow.number(outcome.torii, digits: 2)) \(unit)",
                baseline: "\(ReportRow.number(outcome.baseline, digits: 2)) \(unit)",
                ratio: outcome.ratio,
                bar: bar
            )
        )
    }

    /// Formats 5000 as `5,000`.
    private static func grouped(_ number: Int) -> String {
        number < 1_000 ? "\(number)" : "\(number / 1_000)," + String("\(number + 1_000)".suffix(3))
    }
}
