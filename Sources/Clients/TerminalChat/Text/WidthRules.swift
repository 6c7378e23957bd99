/// The choices of a terminal where Unicode leaves the width of a character open.
///
/// The defaults are those of most terminals in 2026; ``WidthProbe`` measures them.
package struct WidthRules: Sendable, Hashable {
    /// The columns of a character with the East Asian width "ambiguous", 1 or 2.
    package var ambiguousColumns: Int
    /// Whether U+FE0F makes a narrow picture two columns wide.
    package var selectorWidens: Bool
    /// Whether pictures that are joined by U+200D are drawn as one.
    package var joinsPictures: Bool

    /// Makes rules.
    package init(ambiguousColumns: Int = 1, selectorWidens: Bool = true, joinsPictures: Bool = true) {
        self.ambiguousColumns = ambiguousColumns
        self.selectorWidens = selectorWidens
        self.joinsPictures = joinsPictures
    }
}

extension WidthRules {
    /// Returns the number of columns of a text without line breaks.
    package func columns(of text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + columns(of: $1) }
    }

    /// Returns the number of columns of a grapheme cluster: 0, 1 or 2, or more for pictures that the terminal does not join.
    package func columns(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if scalars.index(after: scalars.startIndex) == scalars.endIndex { return columns(of: first) }
        if first.isRegionalIndicator { return 2 }
        if !joinsPictures, scalars.contains("\u{200D}") { return unjoinedColumns(of: scalars) }
        return min(2, clusterColumns(of: scalars, first: first))
    }

    /// Returns the sum of the columns of a cluster's scalars.
    private func clusterColumns(of scalars: String.UnicodeScalarView, first: Unicode.Scalar) -> Int {
        if selectorWidens, first.properties.isEmoji, scalars.contains("\u{FE0F}") { return 2 }
        return scalars.reduce(0) { $0 + columns(of: $1) }
    }

    /// Returns the columns of pictures that the terminal draws one after the other.
    private func unjoinedColumns(of scalars: String.UnicodeScalarView) -> Int {
        scalars.split(separator: "\u{200D}").reduce(0) { sum, part in
            guard let first = part.first else { return sum }
            return sum + min(2, clusterColumns(of: String.UnicodeScalarView(part), first: first))
        }
    }

    /// Returns the number of columns of a scalar: 0, 1 or 2.
    private func columns(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        switch value {
        case 0x20...0x7E: return 1
        // Control characters move the cursor, or do nothing; no text that is shown has any.
        case ..<0xA0: return 0
        // Vowels and final consonants of Hangul join the consonant before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
        default: break
        }
        if EastAsianWidth.contains(value, in: EastAsianWidth.wide) { return 2 }
        if ambiguousColumns == 2, EastAsianWidth.contains(value, in: EastAsianWidth.ambiguous) { return 2 }
        return 1
    }
}

extension EastAsianWidth {
    /// Whether a code point is in one of these ranges, found by bisection.
    fileprivate static func contains(_ value: UInt32, in ranges: [(first: UInt32, last: UInt32)]) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].last < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].first <= value
    }
}

extension Unicode.Scalar {
    /// Whether two such scalars are a flag.
    fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }
}
