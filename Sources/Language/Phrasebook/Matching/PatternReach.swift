/// Computes the places of a text at which the states of a pattern may be reached, as bits, without reading any slot.
///
/// Most patterns have their words in a message in a different order. This check needs a few bit operations for each
/// edge, and avoids the search for the best path through the pattern.
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

    /// Computes the places at which each state may be reached from some openings.
    ///
    /// - Parameter states: Receives the places by state.
    /// - Returns: Whether the last state may be reached at one of the endings, with a score above the threshold.
    func follow(
        _ program: PatternProgram,
        from openings: UInt64,
        to endings: UInt64,
        above threshold: Int32,
        _ states: inout [UInt64]
    ) -> Bool {
        let count = program.stateCount
        states.removeAll(keepingCapacity: true)
        states.append(contentsOf: repeatElement(0, count: count))
        states[0] = openings
        let literals = states.withUnsafeMutableBufferPointer { fill($0, program) }
        guard states[count - 1] & endings != 0 else { return false }
        return threshold <= 0 || highestScore(of: program, literals) > threshold
    }

    /// Keeps only the places found by ``follow(_:from:to:above:_:)`` from which the last state may be reached at one of
    /// the endings.
    ///
    /// - Returns: Whether that is possible with a score above the threshold.
    func prune(
        _ states: inout [UInt64],
        of program: PatternProgram,
        to endings: UInt64,
        above threshold: Int32
    ) -> Bool {
        let literals = states.withUnsafeMutableBufferPointer { keepUseful($0, program, endings) }
        return states[0] != 0 && (threshold <= 0 || highestScore(of: program, literals) > threshold)
    }

    /// Returns the places at which a pattern may start, for any ending.
    func beginnings(of program: PatternProgram, _ states: inout [UInt64]) -> UInt64 {
        guard follow(program, from: within, to: .max, above: 0, &states),
            prune(&states, of: program, to: .max, above: 0)
        else { return 0 }
        return states[0]
    }

    /// Computes the places of all states after the first one, and returns the tokens that may be literal text.
    private func fill(_ states: UnsafeMutableBufferPointer<UInt64>, _ program: PatternProgram) -> UInt64 {
        program.literals.withPointers { literals, literalStarts in
            program.edges.withPointers { edges, starts in
                places.withPointers { numbers, masks in
                    var found: UInt64 = 0
                    for state in 0..<states.count where states[state] != 0 {
                        let here = flood(states[state], through: articles)
                        states[state] = here
                        let ahead = flood(here, through: skippable) & within >> 1
                        for number in literalStarts[state]..<literalStarts[state + 1] {
                            let tokens = masks[Int(numbers[Int(literals[number].word)])] >> origin & ahead
                            found |= tokens
                            states[literals[number].target] |= tokens << 1
                        }
                        for number in starts[state]..<starts[state + 1] {
                            let target = edges[number].target
                            guard case .slot = edges[number].step else {
                                states[target] |= here
                                continue
                            }
                            let begins = ahead & ~skippable & (edges[number].needsGap ? ~glued : .max)
                            // A slot ends somewhere after its start.
                            if begins != 0 { states[target] |= ~(begins ^ (begins &- 1)) & within }
                        }
                    }
                    return found
                }
            }
        }
    }

    /// Visits the states from the last to the first, in reverse of ``fill(_:_:)``, and returns the tokens that may
    /// still be literal text.
    private func keepUseful(
        _ states: UnsafeMutableBufferPointer<UInt64>,
        _ program: PatternProgram,
        _ endings: UInt64
    ) -> UInt64 {
        states[states.count - 1] &= endings
        return program.literals.withPointers { literals, literalStarts in
            program.edges.withPointers { edges, starts in
                places.withPointers { numbers, masks in
                    var found: UInt64 = 0
                    var state = states.count - 1
                    while state > 0 {
                        state -= 1
                        let here = states[state]
                        guard here != 0 else { continue }
                        let ahead = flood(here, through: skippable) & within >> 1
                        var begins: UInt64 = 0
                        var useful: UInt64 = 0
                        for number in literalStarts[state]..<literalStarts[state + 1] {
                            let next = states[literals[number].target]
                            guard next != 0 else { continue }
                            let word = Int(literals[number].word)
                            begins |= masks[Int(numbers[word])] >> origin & ahead & next >> 1
                        }
                        found |= begins
                        for number in starts[state]..<starts[state + 1] {
                            let ends = states[edges[number].target]
                            guard ends != 0 else { continue }
                            guard case .slot = edges[number].step else {
                                useful |= ends
                                continue
                            }
                            // All places before the last one at which it may end.
                            let last: UInt64 = 1 << UInt64(63 - ends.leadingZeroBitCount)
                            begins |= (last - 1) & ~skippable & (edges[number].needsGap ? ~glued : .max)
                        }
                        useful |= flood(begins, backThrough: skippable)
                        states[state] = here & flood(useful, backThrough: articles)
                    }
                    return found
                }
            }
        }
    }

    /// Returns an upper bound for the score of any path through a pattern; `literals` may be its literal text.
    private func highestScore(of program: PatternProgram, _ literals: UInt64) -> Int32 {
        var score: Int32 = 0
        var bit: UInt64 = 1
        for index in part.indices {
            let weight = Int32(part[index].weight)
            if literals & bit != 0 {
                // A kana has the weight one or two, depending on the pattern's script.
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

    /// Returns some places, and those after them that only tokens of a kind separate from them.
    private func flood(_ places: UInt64, through tokens: UInt64) -> UInt64 {
        var flooded = places
        while true {
            let next = flooded | (flooded & tokens) << 1
            if next == flooded { return flooded }
            flooded = next
        }
    }

    /// Returns some places, and those before them that only tokens of a kind separate from them.
    private func flood(_ places: UInt64, backThrough tokens: UInt64) -> UInt64 {
        var flooded = places
        while true {
            let next = flooded | flooded >> 1 & tokens
            if next == flooded { return flooded }
            flooded = next
        }
    }
}
