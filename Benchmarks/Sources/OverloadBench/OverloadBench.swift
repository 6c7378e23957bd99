import BenchmarkReport
import Foundation
import Measuring
import Programs

/// One minute with more turns than the server admits: the latencies of admitted turns, the refusals, and the server's memory.
@main struct OverloadBench {
    static func main() {
        do {
            let options = try ServerOptions(
                CommandLine.arguments.dropFirst(),
                numbers: ["--seconds": 60, "--times": 4, "--runs": 100, "--queue": 50]
            )
            var rows = OverloadRows(options: options)
            try rows.run()
            exit(rows.report.exitCode)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}
