import BenchmarkReport
import Foundation
import KeyVault
import Secrets
import Storage

/// What a call pays for its key: a lease, a report that all went well, and the return, out of pools of several sizes.
@main struct LeaseBench {
    static func main() async {
        do {
            var report = Report()
            for keys in [1, 10, 100] {
                let vault = try await vault(keys: keys)
                report.add(try await row(vault, keys: keys))
            }
            report.add(try await crowdedRow(try await vault(keys: 10)))
            exit(report.exitCode)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func vault(keys: Int) async throws -> KeyVault {
        let vault = try await KeyVault(store: SQLiteStore(path: nil), masterKey: .random())
        for number in 1...keys {
            let settings = KeySettings(weight: number % 3 + 1)
            _ = try await vault.add(SecretString("sk-key-\(number)"), to: "openai", label: "", settings: settings)
        }
        return vault
    }

    /// One after the other: the median and the 99th percentile, each with the clock's own cost in it.
    private static func row(_ vault: KeyVault, keys: Int) async throws -> ReportRow {
        let clock = ContinuousClock()
        for _ in 0..<20_000 { try await lend(vault) }
        var times: [Double] = []
        times.reserveCapacity(200_000)
        for _ in 0..<200_000 {
            let begin = clock.now
            try await lend(vault)
            times.append((clock.now - begin) / .nanoseconds(1))
        }
        times.sort()
        let figure = "\(ReportRow.number(times[times.count / 2], digits: 0)) ns"
        let tail = "p99 \(ReportRow.number(times[times.count * 99 / 100], digits: 0)) ns"
        return ReportRow("lease, report and return; \(keys) keys in the pool", torii: figure, baseline: tail)
    }

    /// From as many tasks as there are processors, at once: the time of all divided by the number of leases.
    private static func crowdedRow(_ vault: KeyVault) async throws -> ReportRow {
        let (tasks, leases) = (ProcessInfo.processInfo.activeProcessorCount, 200_000)
        let time = try await ContinuousClock().measure {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<tasks {
                    group.addTask { for _ in 0..<leases { try await lend(vault) } }
                }
                try await group.waitForAll()
            }
        }
        let each = time / .nanoseconds(1) / Double(tasks * leases)
        return ReportRow(
            "the same, 10 keys, from \(tasks) tasks at once",
            torii: "\(ReportRow.number(each, digits: 0)) ns",
            baseline: "mean"
        )
    }

    private static func lend(_ vault: KeyVault) async throws {
        try await vault.lease("openai", for: .model("gpt-5-mini"))?.report(.accepted)
    }
}
