import Synchronization

/// The random numbers for unique values: identifiers of runs, conversations, entries, traces and spans.
///
/// All callers share one buffer, so a turn costs one system call instead of one for each number. Tokens, keys and other secrets use a
/// generator of their own, because the next numbers of this one are in memory.
package struct SharedRandomNumbers: RandomNumberGenerator {
    private static let supply = Mutex(RandomSupply())

    /// Makes a generator; all generators return numbers of the same buffer, each number once.
    package init() {}

    /// Returns a random number.
    package mutating func next() -> UInt64 { Self.supply.withLock { $0.next() } }
}
