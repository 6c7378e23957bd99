import BenchmarkReport
import Foundation
import Measuring
import Programs

/// Streams that are open and quiet, by the thousands, and what many turns leave in memory.
@main struct IdleBench {
    static func main() {
        do {
            let options = try ServerOptions(
                CommandLine.arguments.dropFirst(),
                numbers: ["--streams": 10_000, "--seconds": 30, "--turns": 100_000]
            )
            var rows = IdleRows(options: options)
            try rows.run()
            exit(rows.report.exitCode)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}
