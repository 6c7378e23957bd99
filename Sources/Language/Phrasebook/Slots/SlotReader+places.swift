extension SlotReader {
    private static let wordLimit = 6
    private static let characterLimit = 16

    /// Reads runs of words or characters that can be the name of a place.
    func places(at start: Int) -> [SlotCandidate] {
        if tokens[start].quotation != nil { return quotation(at: start) }
        guard !isParticle(start), !isPoliteWord(start), !isWithinStop(start) else { return [] }
        var candidates: [SlotCandidate] = []
        let isCapitalized = utterance.text.characters[tokens[start].range.lowerBound].isUppercase
        let scoring = isCapitalized ? Score.capitalizedPlace : Score.place
        var words = 0
        var characters = 0
        var index = start
        while index < tokens.endIndex {
            let token = tokens[index]
            switch token.kind {
            case .word: words += 1
            case .character: characters += 1
            case .punctuation, .joint:
                guard index > start, isInnerMark(index) else { return candidates }
                index += 1
                continue
            case .number, .quoted, .symbol: return candidates
            }
            guard words <= Self.wordLimit, characters <= Self.characterLimit, !isStop(index) else { return candidates }
            index += 1
            // "the" alone is no name.
            guard isBoundary(index), words != 1 || !LanguageData.english.articles.contains(token.key) else { continue }
            let weight = weight(of: start..<index)
            candidates.append(
                SlotCandidate(end: index, content: .span(start..<index), score: scoring * weight, weight: weight)
            )
        }
        return candidates
    }

    /// Returns whether the mark is inside a name.
    ///
    /// "St. Louis", "Winston-Salem", "Portland, Maine", 「サン・フランシスコ」
    private func isInnerMark(_ index: Int) -> Bool {
        switch tokens[index].key {
        case ".", "-", "・", "'", "’": true
        case ",": !commasSeparate && tokens[index - 1].isWord
        default: false
        }
    }

    /// Returns whether a token is a preposition, or a particle followed by another script, as 「は」 before 「東京」.
    private func isParticle(_ index: Int) -> Bool {
        if LanguageData.english.particles.contains(tokens[index].key) { return true }
        guard LanguageData.japanese.particles.contains(tokens[index].key), index + 1 < tokens.endIndex else {
            return false
        }
        return tokens[index + 1].key.firstScalar?.isHiragana != true
    }

    /// Returns whether a token is a polite word before the name, as 「すみません」 or 「あの、」.
    private func isPoliteWord(_ index: Int) -> Bool {
        guard tokens[index].isCharacter,
            let length = LanguageData.japanese.fillers.longest(at: index, in: tokens)?.count
        else { return false }
        let end = index + length
        return length > 2 || (length > 1 && end < tokens.endIndex && tokens[end].isSkippable)
    }

    /// Returns whether a token is the second half of a word that is in no name, as 「日」 in 「明日」.
    private func isWithinStop(_ index: Int) -> Bool {
        (max(tokens.startIndex, index - 3)..<index).contains { start in
            start + (LanguageData.japanese.placeStops.longest(at: start, in: tokens)?.count ?? 0) > index
        }
    }

    private func isStop(_ index: Int) -> Bool {
        LanguageData.english.placeStops.longest(at: index, in: tokens) != nil
            || LanguageData.japanese.placeStops.longest(at: index, in: tokens) != nil
    }
}
