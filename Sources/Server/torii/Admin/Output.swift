import AgentWire
import Foundation
import Glibc

/// The standard output, written at once.
///
/// `print` would buffer its text if the output is a pipe.
enum Output {
    /// Prints a text for people and a line break, without what could steer their terminal.
    static func print(_ text: String) { FileHandle.standardOutput.write(Data("\(text.onTerminalLines)\n".utf8)) }

    /// Prints JSON and a line break: unchanged for a script, and without what could steer a terminal at one.
    static func printJSON(_ text: String) { write(Data("\(text)\n".utf8)) }

    /// Prints the warnings of a response to the standard error, so that the output for scripts does not change.
    static func warn(of answer: WireClientReply) {
        for warning in answer.warnings { warn(warning) }
    }

    /// Prints a warning to the standard error.
    static func warn(_ warning: String) {
        FileHandle.standardError.write(Data("Warning: \(warning.onTerminal).\n".utf8))
    }

    /// Prints a text and a line break to the standard error, for the person at the terminal.
    static func tell(_ text: String) {
        FileHandle.standardError.write(Data("\(text.onTerminalLines)\n".utf8))
    }

    /// Prints lines of JSON: unchanged for a script, and without what could steer a terminal at one.
    static func write(_ data: Data) {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        FileHandle.standardOutput.write(
            isTerminal ? Data(String(decoding: data, as: UTF8.self).onTerminalLines.utf8) : data
        )
    }
}

extension String {
    /// The text without the characters that move the cursor or reverse the direction of what follows; others chose it.
    var onTerminal: String {
        String(unicodeScalars.filter(\.isHarmlessOnTerminal))
    }

    /// The text as ``onTerminal``, with its line breaks and tabs.
    var onTerminalLines: String {
        var kept = String.UnicodeScalarView()
        for scalar in unicodeScalars where scalar == "\n" || scalar == "\t" || scalar.isHarmlessOnTerminal {
            kept.append(scalar)
        }
        return String(kept)
    }
}

extension Unicode.Scalar {
    /// Whether a terminal shows the character, and neither obeys it nor reverses what follows.
    fileprivate var isHarmlessOnTerminal: Bool { properties.generalCategory != .control && !properties.isBidiControl }
}

/// The reason why a command failed, as a sentence.
///
/// Unlike a `ValidationError`, it does not print the command's usage.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
