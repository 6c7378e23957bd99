import StreamSafeText

/// Text of somebody else's as part of one line: a title, a name.
///
/// It cannot begin a line of its own, is filtered as ``UntrustedText`` is, and is cut when it is long.
struct TextLine: Equatable {
    let text: String

    /// - Parameter limit: The most scalars; `Character`s are no bound, because one of them may have any number of marks.
    init(_ text: String, limit: Int) {
        // Of a long text no more is looked at than may be shown, with room for what is left out.
        let beginning = text.utf8.count > limit * 64 ? String(text.unicodeScalars.prefix(limit * 16)) : text
        let spaced = beginning.unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 }
        let line = UntrustedText.neutralized(String(String.UnicodeScalarView(spaced))).split(separator: " ")
            .joined(separator: " ").streamSafe
        let isCutAlready = beginning.utf8.count < text.utf8.count && line.unicodeScalars.count <= limit
        self.text = isCutAlready ? line + "…" : line.cut(to: limit)
    }
}
