/// The terms of a text for a search by words: words split at changes of case, and pairs of characters of scripts without spaces.
///
/// `findOpenOrders` has the terms of "find open orders", and 未発送の注文 has 未発, 発送, 送の, の注 and 注文.
struct SearchTerms {
    /// The terms in the order of the text; a term occurs as often as in the text.
    private(set) var terms: [String] = []

    private var word = ""
    private var previous: Unicode.Scalar?
    /// The last character of a run without spaces, and whether it is part of a pair already.
    private var open: (scalar: Unicode.Scalar, isPaired: Bool)?

    /// The most characters of a text that are read, because texts come from outside.
    private static let longestText = 8_000
    /// The most letters of a word that count.
    private static let longestWord = 40

    /// Reads the terms of a text.
    init(_ text: String) {
        for scalar in text.unicodeScalars.prefix(Self.longestText) { add(scalar) }
        endWord()
        endRun()
    }

    private mutating func add(_ scalar: Unicode.Scalar) {
        defer { previous = scalar }
        if scalar.isWrittenWithoutSpaces {
            endWord()
            if let open { terms.append(String(String.UnicodeScalarView([open.scalar, scalar]))) }
            open = (scalar, open != nil)
            return
        }
        endRun()
        guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else { return endWord() }
        if let previous, previous.properties.isLowercase, scalar.properties.isUppercase { endWord() }
        if word.unicodeScalars.count < Self.longestWord { word.unicodeScalars.append(scalar) }
    }

    private mutating func endWord() {
        guard !word.isEmpty else { return }
        terms.append(Self.stem(word.lowercased()))
        word = ""
    }

    private mutating func endRun() {
        // A character alone is a term of its own.
        if let open, !open.isPaired { terms.append(String(Character(open.scalar))) }
        open = nil
    }

    /// Returns an English word without the ending of a plural, so that "orders" finds "order" and "cities" finds "city".
    private static func stem(_ word: String) -> String {
        if word.utf8.count > 4, word.hasSuffix("ies") { return word.dropLast(3) + "y" }
        if word.utf8.count > 3, word.hasSuffix("s"), !word.hasSuffix("ss"), !word.hasSuffix("us") {
            return String(word.dropLast())
        }
        return word
    }
}

extension Unicode.Scalar {
    /// Whether the character belongs to Chinese or Japanese writing, which has no spaces between words.
    fileprivate var isWrittenWithoutSpaces: Bool {
        switch value {
        // Hiragana and katakana with the marks of iteration and length, ideographs, and half-width katakana.
        case 0x3005...0x3007, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9F,
            0x20000...0x323AF:
            value != 0x30FB
        default: false
        }
    }
}
