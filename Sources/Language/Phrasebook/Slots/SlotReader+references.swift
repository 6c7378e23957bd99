extension SlotReader {
    /// The maximum number of tokens in a referring expression.
    private static let referenceLimit = 10

    /// Reads words that refer to an earlier thing as its number.
    func references(for argument: String, at start: Int) -> [SlotCandidate] {
        guard start < tokens.endIndex, referents.hasAny(for: argument) else { return [] }
        let bit = bit(of: start)
        guard references.contains(where: { $0.beginnings & bit != 0 }) else { return [] }
        var best: [Int: SlotCandidate] = [:]
        let range = start..<min(tokens.endIndex, start + Self.referenceLimit)
        var run = PatternRun(reader: self, range: range, openings: [.init(start: start)])
        for possible in references where possible.beginnings & bit != 0 && run.advance(possible.expression.program) {
            let reference = possible.expression
            for end in start + 1...range.upperBound {
                guard let arrival = run.arrival(at: end), isBoundary(end) else { continue }
                let match = run.match(of: arrival)
                var position = 0
                if case .number(let number)? = match.captures.first?.content { position = Int(exactly: number) ?? 0 }
                guard let number = referents.number(reference.pick(position), for: argument) else { continue }
                let weight = weight(of: start..<end)
                best[end] = SlotCandidate(
                    end: end,
                    content: .number(Double(number)),
                    score: Score.specific * weight,
                    weight: weight
                )
            }
        }
        return Array(best.values)
    }
}
