/// The error of a declaration file: its place, what is wrong, and what to do.
package struct DeclarationError: Error, Hashable, CustomStringConvertible {
    /// The file's path.
    package let file: String
    /// The line, from 1; 0 if the whole file is meant.
    package let line: Int
    /// The column, from 1.
    package let column: Int
    /// The fault and the remedy.
    package let message: String

    package init(_ file: String, _ line: Int, _ column: Int, _ message: String) {
        (self.file, self.line, self.column, self.message) = (file, line, column, message)
    }

    /// Makes the error of a whole file.
    package init(_ file: String, _ message: String) { self.init(file, 0, 0, message) }

    /// The place and the message.
    package var description: String { line > 0 ? "\(file):\(line):\(column): \(message)" : "\(file): \(message)" }
}
