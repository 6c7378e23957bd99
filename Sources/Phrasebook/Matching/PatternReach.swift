/// The places of a part that the states of a pattern may be reached at, as bits; found out without reading any slot.
///
/// Most patterns have their words in a message in some other order. To see that takes a few operations on bits for each edge, and
/// spares the search for the best way through the pattern.
struct PatternReach {
    private let places: WordPlaces
    private let origin: UInt64
    /// The places before the part's tokens, and its end.
    private let within: UInt64
    private let skippable: UInt64
    private let glued: UInt64
    private let articles: UInt64
    private let part: ArraySlice<Token>
    /// The tokens in quotation marks.
    private let quotations: UInt64
    /// By state of the pattern that was looked at last.
    private(set) var states: [UInt64] = []

    /// Prepares for patterns in some of a message's tokens.
    init(_ places: WordPlaces, _ part: ArraySlice<Token>) {
        self.places = places
        origin = UInt64(part.startIndex)
        let tokens: UInt64 = (1 << UInt64(part.count)) - 1
        within = tokens << 1 | 1
        skippable = places.skippable >> origin & tokens
        glued = places.glued >> origin & tokens
        articles = places.articles >> origin & tokens
        quotations = places.quotations >> origin & tokens
        self.part = part
    }

    /// Finds the places at which each state may be reached from some openings.
    ///
    /// - Returns: Whether the last state may be reached at one of the endings, with a score above the threshold.
    mutating func follow(
        _ program: PatternProgram,
        from openings: UInt64,
        to endings: UInt64,
        above threshold: Int32
    ) -> Bool {
        var filled: [UInt64] = []
        swap(&filled, &states)
        defer { swap(&filled, &states) }
        let count = program.stateCount
        filled.removeAll(keepingCapacity: true)
        for _ in 0..<count { filled.append(0) }
        filled[0] = openings
        let literals = filled.withUnsafeMutableBufferPointer { fill($0, program) }
        guard filled[count - 1] & endings != 0 else { return false }
        return threshold <= 0 || highestScore(of: program, literals) > threshold
    }

    /// Fills in the places of all states after those of the first one, and returns the tokens that may be literal text.
    private func fill(_ states: UnsafeMutableBufferPointer<UInt64>, _ program: PatternProgram) -> UInt64 {
        var literals: UInt64 = 0
        for state in states.indices where states[state] != 0 {
            let here = flood(states[state], through: articles)
            states[state] = here
            let ahead = flood(here, through: skippable) & within >> 1
            for number in program.literals.range(of: state) {
                let edge = program.literals[number]
                let tokens = places.mask(of: edge.word) >> origin & ahead
                literals |= tokens
                states[edge.target] |= tokens << 1
            }
            for number in program.edges.range(of: state) {
                let edge = program.edges[number]
                switch edge.step {
                case .jump: states[edge.target] |= here
                case .slot(let slot):
                    var starts = ahead & ~skippable
                    if program.slots[slot].needsGap { starts &= ~glued }
                    // A slot ends somewhere behind its beginning.
                    if starts != 0 { states[edge.target] |= ~(starts ^ (starts &- 1)) & within }
                }
            }
        }
        return literals
    }

    /// A score that no way through a pattern exceeds, given the tokens that may be literal text of it.
    private func highestScore(of program: PatternProgram, _ literals: UInt64) -> Int32 {
        var score: Int32 = 0
        var bit: UInt64 = 1
        for index in part.indices {
            let weight = Int32(part[index].weight)
            if literals & bit != 0 {
                // A kana weighs one or two, whichever script the pattern writes it in.
                score += Score.literal * max(2, weight)
            } else if quotations & bit != 0 {
                score += Score.specific * weight
            } else {
                score += program.slotScore * max(program.hasLists ? 1 : 0, weight)
            }
            bit <<= 1
        }
        return score
    }

    /// Some places, and those behind them up to which there are only tokens of a kind.
    private func flood(_ places: UInt64, through tokens: UInt64) -> UInt64 {
        var flooded = places
        while true {
            let next = flooded | (flooded & tokens) << 1
            if next == flooded { return flooded }
            flooded = next
        }
    }
}
