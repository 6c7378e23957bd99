import CalendarDays

extension SlotReader {
    /// The maximum number of tokens in an expression for a range of days.
    private static let lengthLimit = 24

    /// Reads days or ranges of days in words or digits.
    func days(at start: Int, in expressions: [Possible<DayGrammar.Compiled>]) -> [SlotCandidate] {
        let bit = bit(of: start)
        guard expressions.contains(where: { $0.beginnings & bit != 0 }), !splitsKatakana(at: start) else { return [] }
        var best: [Int: SlotCandidate] = [:]
        let range = start..<min(tokens.endIndex, start + Self.lengthLimit)
        var run = PatternRun(reader: self, range: range, openings: [.init(start: start)])
        for possible in expressions where possible.beginnings & bit != 0 && run.advance(possible.expression.program) {
            let expression = possible.expression
            for end in start + 1...range.upperBound {
                guard let arrival = run.arrival(at: end), isBoundary(end), !isChained(at: end), !splitsKatakana(at: end)
                else { continue }
                let match = run.match(of: arrival)
                var values = DayExpression.Values(today: today)
                for (slot, content) in match.captures {
                    let name = expression.program.slots[slot].arguments[0]
                    switch content {
                    case .number(let number): values.numbers[name] = Int(exactly: number)
                    case .days(let range): values.ranges[name] = range
                    case .span, .text, .list: continue
                    }
                }
                guard let range = expression.resolve(values), range.first != nil || range.last != nil else { continue }
                let weight = weight(of: start..<end)
                if let known = best[end], known.score >= match.score { continue }
                best[end] = SlotCandidate(end: end, content: .days(range), score: match.score, weight: weight)
            }
        }
        return best.values.map { candidate in
            var candidate = candidate
            candidate.score = Score.specific * candidate.weight
            return candidate
        }
    }

    /// Returns whether a boundary before this token would cut a katakana word: patterns do not distinguish the kana
    /// scripts, and match 「きょう」 in 「トウキョウ」.
    private func splitsKatakana(at index: Int) -> Bool {
        guard tokens.startIndex < index, index < tokens.endIndex else { return false }
        let (left, right) = (tokens[index - 1], tokens[index])
        return left.range.upperBound == right.range.lowerBound
            && [left, right].allSatisfy { token in
                token.isCharacter && token.key.firstScalar?.isKatakana == true
            }
    }
}
