import BenchmarkReport
import Foundation
import Measuring
import Programs

/// Measures thousands of open, quiet streams, and the memory that remains after many turns.
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
