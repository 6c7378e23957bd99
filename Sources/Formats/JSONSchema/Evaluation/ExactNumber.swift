/// A JSON number, compared and divided without rounding.
///
/// A double means the shortest decimal that reads back as it, so that `0.0075` has the value its author wrote and is a
/// multiple of `0.0001`.
package enum ExactNumber: Sendable {
    case integer(Int)
    case double(Double)

    /// Returns whether this number is exactly less than another.
    package func isLess(than other: Self) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.double(let left), .double(let right)): left < right
        case (.integer(let left), .double(let right)): Self.compare(left, right) < 0
        case (.double(let left), .integer(let right)): Self.compare(right, left) > 0
        }
    }

    /// Returns a number less than, equal to or greater than zero, like `integer - double`; converting either would
    /// round.
    private static func compare(_ integer: Int, _ double: Double) -> Int {
        if double >= 0x1p63 { return -1 }
        if double < -0x1p63 { return 1 }
        let whole = Int(double)
        if integer != whole { return integer < whole ? -1 : 1 }
        let fraction = double - double.rounded(.towardZero)
        return fraction == 0 ? 0 : fraction > 0 ? -1 : 1
    }

    /// Returns whether this number is a whole multiple of another, which is greater than zero.
    func isMultiple(of divisor: Self) -> Bool {
        let (value, unit) = (decimal, divisor.decimal)
        guard value.digits != 0 else { return true }
        guard unit.digits != 0 else { return false }
        if value.exponent >= unit.exponent {
            // value.digits × 10^k has to be divisible by unit.digits; only the remainder is computed for the powers.
            let power = Self.powerOfTen(value.exponent - unit.exponent, modulo: unit.digits)
            let product = (value.digits % unit.digits).multipliedFullWidth(by: power)
            return unit.digits.dividingFullWidth(product).remainder == 0
        }
        var remaining = value.digits
        for _ in 0..<(unit.exponent - value.exponent) {
            guard remaining.isMultiple(of: 10) else { return false }
            remaining /= 10
        }
        return remaining.isMultiple(of: unit.digits)
    }

    private static func powerOfTen(_ exponent: Int, modulo modulus: UInt64) -> UInt64 {
        func product(_ left: UInt64, _ right: UInt64) -> UInt64 {
            modulus.dividingFullWidth(left.multipliedFullWidth(by: right)).remainder
        }
        var (result, square, rest) = (1 % modulus, 10 % modulus, exponent)
        while rest > 0 {
            if !rest.isMultiple(of: 2) { result = product(result, square) }
            square = product(square, square)
            rest /= 2
        }
        return result
    }

    /// The magnitude as digits × 10^exponent, without zeros at the end of the digits.
    private var decimal: (digits: UInt64, exponent: Int) {
        var digits: UInt64 = 0
        var exponent = 0
        switch self {
        case .integer(let value): digits = UInt64(value.magnitude)
        case .double(let value): (digits, exponent) = Self.shortestDecimal(of: value.magnitude)
        }
        while digits != 0, digits.isMultiple(of: 10) {
            digits /= 10
            exponent += 1
        }
        return (digits, exponent)
    }

    /// Reads the digits of the description, which is the shortest text that reads back and has at most 17 of them.
    private static func shortestDecimal(of value: Double) -> (digits: UInt64, exponent: Int) {
        let parts = value.description.split(separator: "e")
        var digits: UInt64 = 0
        var exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        var isFraction = false
        for byte in parts[0].utf8 {
            if byte == UInt8(ascii: ".") {
                isFraction = true
            } else {
                digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
                if isFraction { exponent -= 1 }
            }
        }
        return (digits, exponent)
    }
}
