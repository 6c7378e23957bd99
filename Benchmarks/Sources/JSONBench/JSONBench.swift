import BenchmarkReport
import Foundation

/// The JSON parsers: whole texts compared with Foundation's `JSONSerialization`, and answers in pieces of four bytes.
@main struct JSONBench {
    static func main() {
        do {
            let options = try RepetitionOptions(CommandLine.arguments.dropFirst())
            var rows = JSONRows(repetitions: options.repetitions)
            try rows.run()
            exit(rows.report.exitCode)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}
