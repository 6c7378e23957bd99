extension SlotReader {
    /// Reads one value, or several with "and", "or", 「と」 or commas between them; finds the best way to cut for each
    /// end.
    func list(of slot: PatternSlot, at start: Int) -> [SlotCandidate] {
        let type = slot.type
        var best: [Int: SlotCandidate] = [:]
        for candidate in candidates(for: type, number: slot.typeNumber, at: start) {
            best[candidate.end] = SlotCandidate(
                end: candidate.end,
                content: .list([candidate.content]),
                score: candidate.score,
                weight: candidate.weight
            )
        }
        var end = start + 1
        while end < tokens.endIndex {
            defer { end += 1 }
            guard let head = best[end], case .list(let values) = head.content else { continue }
            for separator in separators(at: end, of: type) {
                for next in candidates(for: type, number: slot.typeNumber, at: separator.end) {
                    let score = head.score + next.score + Score.literal * separator.weight
                    if let known = best[next.end], known.score >= score { continue }
                    best[next.end] = SlotCandidate(
                        end: next.end,
                        content: .list(values + [next.content]),
                        score: score,
                        weight: head.weight + next.weight + separator.weight
                    )
                }
            }
        }
        return Array(best.values)
    }

    /// Finds the possible separators between two values from here on: marks, joining words, or both.
    private func separators(at start: Int, of type: SlotType) -> [(end: Int, weight: Int32)] {
        var found: [(end: Int, weight: Int32)] = []
        var index = start
        while index < tokens.endIndex, tokens[index].isSkippable {
            let isComma = tokens[index].key == "," && (commasSeparate || type == .integer || type == .number)
            if tokens[index].key == "、" || isComma { found.append((index + 1, 1)) }
            index += 1
        }
        guard index < tokens.endIndex else { return found }
        for length in separators.lengths(at: index, in: tokens) + japaneseSeparators.lengths(at: index, in: tokens)
        where !isWithinKana(index, length) {
            found.append((index + length, max(1, weight(of: index..<index + length))))
        }
        return found
    }

    /// Returns whether a particle is between two hiragana, and so more likely part of a name than a separator.
    private func isWithinKana(_ index: Int, _ length: Int) -> Bool {
        guard length == 1, tokens[index].isCharacter, index > tokens.startIndex, index + 1 < tokens.endIndex
        else { return false }
        return tokens[index - 1].isHiragana && tokens[index + 1].isHiragana
    }
}
