import Accounts

/// The decision about the first words of a command line, made before the argument parser reads them.
public enum FirstWords: Equatable, Sendable {
    /// `torii help settings`.
    case settings
    /// A word that is no command.
    ///
    /// The argument parser would treat it as an argument of the default command and print that one's help.
    case unknown(String, nearest: String?)
    /// Everything else.
    case command

    /// Reads the words.
    /// - Parameter commands: The names of all commands except `help`.
    public init(_ words: [String], commands: [String]) {
        let known = commands + ["help"]
        guard let first = words.first, !first.hasPrefix("-"), !known.contains(first) else {
            self = words == ["help", "settings"] ? .settings : .command
            return
        }
        let shown = first.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(64)
        let word = String(String.UnicodeScalarView(shown))
        self = .unknown(word, nearest: Suggestion.nearest(to: word, among: known))
    }
}
