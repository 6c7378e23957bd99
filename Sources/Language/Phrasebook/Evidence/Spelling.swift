/// Compares spellings.
enum Spelling {
    /// Returns whether two words differ by one added, missing or different letter, or by two swapped neighbors.
    static func isNear<Letter: Equatable>(_ left: [Letter], _ right: [Letter]) -> Bool {
        let (short, long) = left.count <= right.count ? (left, right) : (right, left)
        guard long.count - short.count <= 1 else { return false }
        var start = 0
        while start < short.count, short[start] == long[start] { start += 1 }
        var end = 0
        while end < short.count - start, short[short.count - 1 - end] == long[long.count - 1 - end] { end += 1 }
        let (rest, other) = (short.count - start - end, long.count - start - end)
        if rest <= 1, other <= 1 { return true }
        return rest == 2 && other == 2 && short[start] == long[start + 1] && short[start + 1] == long[start]
    }

    /// The words that decide the meaning of requests, so they are worth correcting.
    private static let keywords = PhraseTexts.phrasebook["Spelling"].words("keywords").map { Array($0.utf8) }

    private static let known: [(word: Word, better: String)] = [
        ("ad", "add"), ("tommorow", "tomorrow"), ("tommorrow", "tomorrow"), ("tomorow", "tomorrow"),
        ("calender", "calendar"), ("wich", "which"), ("teh", "the"), ("hte", "the"), ("quantitiy", "quantity"),
        ("recieved", "received"), ("shwo", "show"), ("serach", "search"), ("seach", "search"), ("whats", "what is"),
        ("wat", "what"), ("hwo", "how"), ("invetory", "inventory"),
        ("gimme", "give me"), ("lemme", "let me"),
    ]

    /// Returns the text without repeated Japanese particles; `nil` if it has none.
    static func withoutDoubles(_ text: String) -> String? {
        guard text.utf8.count <= 1000 else { return nil }
        var mended = text
        for particle in ["を", "の", "と", "は", "が", "に"] where text.hasBytes(of: particle + particle) {
            mended = mended.replacing(particle + particle, with: particle)
        }
        return mended == text ? nil : mended
    }

    /// Returns the text with misspelled keywords corrected; `nil` if there are none.
    ///
    /// - Parameter isKnown: Returns whether a word occurs in some phrase and therefore is not misspelled.
    static func corrected(_ text: String, _ isKnown: (Word) -> Bool) -> String? {
        guard text.utf8.count <= 1000, mayHaveMistake(text, isKnown) else { return nil }
        var isChanged = false
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word -> String in
            let letters = word.prefix { $0.isASCII && $0.isLetter }
            let rest = word.dropFirst(letters.count)
            guard !letters.isEmpty, rest.allSatisfy({ !$0.isLetter && !$0.isNumber }),
                let better = correction(of: letters.utf8, isKnown)
            else { return String(word) }
            isChanged = true
            return better + rest
        }
        return isChanged ? words.joined(separator: " ") : nil
    }

    /// Returns whether a text may have a misspelled keyword; always true for a text with Latin letters that is not all
    /// ASCII.
    private static func mayHaveMistake(_ text: String, _ isKnown: (Word) -> Bool) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return text.utf8.contains(where: isLetter) }
        let bytes = Array(text.utf8)
        return bytes.split(separator: UInt8(ascii: " ")).contains { word in
            let letters = word.prefix(while: isLetter)
            let rest = word[letters.endIndex...]
            guard !letters.isEmpty, !rest.contains(where: { isLetter($0) || (0x30...0x39).contains($0) }) else {
                return false
            }
            return correction(of: letters, isKnown) != nil
        }
    }

    /// Returns the word that some ASCII letters misspell; `nil` if they misspell none.
    private static func correction(of letters: some Collection<UInt8>, _ isKnown: (Word) -> Bool) -> String? {
        let spelled = letters.map { $0 | 0x20 }
        let word = spelled.withUnsafeBufferPointer { Word($0) }
        if let place = known.firstIndex(where: { $0.word == word }) { return known[place].better }
        // A capital letter is a sign of a name.
        guard spelled.count >= 4, letters.first == spelled[0], !isKnown(word), !keywords.contains(spelled) else {
            return nil
        }
        let better = keywords.first { $0.count >= 4 && $0[0] == spelled[0] && isNear($0, spelled) }
        // "googled" is no misspelling.
        guard let better, spelled.dropLast() != better[...] || spelled.last != UInt8(ascii: "d") else { return nil }
        return String(decoding: better, as: UTF8.self)
    }
}
