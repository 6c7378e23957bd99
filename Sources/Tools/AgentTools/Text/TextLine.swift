import StreamSafeText

/// Text written by others that becomes part of one line, such as a title or a name.
///
/// It cannot start a new line, is filtered as ``UntrustedText`` is, and is cut if it is long.
package struct TextLine: Equatable {
    package let text: String

    /// - Parameter limit: The number of scalars at most; `Character`s are no bound, because one may have any number of marks.
    package init(_ text: String, limit: Int) {
        // Only the start of a long text is processed, with room for what the filter removes.
        let start = text.utf8.count > limit * 64 ? String(text.unicodeScalars.prefix(limit * 16)) : text
        let spaced = start.unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 }
        let line = UntrustedText.neutralized(String(String.UnicodeScalarView(spaced))).split(separator: " ")
            .joined(separator: " ").streamSafe
        let isCutAlready = start.utf8.count < text.utf8.count && line.unicodeScalars.count <= limit
        self.text = isCutAlready ? line + "…" : line.cut(to: limit)
    }
}
