import BenchmarkReport
import Foundation
import Measuring
import Programs

/// Measures the cost of a turn in the whole server: authenticated, in a stored conversation, with all events in the store.
struct RelayRows {
    let options: ServerOptions
    private(set) var report = Report()

    init(options: ServerOptions) { self.options = options }

    mutating func run() throws {
        Descriptors.raiseLimit()
        let scratch = try ScratchFolder()
        let model = try LoadServerProcess("ModelServer")
        try starts(scratch, model)
        let torii = try ToriiProcess(options.server, in: try scratch.folder("torii"), model: model.port)
        let nginx = try NginxProcess(in: try scratch.folder("nginx"), upstream: model.port)
        let contest = RelayContest(torii: torii, nginx: nginx, repetitions: options["--repetitions"])
        try burst(contest)
        try paced(contest)
        try moderate(contest)
        try firstToken(contest)
        try unstreamed(contest)
        let memory = ProcessFigures(torii.number).residentBytes
        report.add(ReportRow("memory after all of these", torii: Self.megabytes(memory), baseline: ""))
        torii.stop()
        withExtendedLifetime((scratch, model)) {}
    }

    /// Measures starts; the first start makes the data folder and does not count.
    private mutating func starts(_ scratch: ScratchFolder, _ model: LoadServerProcess) throws {
        report.printProgress("start to ready, and memory")
        let folder = try scratch.folder("starts")
        let first = try ToriiProcess(options.server, in: folder, model: model.port)
        report.add(ReportRow("the first start to ready", torii: Self.milliseconds(first.startTime), baseline: ""))
        first.stop()
        var times: [Double] = []
        var bytes: [Double] = []
        for _ in 0..<max(5, options["--repetitions"]) {
            let server = try ToriiProcess(options.server, in: folder, model: model.port)
            times.append(server.startTime / .milliseconds(1))
            Thread.sleep(forTimeInterval: 1)
            bytes.append(Double(ProcessFigures(server.number).residentBytes))
            server.stop()
        }
        addAgainst("start to ready", times.median, of: 200, unit: "ms")
        addAgainst("memory when idle", bytes.median / 1_048_576, of: 60, unit: "MiB")
    }

    private mutating func burst(_ contest: RelayContest) throws {
        let name = "CPU per token, burst: 100 tokens, 16 streams"
        report.printProgress(name)
        let seconds = options["--seconds"]
        let outcomes = try contest.run(.init(tokens: 100)) { try $0.turns(connections: 16, seconds: $1 ?? seconds) }
        let figure = { (outcome: RelayContest.Outcome) in
            Double(outcome.cpuMicroseconds) / Double(outcome.figures.turns * 100)
        }
        add(name, outcomes, unit: "us", bar: 5, figure)
        addBesideNative(name, outcomes, figure)
    }

    private mutating func paced(_ contest: RelayContest) throws {
        let name = "50 tokens at 20 ms, 200 streams"
        report.printProgress(name)
        let seconds = options["--seconds"]
        let outcomes = try contest.run(.init(tokens: 50, interval: 20)) {
            try $0.turns(connections: 200, seconds: $1 ?? seconds, takingDelays: true)
        }
        let figure = { (outcome: RelayContest.Outcome) in
            Double(outcome.cpuMicroseconds) / Double(outcome.figures.turns * 50)
        }
        add("CPU per token, paced: \(name)", outcomes, unit: "us", bar: 2.2, figure)
        addBesideNative("CPU per token, paced: \(name)", outcomes, figure)
        addDelays(name, outcomes)
    }

    /// Measures streams that start at different times, as those of many people, and streams whose turns all start and end together.
    private mutating func moderate(_ contest: RelayContest) throws {
        for (start, words) in [(ChatLoad.Start.spread, ""), (.together, " that begin together")] {
            let name = "50 tokens at 20 ms, 50 streams\(words)"
            report.printProgress(name)
            let seconds = options["--seconds"]
            let outcomes = try contest.run(.init(tokens: 50, interval: 20)) {
                try $0.turns(connections: 50, seconds: $1 ?? seconds, start: start, takingDelays: true)
            }
            addDelays(name, outcomes)
        }
    }

    private mutating func firstToken(_ contest: RelayContest) throws {
        report.printProgress("first token")
        let outcomes = try contest.run(.init(tokens: 5)) { try $0.turns(connections: 1, turns: $1 == nil ? 1000 : 100) }
        add("first token, one turn at a time, median", outcomes, unit: "us") { Double($0.figures["first_p50_us"]) }
        add("first token, one turn at a time, 99 of 100", outcomes, unit: "us") { Double($0.figures["first_p99_us"]) }
    }

