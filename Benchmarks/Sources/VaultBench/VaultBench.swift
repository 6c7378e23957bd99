import BenchmarkReport
import Foundation

/// What it costs a turn that its client is known, kept within its limits, and given a key.
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
