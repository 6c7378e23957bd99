import Foundation
import StreamingJSON

/// Whole texts, written at once: `print` keeps its text back when the output is a pipe.
enum Output {
    /// Prints a text and a line's end.
    static func print(_ text: String) { write(Data("\(text)\n".utf8)) }

    /// Prints the warnings of an answer to the standard error, so that a script's output stays as it is.
    static func warn(of answer: JSONValue) {
        for warning in answer.list("warnings").compactMap(\.stringValue) {
            FileHandle.standardError.write(Data("Warning: \(warning).\n".utf8))
        }
    }

    /// Prints bytes as they are.
    static func write(_ data: Data) { FileHandle.standardOutput.write(data) }
}
