extension TopicReader {
    func marks(of topic: TopicWords) -> [Mark] {
        var marks = [Mark](repeating: .free, count: tokens.count)
        var index = tokens.startIndex
        while index < tokens.endIndex {
            let place = index - tokens.startIndex
            var length = 1
            if tokens[index].isSkippable {
                marks[place] = .mark
            } else if let found = topic.longest(at: index, in: tokens), !isCompound(index + found.count, topic) {
                length = found.count
                for offset in 0..<length { marks[place + offset] = .topic }
            } else if let stop = stopLength(at: index) {
                length = stop
                for offset in 0..<length { marks[place + offset] = .stop }
            }
            index += length
        }
        return marks
    }

    /// Returns whether a word continues in the same script, as 「天気」 in 「天気図」: then it is another word.
    func isCompound(_ end: Int, _ topic: TopicWords) -> Bool {
        guard end < tokens.endIndex, tokens[end].isCharacter, !isHiragana(end),
            tokens[end - 1].isCharacter,
            !isHiragana(end - 1)
        else { return false }
        return stopLength(at: end) == nil && topic.longest(at: end, in: tokens) == nil
    }

    func stopLength(at index: Int) -> Int? {
        if known.stops.isEmpty { known.stops = Array(repeating: -1, count: tokens.count) }
        let place = index - tokens.startIndex
        if known.stops[place] < 0 { known.stops[place] = findStop(at: index) ?? 0 }
        return known.stops[place] > 0 ? known.stops[place] : nil
    }

    private func findStop(at index: Int) -> Int? {
        let length = max(
            LanguageData.english.fillers.longest(at: index, in: tokens)?.count ?? 0,
            LanguageData.japanese.fillers.longest(at: index, in: tokens)?.count ?? 0,
            EvidenceStops.english.longest(at: index, in: tokens)?.count ?? 0,
            EvidenceStops.japanese.longest(at: index, in: tokens)?.count ?? 0
        )
        guard length > 0, index + length >= tokens.endIndex || !tokens[index + length].isGlued else { return nil }
        guard length == 1, tokens[index].isCharacter else { return length }
        // A single kanji beside another one is part of a name.
        guard isHiragana(index) else { return isKanji(index - 1) || isKanji(index + 1) ? nil : 1 }
        // A particle between two hiragana is part of a word.
        let isInside =
            index > tokens.startIndex && index + 1 < tokens.endIndex && isHiragana(index - 1) && isHiragana(index + 1)
            && stopLengthOfText(at: index + 1) == nil
        return isInside ? nil : 1
    }

    func stopLengthOfText(at index: Int) -> Int? {
        EvidenceStops.japanese.longest(at: index, in: tokens)?.count
    }

    func isHiragana(_ index: Int) -> Bool { tokens[index].isHiragana }

    func isKanji(_ index: Int) -> Bool {
        guard tokens.indices.contains(index), tokens[index].isCharacter,
            let letter = tokens[index].key.firstScalar
        else { return false }
        return !letter.isKana && !isWithinStop(index)
    }

    /// Returns whether a longer word that belongs to no name covers a token.
    func isWithinStop(_ index: Int) -> Bool {
        (max(tokens.startIndex, index - 3)...index).contains { start in
            let length = EvidenceStops.japanese.longest(at: start, in: tokens)?.count ?? 0
            return length > 1 && start + length > index
        }
    }

    func weight(of marks: [Mark], _ mark: Mark) -> Int32 {
        marks.indices.reduce(0) { sum, place in
            marks[place] == mark ? sum + Int32(tokens[tokens.startIndex + place].weight) : sum
        }
    }

    func unexplained(_ marks: [Mark], but names: [Range<Int>]) -> Int32 {
        marks.indices.reduce(0) { sum, place in
            let index = tokens.startIndex + place
            guard marks[place] == .free, !names.contains(where: { $0.contains(index) }) else { return sum }
            return sum + Int32(tokens[index].weight)
        }
    }
}
