import StreamingJSON

extension TopicReader {
    /// Reads the runs of tokens that have no other role as names.
    func readNames(_ argument: String, _ values: inout Values, _ marks: [Mark], isPerson: Bool) {
        var runs: [Range<Int>] = []
        var start: Int?
        func close(at end: Int) {
            if let begin = start, hasName(begin..<end) { runs.append(begin..<end) }
            start = nil
        }
        for index in tokens.indices {
            let mark = marks[index - tokens.startIndex]
            let joins = mark == .mark && start != nil && joinsName(index, marks)
            if mark == .free || joins || isInnerParticle(index, marks, start) {
                if start == nil { start = index }
            } else {
                close(at: index)
            }
        }
        close(at: tokens.endIndex)
        if isPerson { runs = runs.map(person) }
        guard !runs.isEmpty, runs.count <= AnswerWriter.callLimit else { return }
        values.names += runs
        values.weight += runs.reduce(0) { sum, run in sum + min(8, reader.weight(of: run)) }
        values.repeated.append((argument, runs.map { (.string(utterance.content(of: $0)), utterance.content(of: $0)) }))
    }

    /// Returns whether a mark is inside a name.
    ///
    /// "St. Louis", "Portland, Maine", 「サン・フランシスコ」
    func joinsName(_ index: Int, _ marks: [Mark]) -> Bool {
        guard index + 1 < tokens.endIndex, marks[index + 1 - tokens.startIndex] == .free else { return false }
        switch tokens[index].key {
        case "-", "・", "'", "’", ".": return true
        case ",":
            let isLast = !tokens[(index + 1)...].contains { [",", "and", "or"].contains($0.key) }
            return isLast && !reader.commasSeparate && isCapitalized(index + 1)
                && !tokens.indices.contains { Self.comparing.longest(at: $0, in: tokens) != nil }
        default: return false
        }
    }

    static let comparing = TokenSequences(["compare", "which", "or", "than", "versus", "vs"])

    func isCapitalized(_ index: Int) -> Bool {
        utterance.text.characters[tokens[index].range.lowerBound].isUppercase
    }

    /// Returns whether a token is the 「の」 inside 「フランスのパリ」.
    func isInnerParticle(_ index: Int, _ marks: [Mark], _ start: Int?) -> Bool {
        guard start != nil, tokens[index].key == "の", index + 1 < tokens.endIndex else { return false }
        return marks[index + 1 - tokens.startIndex] == .free && !isHiragana(index + 1)
            && marks[index - tokens.startIndex] == .stop
    }

    /// Returns whether a run can be a name: more than a few hiragana, and not only a number.
    func hasName(_ run: Range<Int>) -> Bool {
        guard run.count <= 16 else { return false }
        return run.contains { index in
            switch tokens[index].kind {
            case .word: tokens[index].weight > 1
            case .character: !isHiragana(index)
            case .quoted: true
            case .number, .punctuation, .joint, .symbol: false
            }
        }
    }

    /// Returns the person in a run: the part after the last 「の」, because the part before it describes the person.
    func person(_ run: Range<Int>) -> Range<Int> {
        guard let particle = run.last(where: { tokens[$0].key == "の" }) else { return run }
        return particle + 1..<run.upperBound
    }
}
