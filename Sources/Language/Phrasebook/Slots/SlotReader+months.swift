import CalendarDays

extension SlotReader {
    private static let englishTurns = TokenSequences(["last month", "this month", "next month"])
    private static let japaneseTurns = TokenSequences(["先月", "今月", "来月"])

    /// Reads a month of the year: "May", "month 5", 「5月」, or relative to the current one: "next month".
    func months(at start: Int) -> [SlotCandidate] {
        func candidate(_ month: Int, length: Int) -> SlotCandidate {
            let weight = weight(of: start..<start + length)
            return SlotCandidate(
                end: start + length,
                content: .number(Double(month)),
                score: Score.specific * weight,
                weight: weight
            )
        }
        for turns in [Self.englishTurns, Self.japaneseTurns] {
            guard let found = turns.longest(at: start, in: tokens) else { continue }
            return [candidate((today.components.month + found.index + 10) % 12 + 1, length: found.count)]
        }
        let isNamed = tokens[start].key == "month"
        let digit = isNamed ? start + 1 : start
        for number in digit < tokens.endIndex ? number(at: digit, isWhole: true) : [] {
            guard case .number(let value) = number.content, (1...12).contains(value) else { continue }
            if isNamed { return [candidate(Int(value), length: number.end - start)] }
            guard number.end < tokens.endIndex, tokens[number.end].key == "月" else { continue }
            return [candidate(Int(value), length: number.end + 1 - start)]
        }
        return named(in: LanguageData.english.months, at: start)
    }
}
