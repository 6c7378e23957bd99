import BenchmarkReport
import Foundation
import Programs

/// The cost of a turn by a signed token beside one by an opaque token, and of a signed token at its first sight.
@main struct TokensBench {
    static func main() {
        do {
            let options = try ServerOptions(
                CommandLine.arguments.dropFirst(),
                numbers: ["--turns": 16, "--rounds": 7, "--tokens": 1000]
            )
            exit(try measure(options))
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    /// Prints the rows and removes all files, which `exit` would not do.
    private static func measure(_ options: ServerOptions) throws -> Int32 {
        var rows = try TokenRows(options: options)
        try rows.run()
        return rows.report.exitCode
    }
}
