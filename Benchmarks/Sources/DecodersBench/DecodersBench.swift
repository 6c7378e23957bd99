import BenchmarkReport
import Foundation

/// The decoders of models' streams beside Foundation's `JSONSerialization` on the same events.
@main struct DecodersBench {
    static func main() {
        do {
            let options = try RepetitionOptions(CommandLine.arguments.dropFirst())
            var rows = DecoderRows(repetitions: options.repetitions)
            try rows.run()
            exit(rows.report.exitCode)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}
