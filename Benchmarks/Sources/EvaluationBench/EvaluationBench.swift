import BenchmarkReport
import Foundation

/// The evaluation of the built-in model: sums over its tuned part and its held-back part, and the time for a message.
@main struct EvaluationBench {
    static func main() async {
        do {
            let options = try EvaluationOptions(CommandLine.arguments.dropFirst())
            var rows = try EvaluationRows(repetitions: min(options.repetitions, 5))
            if let count = options.slowest {
                try await rows.runSlowest(count)
            } else {
                try await rows.run()
            }
            exit(rows.report.exitCode)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}
