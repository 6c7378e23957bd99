/// An amount of money, exact to a millionth of the currency's unit.
///
/// It has no currency of its own: a price table names the currency of all amounts. A sum that is too large becomes the largest amount, so
/// an overflow never passes a limit.
public struct Money: Sendable, Hashable {
    /// The amount in millionths of the currency's unit.
    public var micros: Int

    /// No money.
    public static let zero = Money(micros: 0)

    /// Makes an amount from millionths.
    public init(micros: Int) { self.micros = micros }

    /// Reads a decimal number such as `12`, `0.25` or `0.000001`; `nil` for anything else, and for more than six decimal places.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, Self.isDigits(first), let units = Int(first) else { return nil }
        var fraction = 0
        if parts.count == 2 {
            guard Self.isDigits(parts[1]), parts[1].utf8.count <= 6 else { return nil }
            guard let digits = Int(parts[1] + String(repeating: "0", count: 6 - parts[1].utf8.count)) else {
                return nil
            }
            fraction = digits
        }
        let (whole, tooLarge) = units.multipliedReportingOverflow(by: 1_000_000)
        let (sum, runsOver) = whole.addingReportingOverflow(fraction)
        guard !tooLarge, !runsOver else { return nil }
        micros = sum
    }

    private static func isDigits(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

extension Money: Comparable, AdditiveArithmetic {
    /// Whether the left amount is smaller.
    public static func < (left: Money, right: Money) -> Bool { left.micros < right.micros }

    /// The sum, limited to the largest and the smallest amount.
    public static func + (left: Money, right: Money) -> Money {
        let (sum, runsOver) = left.micros.addingReportingOverflow(right.micros)
        guard runsOver else { return Money(micros: sum) }
        return Money(micros: left.micros > 0 ? .max : .min)
    }

    /// The difference, limited to the largest and the smallest amount.
    public static func - (left: Money, right: Money) -> Money {
        let (difference, runsOver) = left.micros.subtractingReportingOverflow(right.micros)
        guard runsOver else { return Money(micros: difference) }
        return Money(micros: left.micros > 0 ? .max : .min)
    }
}

extension Money: CustomStringConvertible {
    /// The amount as a decimal number with two decimal places, or more if they are not zero.
    public var description: String {
        let magnitude = micros.magnitude
        var fraction = String(magnitude % 1_000_000)
        fraction = String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
        while fraction.utf8.count > 2, fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(micros < 0 ? "-" : "")\(magnitude / 1_000_000).\(fraction)"
    }
}
