// MARK: - Persons

extension SlotReader {
    /// The most words of an English name, and the most characters of a Japanese one.
    private static let mostWords = 3
    private static let mostCharacters = 10

    /// English words for a person whom only the speaker's address book knows.
    private static let relations = WordSet(words: "SlotReader.persons", "relations")

    /// Capitalized words that are no names.
    private static let noNames = TokenSequences(words: "SlotReader.persons", "noNames")

    /// Japanese words that start no name of a person.
    private static let japaneseNoNames = TokenSequences(words: "SlotReader.persons", "japaneseNoNames")

    private static let honorifics = TokenSequences(["さん", "様", "くん", "ちゃん"])

    /// Reads names of persons: quoted, capitalized English words, a word for a relation, or Japanese characters up to the
    /// particle 「に」 or 「へ」.
    func persons(at start: Int) -> [SlotCandidate] {
        if tokens[start].quotation != nil { return quotation(at: start) }
        return tokens[start].isCharacter ? japanesePersons(at: start) : englishPersons(at: start)
    }

    private func englishPersons(at start: Int) -> [SlotCandidate] {
        var candidates: [SlotCandidate] = []
        var index = start
        while index < tokens.endIndex, index - start < Self.mostWords, tokens[index].isWord, isBoundary(index + 1) {
            let isRelation = index == start && Self.relations.contains(tokens[index].key)
            let isCapitalized = utterance.text.characters[tokens[index].range.lowerBound].isUppercase
            guard isRelation || isCapitalized, Self.noNames.longest(at: index, in: tokens) == nil else { break }
            index += 1
            candidates.append(person(start..<index))
            if isRelation { break }
        }
        return candidates
    }

    private func japanesePersons(at start: Int) -> [SlotCandidate] {
        let (no, events) = (Self.japaneseNoNames, LanguageData.japanese.happenings)
        guard no.longest(at: start, in: tokens) == nil, events.longest(at: start, in: tokens) == nil else { return [] }
        var candidates: [SlotCandidate] = []
        var index = start
        while index < tokens.endIndex, index - start < Self.mostCharacters, tokens[index].isCharacter {
            let key = tokens[index].key
            if key == "を" || key == "。" { break }
            // 「田中さんと山田さん」 and 「田中と山田」 are two persons.
            if index > start, Self.honorifics.longest(at: index, in: tokens) != nil { break }
            if key == "と", index > start, !tokens[index - 1].isHiragana { break }
            // 「くにこ」: after one hiragana, the particle is a part of the name.
            let isParticle = key == "に" || key == "へ"
            if isParticle, index > start, index - start > 1 || !tokens[start].isHiragana { break }
            index += 1
            candidates.append(person(start..<index))
        }
        return candidates
    }

    private func person(_ range: Range<Int>) -> SlotCandidate {
        SlotCandidate(end: range.upperBound, content: .span(range), score: Score.place * weight(of: range), weight: 0)
    }
}
