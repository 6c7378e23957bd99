import Accounts
import BenchmarkReport
import FilledPool
import Foundation
import Storage
import StorageSQLite

/// The rows of this benchmark, measured in order.
struct VaultRows {
    private static let crowds = [1, 100, 10_000]
    private static let keys = [1, 10, 100]
    private static let limits = ClientLimits(requestsPerMinute: 1_000_000_000, concurrentRuns: 100)
    private static let budgets = ClientLimits(
        requestsPerMinute: 1_000_000_000,
        concurrentRuns: 100,
        tokensPerDay: 999_999_999_999_999,
        moneyPerDay: Money(micros: 999_999_999_999_999)
    )

    let turns: Int
    private(set) var report = Report()

    init(turns: Int) { self.turns = turns }

    /// Measures and prints all rows.
    mutating func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vault-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var pools: [(keys: Int, pool: FilledPool)] = []
        for keys in Self.keys { pools.append((keys, try await FilledPool(keys: keys))) }

        var medians: [Double] = []
        for count in Self.crowds {
            let path = folder.appending(path: "limits-\(count)/torii.sqlite").path
            let crowd = try await Crowd(count, limits: Self.limits, booksAt: path)
            for (keys, pool) in pools {
                let latencies = try await Latencies(of: turns, after: turns / 10) { number in
                    try await crowd.turn(number, keyFrom: pool)
                }
                try await crowd.flush()
                medians.append(latencies.median)
                report.add(latencies.row("limits: \(Self.name(count, keys))"))
            }
        }
        addGrowth(from: medians[0], to: medians[medians.count - 1])

        for count in Self.crowds {
            let path = folder.appending(path: "budget-\(count)/torii.sqlite").path
            let crowd = try await Crowd(count, limits: Self.budgets, booksAt: path)
            // Measured again before each crowd because the disk's speed varies, after an unmeasured phase in which SQLite's log grows.
            report.add(try await commitRow(folder.appending(path: "commit-\(count)/torii.sqlite").path))
            for (keys, pool) in pools {
                let latencies = try await Latencies(of: turns / 50, after: turns / 50) { number in
                    try await crowd.turn(number, keyFrom: pool)
                }
                report.add(latencies.row("budget: \(Self.name(count, keys))"))
            }
            report.add(
                try await crowdedRow(crowd, pools[1].pool, "budget, 64 at once: \(Self.name(count, pools[1].keys))")
            )
        }
    }

    private mutating func addGrowth(from smallest: Double, to largest: Double) {
        report.add(
            ReportRow(
                "limits: \(Self.name(Self.crowds[2], Self.keys[2])), by one of each",
                torii: Latencies.text(largest),
                baseline: Latencies.text(smallest),
                ratio: largest / smallest,
                bar: 3
            )
        )
    }

    /// Measures a transaction with one reservation on disk, which is the minimum for every turn with a budget.
    private func commitRow(_ path: String) async throws -> ReportRow {
        let store = try SQLiteStore(path: path)
        return try await Latencies(of: turns / 50, after: turns / 50) { number in
            let record = ReservationRecord(
                id: "\(number)",
                client: "client",
                day: "2026-11-21",
                model: "openai:gpt-6.1-terra",
                inputTokens: 2000,
                outputTokens: 1000,
                money: Money(micros: 2500)
            )
            try await store.apply(UsageChanges(reserved: [record]))
        }
        .row("one reservation written, and nothing else")
    }

    /// Measures concurrent turns with a budget, which share transactions: the total time divided by their number.
    private func crowdedRow(_ crowd: Crowd, _ pool: FilledPool, _ name: String) async throws -> ReportRow {
        let (lanes, turns) = (64, turns / 5)
        let time = try await ContinuousClock().measure {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for lane in 0..<lanes {
                    group.addTask {
                        for number in stride(from: lane, to: turns, by: lanes) {
                            try await crowd.turn(number, keyFrom: pool)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        return ReportRow(name, torii: Latencies.text(time / .nanoseconds(1) / Double(turns)), baseline: "mean")
    }

    private static func name(_ clients: Int, _ keys: Int) -> String {
        "\(clients) \(clients == 1 ? "client" : "clients"), \(keys) \(keys == 1 ? "key" : "keys")"
    }
}
