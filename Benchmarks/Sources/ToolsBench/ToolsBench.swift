import BenchmarkReport
import Foundation

/// Tools as a turn calls them: several in parallel, a search with a silent upstream, and the overhead of the registry.
@main struct ToolsBench {
    static func main() async {
        do {
            let options = try RepetitionOptions(CommandLine.arguments.dropFirst())
            var rows = ToolsRows(repetitions: options.repetitions)
            try await rows.run()
            exit(rows.report.exitCode)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}
