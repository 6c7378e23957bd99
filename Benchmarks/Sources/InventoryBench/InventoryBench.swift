import BenchmarkReport
import Foundation

/// Lists of the embedded inventory with 10,000, 100,000 and 1,000,000 items, one row a filter.
@main struct InventoryBench {
    static func main() async {
        do {
            let options = try RepetitionOptions(CommandLine.arguments.dropFirst())
            var rows = InventoryRows(calls: 20 * options.repetitions)
            for count in [10_000, 100_000, 1_000_000] { try await rows.run(count) }
            exit(rows.report.exitCode)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}
