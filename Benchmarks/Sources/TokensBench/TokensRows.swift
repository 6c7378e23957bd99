import BenchmarkReport
import CCallCounts
import Measuring

/// The rows of this benchmark, measured in order.
struct TokensRows {
    private static let users = 100
    /// The number of requests of each way in a round.
    private static let requests = 5000
    /// The number of signed tokens that are seen for the first time.
    private static let newTokens = 1000

    let options: TokensOptions
    private(set) var report = Report()

    init(options: TokensOptions) { self.options = options }

    /// Measures and prints all rows.
    mutating func run() async throws {
        let senders = try await Senders(users: Self.users)
        // The first request of each user, which creates it.
        for way in [Senders.Way.header, .signed] {
            let counts = try await Self.counts(way, senders, requests: Self.users)
            guard counts.statement_steps >= Self.users, counts.allocations >= Self.users else {
                throw BenchmarkFailure("The counters do not see the calls of the libraries.")
            }
        }
        try await addTimes(senders)
        try await addCounts(senders)
        try await addFirstSight(senders)
    }

    /// Measures all ways alternately; another one starts each round.
    private mutating func addTimes(_ senders: Senders) async throws {
        let ways = Senders.Way.allCases
        var times: [Senders.Way: [Double]] = [:]
        // The first round does not count.
        for round in 0...options.rounds {
            for index in ways.indices {
                let way = ways[(index + round) % ways.count]
                let start = CPUTime.microseconds()
                for number in 0..<Self.requests { try await senders.find(way, number) }
                let time = Double(CPUTime.microseconds() - start) * 1000 / Double(Self.requests)
                if round > 0 { times[way, default: []].append(time) }
            }
        }
        let (opaque, header, signed) = (times[.opaque] ?? [], times[.header] ?? [], times[.signed] ?? [])
        add("signed token of \(senders.signedLength) B, by an opaque one", signed, opaque)
        add("signed token of \(senders.signedLength) B, by Torii-User", signed, header)
        add("opaque token with Torii-User, by one without", header, opaque)
        addAgainst(
            "signed token, added to an opaque one, by 1 % of a turn",
            zip(signed, opaque).map { $0 - $1 }.median,
            of: Double(options.turn) * 1000 / 100
        )
    }

    /// Counts allocations and store accesses of later requests.
    private mutating func addCounts(_ senders: Senders) async throws {
        let opaque = try await Self.counts(.opaque, senders, requests: Self.requests)
        let header = try await Self.counts(.header, senders, requests: Self.requests)
        let signed = try await Self.counts(.signed, senders, requests: Self.requests)
        let each = { (counts: call_counts) in Double(counts.allocations) / Double(Self.requests) }
        let added = each(signed) - each(opaque)
        report.add(
            ReportRow(
                "allocations: signed token, by an opaque one",
                torii: ReportRow.number(each(signed), digits: 2),
                baseline: ReportRow.number(each(opaque), digits: 2)
            )
        )
        report.add(
            ReportRow(
                "allocations: signed token, by Torii-User",
                torii: ReportRow.number(each(signed), digits: 2),
                baseline: ReportRow.number(each(header), digits: 2)
            )
        )
        report.add(
            ReportRow(
                "allocations: signed token, added to an opaque one",
                torii: ReportRow.number(added, digits: 2),
                baseline: "",
                figure: added,
                bar: 4
            )
        )
        let accesses = signed.statement_steps
        report.add(
            ReportRow(
                "SQL of \(Self.requests) later requests: signed, by Torii-User",
                torii: "\(accesses)",
                baseline: "\(header.statement_steps)",
                figure: Double(accesses),
                bar: 0
            )
        )
    }

    /// Measures tokens that are not in memory, of users that are.
    private mutating func addFirstSight(_ senders: Senders) async throws {
        let tokens = try senders.newTokens(Self.newTokens)
        let start = CPUTime.microseconds()
        for token in tokens { try await senders.holder(of: token) }
        let time = Double(CPUTime.microseconds() - start) * 1000 / Double(tokens.count)
        addAgainst("signed token at its first sight, of a known user", time, of: 300_000)
    }

    /// Counts the calls of libraries during some requests.
    private static func counts(_ way: Senders.Way, _ senders: Senders, requests: Int) async throws -> call_counts {
        call_counts_start()
        defer { _ = call_counts_stop() }
        for number in 0..<requests { try await senders.find(way, number) }
        return call_counts_stop()
    }

    /// Adds a row of two ways, with the median of the ratios of the rounds.
    private mutating func add(_ name: String, _ times: [Double], _ baseline: [Double]) {
        report.add(
            ReportRow(
                "CPU: \(name)",
                torii: Latencies.text(times.median),
                baseline: Latencies.text(baseline.median),
                ratio: zip(times, baseline).map { $0 / $1 }.median
            )
        )
    }

    /// Adds a row whose baseline is the bar, in nanoseconds.
    private mutating func addAgainst(_ name: String, _ time: Double, of bar: Double) {
        report.add(
            ReportRow(
                "CPU: \(name)",
                torii: Latencies.text(time),
                baseline: Latencies.text(bar),
                ratio: time / bar,
                bar: 1
            )
        )
    }
}
