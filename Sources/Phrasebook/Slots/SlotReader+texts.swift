extension SlotReader {
    /// Every run of tokens from here that can be a text of its own.
    func texts(at start: Int, limit: Int, score: Int32, mixesQuotations: Bool) -> [SlotCandidate] {
        guard !tokens[start].isSkippable, !isJoiningWord(start) else { return [] }
        var candidates: [SlotCandidate] = []
        var hasQuotation = false
        let hollow = hollowLength(at: start)
        var weight: Int32 = 0
        for index in start..<min(tokens.endIndex, start + limit) {
            let token = tokens[index]
            weight += Int32(token.weight)
            hasQuotation = hasQuotation || token.quotation != nil
            let end = index + 1
            guard !token.isSkippable, isBoundary(end), !isJoiningWord(index) else { continue }
            if hasQuotation, index > start, !mixesQuotations { break }
            let isQuotation = index == start && hasQuotation
            if hollow == end - start { continue }
            candidates.append(
                SlotCandidate(
                    end: end,
                    content: .span(start..<end),
                    score: (isQuotation ? Score.specific : score) * weight,
                    weight: isQuotation ? weight : 0
                )
            )
        }
        return candidates
    }

    /// A question about the world: the whole rest, when a word that asks comes first and nobody present is spoken of.
    func question(at start: Int) -> [SlotCandidate] {
        let english = LanguageData.english
        guard english.askingWords.longest(at: start, in: tokens) != nil,
            !tokens[start...].contains(where: { english.persons.contains($0.key) })
        else { return [] }
        let end = tokens.lastIndex { !$0.isSkippable }.map { $0 + 1 } ?? start
        guard end - start > 2 else { return [] }
        let weight = weight(of: start..<end)
        return [SlotCandidate(end: end, content: .span(start..<end), score: Score.text * weight, weight: 0)]
    }

    /// A question that only the world can answer: the whole rest, without what only asks for an answer.
    func worldQuestion(at start: Int) -> [SlotCandidate] {
        guard let range = WorldQuestion(tokens[start...], in: utterance).range, range.lowerBound == start,
            isBoundary(range.upperBound)
        else { return [] }
        let weight = weight(of: range)
        return [
            SlotCandidate(end: range.upperBound, content: .span(range), score: Score.specific * weight, weight: weight)
        ]
    }

    /// How many tokens from here on say nothing by themselves.
    private func hollowLength(at start: Int) -> Int? {
        LanguageData.english.hollowTexts.longest(at: start, in: tokens)?.count
            ?? LanguageData.japanese.hollowTexts.longest(at: start, in: tokens)?.count
    }

    /// A text in quotation marks.
    func quotation(at start: Int) -> [SlotCandidate] {
        guard tokens[start].quotation != nil else { return [] }
        let weight = Int32(tokens[start].weight)
        return [
            SlotCandidate(
                end: start + 1,
                content: .span(start..<start + 1),
                score: Score.specific * weight,
                weight: weight
            )
        ]
    }

    /// One word.
    func word(at start: Int) -> [SlotCandidate] {
        guard tokens[start].isWord, isBoundary(start + 1), !isJoiningWord(start) else { return [] }
        let weight = Int32(tokens[start].weight)
        return [
            SlotCandidate(end: start + 1, content: .span(start..<start + 1), score: Score.name * weight, weight: 0)
        ]
    }

    /// One of the declared texts.
    func choice(of choices: Choices, at start: Int) -> [SlotCandidate] {
        guard let found = choices.sequences.longest(at: start, in: tokens), isBoundary(start + found.count) else {
            return []
        }
        let weight = weight(of: start..<start + found.count)
        return [
            SlotCandidate(
                end: start + found.count,
                content: .text(choices.texts[found.index]),
                score: Score.specific * weight,
                weight: weight
            )
        ]
    }

    /// A word with a number, such as the name of a month.
    func named(in names: WordValues, at start: Int) -> [SlotCandidate] {
        guard let value = names[tokens[start].key] else { return [] }
        let weight = Int32(tokens[start].weight)
        return [
            SlotCandidate(
                end: start + 1,
                content: .number(Double(value)),
                score: Score.specific * weight,
                weight: weight
            )
        ]
    }

    private func isJoiningWord(_ index: Int) -> Bool {
        tokens[index].isWord
            && (separators.longest(at: index, in: tokens) != nil
                || LanguageData.english.conjunctions.longest(at: index, in: tokens) != nil)
    }
}
