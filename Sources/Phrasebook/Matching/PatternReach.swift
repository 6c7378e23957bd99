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
    /// By state of the pattern that was looked at last.
    private(set) var states: [UInt64] = []

    /// Prepares for patterns in a range of a message's tokens.
    init(_ places: WordPlaces, range: Range<Int>) {
        self.places = places
        origin = UInt64(range.lowerBound)
        let tokens: UInt64 = (1 << UInt64(range.count)) - 1
        within = tokens << 1 | 1
        skippable = places.skippable >> origin & tokens
        glued = places.glued >> origin & tokens
        articles = places.articles >> origin & tokens
    }

    /// Finds the places at which each state may be reached from some openings.
    ///
    /// - Returns: Whether the last state may be reached at one of the endings.
    mutating func follow(_ program: PatternProgram, from openings: UInt64, to endings: UInt64) -> Bool {
        let count = program.stateCount
        states.removeAll(keepingCapacity: true)
        for _ in 0..<count { states.append(0) }
        states[0] = openings
        for state in 0..<count {
            guard states[state] != 0 else { continue }
            let here = flood(states[state], through: articles)
            states[state] = here
            let ahead = flood(here, through: skippable) & within >> 1
            for number in program.literals.range(of: state) {
                let edge = program.literals[number]
                states[edge.target] |= (places.mask(of: edge.word) >> origin & ahead) << 1 & within
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
        return states[count - 1] & endings != 0
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
