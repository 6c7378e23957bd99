import BenchmarkReport
import Foundation
import Measuring
import Programs

/// The whole server between clients and a model, compared with nginx in the same place.
@main struct RelayBench {
    static func main() {
        do {
            let options = try ServerOptions(
                CommandLine.arguments.dropFirst(),
                numbers: ["--seconds": 4, "--repetitions": 3]
            )
            var rows = RelayRows(options: options)
            try rows.run()
            exit(rows.report.exitCode)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}
