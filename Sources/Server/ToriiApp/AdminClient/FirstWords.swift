import Accounts

/// The decision about the first words of a command line, made before the argument parser reads them.
public enum FirstWords: Equatable, Sendable {
    /// The name of a command, and its subcommands; it takes no other first word if it has some.
    public struct CommandName: Sendable {
        let name: String
        let subcommands: [CommandName]

        /// Makes a name.
        public init(_ name: String, _ subcommands: [CommandName] = []) {
            (self.name, self.subcommands) = (name, subcommands)
        }
    }

    /// `torii help settings`.
    case settings
    /// A word that is no command of the program, or of the commands before it.
    ///
    /// The argument parser would treat it as an argument, and `help` would print the help of the program.
    case unknown(String, of: [String] = [], nearest: String?)
    /// Everything else.
    case command

    /// Reads the words.
    /// - Parameter commands: All commands except `help`.
    public init(_ words: [String], commands: [CommandName]) {
        // As for a command without subcommands, the words after them do not count.
        if words.starts(with: ["help", "settings"]) {
            self = .settings
            return
        }
        if words.starts(with: ["help", "help"]) {
            self = .command
            return
        }
        var (known, path) = (commands, [String]())
        var names = commands.map(\.name) + ["help"]
        for (index, word) in words.enumerated() {
            guard !known.isEmpty, !word.hasPrefix("-") else { break }
            if index == 0, word == "help" {
                names = commands.map(\.name) + ["settings"]
            } else if let command = known.first(where: { $0.name == word }) {
                (known, path) = (command.subcommands, path + [word])
                names = known.map(\.name)
            } else {
                let shown = word.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(64)
                let text = String(String.UnicodeScalarView(shown))
                self = .unknown(text, of: path, nearest: Suggestion.nearest(to: text, among: names))
                return
            }
        }
        self = .command
    }
}
