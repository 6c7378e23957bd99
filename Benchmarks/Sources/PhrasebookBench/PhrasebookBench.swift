import BenchmarkReport
import Foundation

/// Turns of the built-in model over the phrases of the real tools.
@main struct PhrasebookBench {
    static func main() async {
        do {
            let options = try RepetitionOptions(CommandLine.arguments.dropFirst())
            var rows = try PhrasebookRows(repetitions: options.repetitions)
            try await rows.run()
            exit(rows.report.exitCode)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}
