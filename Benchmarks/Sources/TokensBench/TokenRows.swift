import BenchmarkReport
import Foundation
import Measuring
import Programs

/// The rows of this benchmark, measured in order.
struct TokenRows {
    /// A way to name the sender of a request.
    private enum Way: CaseIterable {
        /// The token of a client without users.
        case opaque
        /// The token of a client with a user beside it.
        case header
        /// A signed token of the same user, which the server has seen before.
        case signed
    }

    private typealias Counts = [Way: [CallgrindCounts]]

    private static let user = "anna"
    /// The bar for steps that must not occur; only the server's timers stay below it.
    private static let nothing = 0.05

    private(set) var report = Report()
    private let options: ServerOptions
    private let scratch: ScratchFolder
    private let model: LoadServerProcess

    /// Starts the model.
    init(options: ServerOptions) throws {
        self.options = options
        scratch = try ScratchFolder()
        model = try LoadServerProcess("ModelServer")
    }

    mutating func run() throws {
        let folder = try scratch.folder("torii")
        let settings = ["TORII_PUBLIC_URL": Backend.audience]
        let torii = try ToriiProcess(options.server, in: folder, model: model.port, settings: settings)
        let backend = try Backend(of: torii, in: scratch.url)
        try addFirstSight(torii, backend)
        torii.stop()

        let server = try Callgrind(options.server, in: folder, model: model.port, settings: settings)
        defer { server.torii.stop() }
        let signed = try backend.token(of: Self.user)
        func load(_ way: Way, _ dialect: ChatLoad.Dialect) -> ChatLoad {
            let (token, user): (String, String?) =
                switch way {
                case .opaque: (ToriiProcess.token, nil)
                case .header: (backend.token, Self.user)
                case .signed: (signed, nil)
                }
            let answer = ChatLoad.Answer(tokens: 5, streams: false)
            return ChatLoad(dialect, port: server.torii.port, answer, token: token, user: user)
        }
        let turns = try counts(server, "a turn") { load($0, .native) }
        let requests = try counts(server, "a request") { load($0, .session) }
        addTurns(turns)
        addRequests(requests)
    }
}

// MARK: - Counting

extension TokenRows {
    /// Counts one load for each way alternately; another way starts each round.
    private func counts(_ server: Callgrind, _ name: String, _ load: (Way) -> ChatLoad) throws -> Counts {
        let ways = Way.allCases
        var counts: Counts = [:]
        // The first round does not count.
        for round in 0...options["--rounds"] {
            report.printProgress("\(name), by valgrind: \(round) of \(options["--rounds"])")
            for index in ways.indices {
                let way = ways[(index + round) % ways.count]
                _ = try server.sinceLast()
                try Self.send(load(way), options["--turns"])
                // Events are stored once a second, so the last ones are stored by then.
                Thread.sleep(forTimeInterval: 1.2)
                let found = try server.sinceLast()
                if round > 0 { counts[way, default: []].append(found) }
            }
        }
        return counts
    }

    private static func send(_ load: ChatLoad, _ count: Int) throws {
        let figures = try load.turns(connections: 1, turns: count)
        guard figures.failures == 0, figures.turns == count else {
            throw BenchmarkFailure("\(figures.failures) requests were not answered, \(figures.turns) were.")
        }
    }

    /// Returns the processor time of a request in microseconds.
    private static func time(of torii: ToriiProcess, tokens: [String]) throws -> Double {
        let begin = ProcessFigures(torii.number).cpuMicroseconds
        for token in tokens {
            try send(ChatLoad(.session, port: torii.port, ChatLoad.Answer(tokens: 0), token: token), 1)
        }
        return Double(ProcessFigures(torii.number).cpuMicroseconds - begin) / Double(tokens.count)
    }
}

// MARK: - Rows

extension TokenRows {
    /// Adds the processor time of a new token of a known user, beside the same token again.
    private mutating func addFirstSight(_ torii: ToriiProcess, _ backend: Backend) throws {
        report.printProgress("a signed token at its first sight")
        _ = try Self.time(of: torii, tokens: (0..<100).map { _ in try backend.token(of: Self.user) })
        let tokens = try (0..<options["--tokens"]).map { _ in try backend.token(of: Self.user) }
        let new = try Self.time(of: torii, tokens: tokens)
        let known = try Self.time(of: torii, tokens: tokens)
        report.add(
            ReportRow(
                "request, signed token at its first sight: CPU",
                torii: "\(ReportRow.number(new - known, digits: 0)) us",
                baseline: "\(ReportRow.number(known, digits: 0)) us",
                figure: new - known,
                bar: 300
            )
        )
    }

    private mutating func addTurns(_ counts: Counts) {
        for (other, name) in [(Way.opaque, "opaque"), (Way.header, "Torii-User")] {
            let title = "turn, signed token beside \(name)"
            addShare("\(title): instructions", counts, other, bar: 1)
            addMore("\(title): allocations", counts, other, bar: 4) { $0.allocations }
            // A turn of a user also stores its usage, so only the same user's can have no more steps.
            let bar: Double? = other == .header ? Self.nothing : nil
            addMore("\(title): SQL steps", counts, other, bar: bar) { $0.statementSteps }
        }
    }

    private mutating func addRequests(_ counts: Counts) {
        let title = "request, signed token beside opaque"
        addShare("\(title): instructions", counts, .opaque, bar: nil)
        addMore("\(title): allocations", counts, .opaque, bar: 4) { $0.allocations }
        addMore("\(title): SQL steps", counts, .opaque, bar: Self.nothing) { $0.statementSteps }
    }

    /// Adds the difference of instructions in percent.
    private mutating func addShare(_ name: String, _ counts: Counts, _ other: Way, bar: Double?) {
        let baseline = each(counts, other) { $0.instructions }.median
        let share = more(counts, other) { $0.instructions } / baseline * 100
        report.add(
            ReportRow(
                name,
                torii: "\(ReportRow.number(share, digits: 2)) %",
                baseline: ReportRow.number(baseline, digits: 0),
                figure: share,
                bar: bar
            )
        )
    }

    private mutating func addMore(
        _ name: String,
        _ counts: Counts,
        _ other: Way,
        bar: Double?,
        _ unit: (CallgrindCounts) -> Int
    ) {
        let more = more(counts, other, unit)
        report.add(
            ReportRow(
                name,
                torii: "\(ReportRow.number(more, digits: 2))",
                baseline: ReportRow.number(each(counts, other, unit).median, digits: 2),
                figure: more,
                bar: bar
            )
        )
    }

    /// Returns the median of the rounds' differences between a signed token and another way, for one request.
    private func more(_ counts: Counts, _ other: Way, _ unit: (CallgrindCounts) -> Int) -> Double {
        zip(each(counts, .signed, unit), each(counts, other, unit)).map { $0 - $1 }.median
    }

    private func each(_ counts: Counts, _ way: Way, _ unit: (CallgrindCounts) -> Int) -> [Double] {
        (counts[way] ?? []).map { Double(unit($0)) / Double(options["--turns"]) }
    }
}
