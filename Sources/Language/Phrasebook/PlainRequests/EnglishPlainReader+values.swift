import StreamingJSON

// MARK: - Plain values

extension EnglishPlainReader {
    /// Reads a name in quotation marks, or one of a few plain words.
    ///
    /// - Parameter isItem: Whether an item must have exactly this title, so that the words in it matter less.
    mutating func name(after isCounted: Bool = false, isItem: Bool = false) -> String? {
        guard let range = run(isValue: false, isItem: isItem) else { return nil }
        if !isItem, tokens[range.lowerBound].quotation == nil {
            // "3 box files" may be files in boxes, "green tea bags" are bags.
            func isUnit(_ place: Int) -> Bool { words.units.longest(at: place, in: tokens) != nil }
            let last = range.upperBound - 1
            guard !range.dropLast().contains(where: isUnit), !isUnit(last) || range.count > 1 && isCounted else {
                return nil
            }
        }
        index = range.upperBound
        return text(range)
    }

    /// Finds the run of plain tokens from here on that forms one value.
    func run(isValue: Bool, isItem: Bool = false) -> Range<Int>? {
        var start = index
        if isValue { while start < tokens.endIndex, ["the", "our", "my"].contains(tokens[start].key) { start += 1 } }
        guard start < tokens.endIndex else { return nil }
        if tokens[start].quotation != nil { return start..<start + 1 }
        var end = start
        var count = 0
        while end < tokens.endIndex {
            let token = tokens[end]
            if token.kind == .joint || token.key == "." {
                // "first-aid", "Rm-2", but not "pens - blue".
                guard end > start, end + 1 < tokens.endIndex, tokens[end + 1].kind == .word || tokens[end + 1].isNumber,
                    tokens[end - 1].range.upperBound == token.range.lowerBound,
                    token.range.upperBound == tokens[end + 1].range.lowerBound
                else { break }
                end += 1
                continue
            }
            let isJoined =
                end > start && (token.isGlued || tokens[end - 1].kind == .joint || tokens[end - 1].key == ".")
            guard isJoined || isPlain(end, isFirst: end == start, isValue: isValue, isItem: isItem) else { break }
            if !isJoined { count += 1 }
            end += 1
        }
        guard end > start, count <= Self.wordLimit else { return nil }
        return start..<end
    }

    /// Returns whether a token can be part of a plain value.
    func isPlain(_ place: Int, isFirst: Bool, isValue: Bool, isItem: Bool) -> Bool {
        let token = tokens[place]
        // A number belongs to a value as in "Shelf 3", but to a name only if letters touch it, as in "A4".
        if token.isNumber { return isValue && !isFirst || isGlued(place + 1) }
        guard token.kind == .word, token.key.text.utf8.count <= 30 else { return false }
        // "A4"
        if isGlued(place + 1) { return true }
        guard topic.field(at: place, in: tokens) == nil, LanguageData.english.numberWords[token.key] == nil else {
            return false
        }
        if isItem { return !PlainWords.englishParts.contains(token.key) }
        // "Room B"
        if isValue, !isFirst, token.key.text.utf8.count == 1 { return true }
        return !PlainWords.english.contains(token.key) && (isValue || !PlainWords.isInflected(token.key.text))
    }
}
