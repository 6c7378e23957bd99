/// Searches one part of a message for patterns of one language, one after another.
struct PatternSearch {
    private let leftovers: Leftovers
    private var run: PatternRun
    /// The places where a phrase may end, as bits.
    private let endings: UInt64

    init(_ reader: SlotReader, leftovers: Leftovers) {
        self.leftovers = leftovers
        run = PatternRun(reader: reader, openings: leftovers.openings)
        let start = reader.tokens.startIndex
        endings = leftovers.endings.reduce(0) { $0 | 1 &<< UInt64($1.end - start) }
    }

    /// Returns the best match of a pattern, and the weight of the words left out around it.
    ///
    /// - Parameter threshold: The score that the match must exceed.
    mutating func best(
        of program: PatternProgram,
        endsWithVerb: Bool = false,
        above threshold: Int32 = .min
    ) -> (match: PatternRun.Match, leftover: Int32)? {
        guard run.advance(program, endings: endings, above: threshold) else { return nil }
        var best: (arrival: PatternRun.Arrival, score: Int32, leftover: Int32)?
        for ending in leftovers.endings {
            guard let arrival = run.arrival(at: ending.end) else { continue }
            let score = arrival.score + Score.leftover * ending.loss.weight + Score.closing * ending.loss.closing
            if let best, best.score >= score { continue }
            // A slot that accepts nearly anything must not stop before unexplained words.
            if ending.stopsShort, arrival.endsWithOpenSlot || endsWithVerb { continue }
            guard let before = leftovers.before(arrival.start) else { continue }
            best = (arrival, score, before.weight + ending.loss.weight)
        }
        guard let best, best.score > threshold else { return nil }
        var match = run.match(of: best.arrival)
        match.score = best.score
        return (match, best.leftover)
    }
}
