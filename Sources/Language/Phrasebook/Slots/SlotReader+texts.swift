extension SlotReader {
    /// Reads every run of tokens from here that can be a separate text.
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

    /// Reads a question about the world: the whole rest, if a question word starts it and it mentions no speaker or
    /// listener.
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

    /// Reads a question that only the world can answer: the whole rest, without the words that only ask for an answer.
    func worldQuestion(at start: Int) -> [SlotCandidate] {
        guard let range = WorldQuestion(tokens[start...], in: utterance).range, range.lowerBound == start,
            isBoundary(range.upperBound)
        else { return [] }
        let weight = weight(of: range)
        return [
            SlotCandidate(end: range.upperBound, content: .span(range), score: Score.specific * weight, weight: weight)
        ]
    }

    /// Returns the number of tokens from here on that mean nothing by themselves.
    private func hollowLength(at start: Int) -> Int? {
        LanguageData.english.hollowTexts.longest(at: start, in: tokens)?.count
            ?? LanguageData.japanese.hollowTexts.longest(at: start, in: tokens)?.count
    }

    /// Reads a quoted text.
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

    /// Reads one word.
    func word(at start: Int) -> [SlotCandidate] {
        guard tokens[start].isWord, isBoundary(start + 1), !isJoiningWord(start) else { return [] }
        let weight = Int32(tokens[start].weight)
        return [
            SlotCandidate(end: start + 1, content: .span(start..<start + 1), score: Score.name * weight, weight: 0)
        ]
    }

    /// Reads one of the declared texts.
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

    /// Reads a word that means a number, such as the name of a month.
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

    /// Reads the address of a web page; a quoted one may lack its scheme.
    func address(at start: Int) -> [SlotCandidate] {
        guard let text = tokens[start].quotation else { return [] }
        let isBare = text.contains(".") && text.allSatisfy { $0.isASCII && $0 > " " }
        return isBare || WebAddressFinder.isAddress(text) ? quotation(at: start) : []
    }
}
