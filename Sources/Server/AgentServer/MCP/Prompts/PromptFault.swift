/// A line of a prompt's file that cannot be used, and what to do about it.
package struct PromptFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The path of the file, or its name.
    package var file: String
    /// The line, from 1; `nil` if the whole file is meant.
    package var line: Int?
    /// The problem and its remedy.
    package var message: String

    /// The place and the message.
    package var description: String { file + (line.map { ":\($0)" } ?? "") + ": " + message }
}

/// The faults of a folder of prompts.
package struct PromptFaults: Error, Sendable, Equatable, CustomStringConvertible {
    /// The faults, by file and line.
    package var faults: [PromptFault]

    /// The first faults, one a line, and the number of the others.
    package var description: String {
        let shown = faults.prefix(20).map(\.description)
        let more = faults.count > shown.count ? ["and \(faults.count - shown.count) more"] : []
        return (shown + more).joined(separator: "\n")
    }
}
