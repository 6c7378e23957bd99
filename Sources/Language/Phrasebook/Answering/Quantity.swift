/// A number with a unit, as found in the output of a tool.
struct Quantity: Equatable, Sendable {
    /// The number without its decimal point: 31.2 is 312 with one fraction digit.
    var scaled: Int
    var fractionDigits: Int

    /// Finds the first number before `unit` in a text.
    init?(first unit: String, in text: String) {
        let characters = NormalizedText(text).characters
        let unit = NormalizedText(unit).characters
        guard !unit.isEmpty else { return nil }
        var index = 0
        while index < characters.count {
            guard Self.isDigit(characters[index]) else {
                index += 1
                continue
            }
            let start = index
            while index < characters.count, Self.isDigit(characters[index]) || Self.isPoint(index, in: characters) {
                index += 1
            }
            var end = index
            while end < characters.count, characters[end] == " " || characters[end] == "\u{A0}" { end += 1 }
            guard characters[end...].starts(with: unit), !Self.continuesWord(end + unit.count, unit, in: characters),
                let quantity = Self(characters[start..<index], isNegative: Self.isSigned(start, in: characters))
            else { continue }
            self = quantity
            return
        }
        return nil
    }

    init(scaled: Int, fractionDigits: Int) {
        self.scaled = scaled
        self.fractionDigits = fractionDigits
    }

    private init?(_ digits: ArraySlice<Character>, isNegative: Bool) {
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        // No integer has more digits than this; a longer text has no value.
        guard parts.count <= 2, digits.count <= 20, let value = Int(String(parts.joined())) else { return nil }
        scaled = isNegative ? -value : value
        fractionDigits = parts.count == 2 ? parts[1].count : 0
    }

    /// The number with its decimal point.
    var text: String {
        var digits = String(scaled.magnitude)
        if fractionDigits > 0 {
            digits = String(repeating: "0", count: max(0, fractionDigits + 1 - digits.count)) + digits
            digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -fractionDigits))
        }
        return scaled < 0 ? "-" + digits : digits
    }

    /// Returns the same number with at least `digits` digits after the decimal point.
    func widened(to digits: Int) -> Quantity {
        var quantity = self
        while quantity.fractionDigits < digits, quantity.scaled.magnitude < 1_000_000_000_000_000 {
            quantity.scaled *= 10
            quantity.fractionDigits += 1
        }
        return quantity
    }

    /// Returns the difference of two quantities; for quantities too large for that, the nearest whole number.
    func distance(to other: Quantity) -> Quantity {
        let digits = max(fractionDigits, other.fractionDigits)
        let (left, right) = (widened(to: digits), other.widened(to: digits))
        let (difference, overflows) = left.scaled.subtractingReportingOverflow(right.scaled)
        if !overflows, difference != .min, left.fractionDigits == right.fractionDigits {
            return Quantity(scaled: abs(difference), fractionDigits: digits)
        }
        let distance = (value - other.value).magnitude.rounded()
        return Quantity(scaled: distance < 0x1p63 ? Int(distance) : .max, fractionDigits: 0)
    }

    var value: Double {
        var divisor = 1.0
        for _ in 0..<fractionDigits { divisor *= 10 }
        return Double(scaled) / divisor
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    private static func isPoint(_ index: Int, in characters: [Character]) -> Bool {
        characters[index] == "." && index + 1 < characters.count && isDigit(characters[index + 1])
    }

    private static func isSigned(_ start: Int, in characters: [Character]) -> Bool {
        guard start > 0, characters[start - 1] == "-" || characters[start - 1] == "−" else { return false }
        return start == 1 || !isDigit(characters[start - 2])
    }

    /// Returns whether the match is only the start of a longer unit: "m" in "mm".
    private static func continuesWord(_ index: Int, _ unit: [Character], in characters: [Character]) -> Bool {
        guard index < characters.count, let last = unit.last else { return false }
        return CharacterKind(last) == .letter && CharacterKind(characters[index]) == .letter
    }
}
