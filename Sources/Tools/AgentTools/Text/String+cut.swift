extension StringProtocol {
    /// Returns the text, or if it is longer, its first scalars followed by an ellipsis.
    ///
    /// The limit counts scalars because one `Character` can have any number of bytes.
    package func cut(to longest: Int) -> String {
        let scalars = unicodeScalars
        // A scalar has at least one byte, so most texts need no counting.
        guard utf8.count > longest,
            let end = scalars.index(scalars.startIndex, offsetBy: longest, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return String(self) }
        return self[..<end] + "…"
    }
}
