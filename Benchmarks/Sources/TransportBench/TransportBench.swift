import BenchmarkReport
import Foundation
import Measuring

/// Torii's HTTP client compared with a minimal C program on the same libcurl, with the same server.
@main struct TransportBench {
    static func main() {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            var bench = TransportRows(options: options)
            try bench.run()
            exit(bench.report.exitCode)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}
