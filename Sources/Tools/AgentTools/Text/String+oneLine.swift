extension String {
    /// Returns the text on one line, with white space collapsed, cut to a number of characters.
    package func oneLine(cutTo longest: Int) -> String {
        split { $0.isWhitespace || $0.isNewline || $0.unicodeScalars.allSatisfy { $0.value < 0x20 } }
            .joined(separator: " ").cut(to: longest)
    }
}
