import FoundationEssentials

/// The looks into the store that refused credentials may cause: a number each second, over all addresses.
///
/// Beyond it a credential is refused without a look. The upkeep looks every two seconds in any case, so a new token works soon.
struct LookBudget {
    /// The most looks in a second.
    static let mostInSecond = 50

    private var second: Int?
    private var count = 0

    /// Counts a look; false if it must not be made.
    mutating func spend(at time: Date) -> Bool {
        let current = Int(time.timeIntervalSince1970.rounded(.down))
        if current != second { (second, count) = (current, 0) }
        guard count < Self.mostInSecond else { return false }
        count += 1
        return true
    }
}
