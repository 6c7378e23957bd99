extension Word {
    /// The word with katakana as hiragana, marked so that it equals only folded words; other words are unchanged.
    ///
    /// Patterns compare words of several kana in this form because the same word may be written in either script.
    var kanaFolded: Word {
        guard let scalar = onlyScalar, scalar.isKana else { return self }
        let isKatakana = (0x30A1...0x30F6).contains(scalar.value)
        let folded = isKatakana ? UnicodeScalar(scalar.value - 0x60) ?? scalar : scalar
        return Word(marked: folded)
    }
}

extension Unicode.Scalar {
    /// Whether it is hiragana or katakana.
    var isKana: Bool { (0x3041...0x3096).contains(value) || (0x30A1...0x30FC).contains(value) }
}

extension Character {
    /// Whether it is hiragana or katakana.
    var isKana: Bool { unicodeScalars.first?.isKana ?? false }
}
