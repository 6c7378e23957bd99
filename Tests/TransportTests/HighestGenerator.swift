/// A generator that returns the largest number each time, so that delays are at their limits.
struct HighestGenerator: RandomNumberGenerator {
    mutating func next() -> UInt64 { .max }
}
