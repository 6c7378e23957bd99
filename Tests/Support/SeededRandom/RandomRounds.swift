import FoundationEssentials

/// The number of rounds of tests with random input, whose seeds are fixed.
public enum RandomRounds {
    /// 1,000 in each check.
    ///
    /// `make nightly` sets `TORII_RANDOM_ROUNDS` to 20,000.
    public static let count =
        ProcessInfo.processInfo.environment["TORII_RANDOM_ROUNDS"].flatMap(Int.init).map { max(1, $0) } ?? 1_000
}
