import BenchmarkReport
import Foundation

/// Structured answers in pieces of four bytes, decoded into a type as they arrive.
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
