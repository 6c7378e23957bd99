import Accounts

/// The first words of the command line, as far as they are not the argument parser's to read.
public enum FirstWords: Equatable, Sendable {
    /// `torii help settings`.
    case settings
    /// A word that is no command; the default command would take it for an argument of its own and explain that one.
    case unknown(String, nearest: String?)
    /// Everything else.
    case command

    /// Looks at words.
    /// - Parameter commands: The names of all commands but `help`.
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
