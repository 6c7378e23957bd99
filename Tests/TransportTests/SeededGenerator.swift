/// Gives the same numbers for the same seed, by a counter whose bits are stirred.
struct SeededGenerator: RandomNumberGenerator {
    private var counter: UInt64

    init(seed: UInt64) { counter = seed }

    mutating func next() -> UInt64 {
        counter &+= 0x9E37_79B9_7F4A_7C15
        var bits = counter
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}

/// Always draws the largest number, so that delays are at their limits.
struct HighestGenerator: RandomNumberGenerator {
    mutating func next() -> UInt64 { .max }
}
