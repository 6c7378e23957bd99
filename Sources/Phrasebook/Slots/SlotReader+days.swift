extension SlotReader {
    /// Days or ranges of days in words or figures.
    func days(at start: Int, in expressions: [DayGrammar.Compiled]) -> [SlotCandidate] {
        var best: [Int: SlotCandidate] = [:]
        for expression in expressions {
            var run = PatternRun(expression.program, reader: self)
            run.begin(at: start)
            run.advance()
            for end in start + 1...tokens.endIndex {
                guard let match = run.match(endingAt: end), isBoundary(end), !isChained(at: end) else { continue }
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
}
