import AgentWire
import Foundation

/// The standard output, written at once.
///
/// `print` would buffer its text if the output is a pipe.
enum Output {
    /// Prints a text and a line break.
    static func print(_ text: String) { write(Data("\(text)\n".utf8)) }

    /// Prints the warnings of a response to the standard error, so that the output for scripts does not change.
    static func warn(of answer: WireClientReply) {
        for warning in answer.warnings {
            FileHandle.standardError.write(Data("Warning: \(warning).\n".utf8))
        }
    }

    /// Prints a text and a line break to the standard error, for the person at the terminal.
    static func tell(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

    /// Prints bytes unchanged.
    static func write(_ data: Data) { FileHandle.standardOutput.write(data) }
}

extension String {
    /// The text without the characters that move the cursor or reverse the direction of what follows; others chose it.
    var onTerminal: String {
        String(unicodeScalars.filter { $0.properties.generalCategory != .control && !$0.properties.isBidiControl })
    }
}

/// The reason why a command failed, as a sentence.
///
/// Unlike a `ValidationError`, it does not print the command's usage.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
