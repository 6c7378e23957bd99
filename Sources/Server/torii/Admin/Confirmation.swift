import ArgumentParser
import Glibc

/// The question before something is lost, for the person at a terminal.
struct Confirmation: ParsableArguments {
    @Flag(help: "Do not ask in a terminal. A script, whose input is no terminal, is never asked.")
    var yes = false

    /// Asks, and continues only after a yes.
    ///
    /// - Parameter loss: The things that will be lost, in full sentences.
    /// - Throws: ``CommandFailure`` after any other answer.
    func ask(_ loss: () async throws -> String) async throws {
        guard !yes, isatty(STDIN_FILENO) == 1 else { return }
        try Self.ask(try await loss() + " Continue?", otherwise: "Nothing was changed.")
    }

    /// Asks a question, and returns only after a yes.
    static func ask(_ question: String, otherwise refusal: String) throws {
        Output.tell("\(question) [y/N]")
        guard let answer = readLine()?.lowercased(), ["y", "yes"].contains(answer) else {
            throw CommandFailure(refusal)
        }
    }

    /// Returns a number of things, such as "1 token" or "no tokens".
    static func count(_ number: Int, _ thing: String) -> String {
        switch number {
        case 0: "no \(thing)s"
        case 1: "1 \(thing)"
        default: "\(number) \(thing)s"
        }
    }
}
