import BenchmarkReport
import Foundation

/// Structured answers that come in pieces of four bytes, read as values of a type as they come.
@main struct LanguageModelsBench {
    static func main() async {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            var rows = LanguageModelsRows(repetitions: options.repetitions)
            try await rows.run()
            exit(rows.report.exitCode)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}

/// What the command line may change.
struct Options {
    var repetitions = 15

    /// Why there are no figures.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: some Collection<String>) throws {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            guard name == "--repetitions" else { throw Failure(description: "There is no option \(name).") }
            guard let value = rest.popFirst().flatMap({ Int($0) }), value > 0 else {
                throw Failure(description: "\(name) needs a number.")
            }
            repetitions = value
        }
    }
}
