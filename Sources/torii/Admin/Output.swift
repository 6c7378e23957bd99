import Foundation

/// Whole texts, written at once: `print` keeps its text back when the output is a pipe.
enum Output {
    /// Prints a text and a line's end.
    static func print(_ text: String) { write(Data("\(text)\n".utf8)) }

    /// Prints bytes as they are.
    static func write(_ data: Data) { FileHandle.standardOutput.write(data) }
}
