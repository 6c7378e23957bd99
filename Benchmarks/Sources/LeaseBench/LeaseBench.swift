import BenchmarkReport
import FilledPool
import Foundation

/// The cost of a key for a call, with pools of several sizes: a lease, a report of success, and the return.
@main struct LeaseBench {
    static func main() async {
        do {
            var report = Report()
            for keys in [1, 10, 100] {
                let pool = try await FilledPool(keys: keys)
                let latencies = try await Latencies(of: 200_000, after: 20_000) { _ in try await pool.lend() }
                report.add(latencies.row("lease, report and return; \(keys) \(keys == 1 ? "key" : "keys") in the pool"))
            }
            report.add(try await crowdedRow(try await FilledPool(keys: 10)))
            exit(report.exitCode)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    /// Measures as many concurrent tasks as there are processors: the total time divided by the number of leases.
    private static func crowdedRow(_ pool: FilledPool) async throws -> ReportRow {
        let (tasks, leases) = (ProcessInfo.processInfo.activeProcessorCount, 200_000)
        let time = try await ContinuousClock().measure {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<tasks {
                    group.addTask { for _ in 0..<leases { try await pool.lend() } }
                }
                try await group.waitForAll()
            }
        }
        return ReportRow(
            "the same, 10 keys, from \(tasks) tasks at once",
            torii: Latencies.text(time / .nanoseconds(1) / Double(tasks * leases)),
            baseline: "mean"
        )
    }
}
