extension SlotReader {
    /// Reads runs of text that can be the name of a thing: none that starts or ends with an event, as "a meeting with
    /// Ben" does.
    func things(at start: Int) -> [SlotCandidate] {
        guard
            LanguageData.english.happenings.longest(at: start, in: tokens) == nil
                && LanguageData.japanese.happenings.longest(at: start, in: tokens) == nil
                || tokens[start].quotation != nil || isCompound(start)
        else { return [] }
        let names = candidates(for: .name, number: Vocabulary.name, at: start)
        let latest = latestHappenings
        guard !latest.isEmpty else { return names }
        return names.filter { latest[$0.end - tokens.startIndex] < max(start, $0.end - 8) }
    }

    /// For each place, finds the latest start of an event's name that ends there, or -1; empty if there is none.
    func findHappenings() -> [Int] {
        var latest: [Int] = []
        for words in [LanguageData.english.happenings, LanguageData.japanese.happenings] {
            for index in tokens.indices {
                for length in words.lengths(at: index, in: tokens) {
                    if latest.isEmpty { latest = Array(repeating: -1, count: tokens.count + 1) }
                    let end = index + length - tokens.startIndex
                    latest[end] = max(latest[end], index)
                }
            }
        }
        return latest
    }

    /// Words after the name of an event that add participants or times.
    private static let joints = WordSet(words: "SlotReader.things", "joints")

    /// Returns whether an event is the first part of a word for a thing, as in 「誕生日カード」.
    private func isCompound(_ start: Int) -> Bool {
        if let found = LanguageData.english.happenings.longest(at: start, in: tokens) {
            let next = start + found.count
            return next < tokens.endIndex && tokens[next].isWord && !Self.joints.contains(tokens[next].key)
                && tokens[next].key.utf8Count > 2
        }
        guard let found = LanguageData.japanese.happenings.longest(at: start, in: tokens) else { return false }
        let next = start + found.count
        guard next < tokens.endIndex, tokens[next].isCharacter, let letter = tokens[next].key.firstScalar else {
            return false
        }
        return !letter.isHiragana
    }

    /// Words that do not start an item's name: they refer, ask or count.
    private static let englishNoNames = TokenSequences(words: "SlotReader.things", "englishNoNames")
    private static let japaneseNoNames = TokenSequences(words: "SlotReader.things", "japaneseNoNames")

    /// Reads runs of text that can be the name of an item, within one clause and not too long.
    func items(at start: Int) -> [SlotCandidate] {
        guard
            tokens[start].quotation != nil
                || (Self.englishNoNames.longest(at: start, in: tokens) == nil
                    && Self.japaneseNoNames.longest(at: start, in: tokens) == nil
                    && !isFavor(start))
        else { return [] }
        // Digits alone are a number, and a number of something is no name.
        if tokens[start].isNumber, start + 1 >= tokens.endIndex || !tokens[start + 1].isGlued,
            !tokens[start].isCharacter,
            !(start + 1 < tokens.endIndex && tokens[start + 1].isCharacter)
        {
            return []
        }
        var end = start
        while end < tokens.endIndex, end - start <= 24, tokens[end].kind != .punctuation || tokens[end].key == "・",
            !isFavor(end)
        {
            end += 1
        }
        return things(at: start).filter { $0.end <= end }
    }

    /// Returns whether an ending that asks for a favor starts here: 「いただけますか」 contains no name that ends in 「いた」.
    private func isFavor(_ index: Int) -> Bool {
        LanguageData.japanese.favors.longest(at: index, in: tokens) != nil
    }
}
