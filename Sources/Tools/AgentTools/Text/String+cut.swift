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

extension String {
    /// Returns the text on one line, with white space collapsed, cut to a number of characters.
    package func oneLine(cutTo longest: Int) -> String {
        split { $0.isWhitespace || $0.isNewline || $0.unicodeScalars.allSatisfy { $0.value < 0x20 } }
            .joined(separator: " ").cut(to: longest)
    }
}
