/// The abilities of the terminal and the wishes of its user, from the environment.
package struct TerminalProfile: Sendable, Hashable {
    /// Whether the output is a terminal whose cursor can be moved; otherwise text is only appended.
    package var movesCursor: Bool
    /// Whether colors may be used.
    package var hasColor: Bool
    /// Whether attributes such as bold may be used.
    package var hasAttributes: Bool
    /// Whether line drawing and other characters beyond ASCII may be used.
    package var hasUnicode: Bool

    /// Makes a profile.
    package init(movesCursor: Bool, hasColor: Bool, hasAttributes: Bool, hasUnicode: Bool) {
        self.movesCursor = movesCursor
        self.hasColor = hasColor
        self.hasAttributes = hasAttributes
        self.hasUnicode = hasUnicode
    }

    /// Makes a profile from the environment.
    ///
    /// `NO_COLOR` with any text switches colors off (no-color.org), and so does `TERM=dumb`, which also has no other escape sequence.
    ///
    /// - Parameter isTerminal: Whether the output is a terminal.
    package init(environment: [String: String], isTerminal: Bool) {
        let term = environment["TERM"] ?? ""
        let isCapable = isTerminal && !term.isEmpty && term != "dumb"
        movesCursor = isCapable
        hasColor = isCapable && (environment["NO_COLOR"] ?? "").isEmpty
        hasAttributes = isCapable
        hasUnicode = Self.usesUnicode(environment)
    }

    /// Whether the locale's encoding is UTF-8; without a locale the answer is yes, because nearly all terminals use it.
    private static func usesUnicode(_ environment: [String: String]) -> Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        guard let locale = names.lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else { return true }
        guard let dot = locale.firstIndex(of: ".") else { return locale != "C" && locale != "POSIX" }
        let encoding = locale[locale.index(after: dot)...].prefix { $0 != "@" }.lowercased()
        return encoding == "utf-8" || encoding == "utf8"
    }
}
