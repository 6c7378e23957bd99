import BenchmarkReport
import Foundation

/// The cost of finding the sender of a request: by an opaque token, by one with a user beside it, and by a signed token.
@main struct TokensBench {
    static func main() async {
        do {
            let options = try TokensOptions(CommandLine.arguments.dropFirst())
            var rows = TokensRows(options: options)
            try await rows.run()
            exit(rows.report.exitCode)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}