    private mutating func unstreamed(_ contest: RelayContest) throws {
        let name = "CPU per turn, not streamed, 16 at once"
        report.printProgress(name)
        let seconds = options["--seconds"]
        let outcomes = try contest.run(.init(tokens: 5, streams: false)) {
            try $0.turns(connections: 16, seconds: $1 ?? seconds)
        }
        let figure = { (outcome: RelayContest.Outcome) in
            Double(outcome.cpuMicroseconds) / Double(outcome.figures.turns)
        }
        add(name, outcomes, unit: "us", figure)
        for (way, prefix) in Self.interfaces {
            addAgainst("\(prefix), \(name), by the bar", outcomes.median(way, figure), of: 150, unit: "us")
        }
        add("turns a second, not streamed, 16 at once", outcomes, unit: "") {
            Double($0.figures.turns) / Double($0.figures["elapsed_us"]) * 1_000_000
        }
    }
}

// MARK: - Rows

extension RelayRows {
    /// Torii's ways, with the prefixes of their rows.
    private static let interfaces: [(way: RelayContest.Way, prefix: String)] = [
        (.native, "native"), (.chatCompletions, "chat"), (.responses, "responses"), (.messages, "messages"),
    ]

    /// Adds a row for each interface, compared with nginx.
    private mutating func add(
        _ name: String,
        _ outcomes: RelayContest.Outcomes,
        unit: String,
        bar: Double? = nil,
        _ figure: (RelayContest.Outcome) -> Double
    ) {
        let nginx = outcomes.median(.nginx, figure)
        for (way, prefix) in Self.interfaces {
            report.add(
                ReportRow(
                    "\(prefix), \(name)",
                    torii: "\(ReportRow.number(outcomes.median(way, figure), digits: 2)) \(unit)",
                    baseline: "\(ReportRow.number(nginx, digits: 2)) \(unit)",
                    ratio: outcomes.ratio(way, figure),
                    bar: bar
                )
            )
        }
    }

    /// Adds a row for each other interface, compared with the native one: at most 1.3 times as much.
    private mutating func addBesideNative(
        _ name: String,
        _ outcomes: RelayContest.Outcomes,
        _ figure: (RelayContest.Outcome) -> Double
    ) {
        let native = outcomes.median(.native, figure)
        for (way, prefix) in Self.interfaces where way != .native {
            report.add(
                ReportRow(
                    "\(prefix) beside native, \(name)",
                    torii: "\(ReportRow.number(outcomes.median(way, figure), digits: 2)) us",
                    baseline: "\(ReportRow.number(native, digits: 2)) us",
                    ratio: outcomes.ratio(way, to: .native, figure),
                    bar: 1.3
                )
            )
        }
    }

    /// Adds the delay of tokens, and how much longer the slowest hundredth was than through nginx: at most 1 ms.
    private mutating func addDelays(_ name: String, _ outcomes: RelayContest.Outcomes) {
        let slow = { (outcome: RelayContest.Outcome) in Double(outcome.figures["delay_p99_us"]) }
        add("delay, \(name), median", outcomes, unit: "us") { Double($0.figures["delay_p50_us"]) }
        add("delay, \(name), 99 of 100", outcomes, unit: "us", slow)
        let nginx = outcomes.median(.nginx, slow)
        for (way, prefix) in Self.interfaces {
            let added = max(0, outcomes.median(way, slow) - nginx)
            addAgainst("\(prefix), its 99 of 100, added to nginx's", added / 1000, of: 1, unit: "ms")
        }
    }

    /// Adds a row whose baseline is the bar.
    private mutating func addAgainst(_ name: String, _ value: Double, of bar: Double, unit: String) {
        report.add(
            ReportRow(
                name,
                torii: "\(ReportRow.number(value, digits: 2)) \(unit)",
                baseline: "\(ReportRow.number(bar, digits: 2)) \(unit)",
                ratio: value / bar,
                bar: 1
            )
        )
    }

    private static func milliseconds(_ time: Duration) -> String {
        "\(ReportRow.number(time / .milliseconds(1), digits: 2)) ms"
    }

    private static func megabytes(_ bytes: Int) -> String {
        "\(ReportRow.number(Double(bytes) / 1_048_576, digits: 2)) MiB"
    }
}
