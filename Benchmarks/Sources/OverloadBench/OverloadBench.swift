import BenchmarkReport
import Foundation
import Measuring
import Programs

/// More turns than are let in, for a minute: what becomes of those inside, of those outside, and of the server.
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
