import BenchmarkReport
import Foundation
import Programs

/// Counts the cost of a turn and of one more token for the server, in units that do not depend on other load.
@main struct CountsBench {
    static func main() {
        do {
            let options = try ServerOptions(
                CommandLine.arguments.dropFirst(),
                numbers: ["--turns": 60, "--seconds": 4]
            )
            exit(try measure(options))
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    /// Prints the rows and removes all files, which `exit` would not do.
    private static func measure(_ options: ServerOptions) throws -> Int32 {
        let scratch = try ScratchFolder()
        let signals = Interruption.watch(removing: scratch.url)
        defer { signals.forEach { $0.cancel() } }
        var rows = try CountsRows(options: options, scratch: scratch)
        try rows.run()
        return rows.report.exitCode
    }
}
