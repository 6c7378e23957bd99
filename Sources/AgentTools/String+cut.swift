extension StringProtocol {
    /// The text, or its beginning of so many scalars with an ellipsis after it when it is longer.
    ///
    /// Scalars, because one `Character` can have any number of bytes.
    func cut(to longest: Int) -> String {
        let scalars = unicodeScalars
        // A scalar has at least one byte, so most texts need not be counted.
        guard utf8.count > longest,
            let end = scalars.index(scalars.startIndex, offsetBy: longest, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return String(self) }
        return self[..<end] + "…"
    }
}
