import BenchmarkReport
import Foundation

/// Structured answers that come in pieces of four bytes, read as values of a type as they come.
@main struct LanguageModelsBench {
    static func main() async {
        do {
            let options = try RepetitionOptions(CommandLine.arguments.dropFirst())
            var rows = LanguageModelsRows(repetitions: options.repetitions)
            try await rows.run()
            exit(rows.report.exitCode)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}
