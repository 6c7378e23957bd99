import BenchmarkReport
import Foundation

/// The cost for a turn of authenticating its client, enforcing its limits, and leasing a key.
@main struct VaultBench {
    static func main() async {
        do {
            let options = try TurnOptions(CommandLine.arguments.dropFirst())
            var rows = VaultRows(turns: options.turns)
            try await rows.run()
            exit(rows.report.exitCode)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}
