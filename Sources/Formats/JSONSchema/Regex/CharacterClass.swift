/// A set of code points, as named by `[a-z]`, `\d`, `.` or a single character.
struct CharacterClass: Sendable {
    private var ranges: [ClosedRange<UInt32>] = []
    private var properties: [(property: UnicodeProperty, isNegated: Bool)] = []
    private var isNegated = false
    /// The answers for ASCII, computed by ``frozen``.
    private var ascii: (UInt64, UInt64) = (0, 0)

    /// Makes an empty set.
    init() {}

    /// Makes a set of one code point.
    init(_ scalar: UInt32) { ranges = [scalar...scalar] }

    /// Makes a set of ranges in ascending order.
    init(_ ranges: [ClosedRange<UInt32>]) { self.ranges = ranges }

    /// Makes the set of code points with a property, or without it.
    init(_ property: UnicodeProperty, isNegated: Bool) { properties = [(property, isNegated)] }

    /// Adds a range.
    mutating func insert(_ range: ClosedRange<UInt32>) { ranges.append(range) }

    /// Adds all of another set, which must not be negated.
    mutating func formUnion(_ other: Self) {
        ranges += other.ranges
        properties += other.properties
    }

    /// The code points that are not in this set.
    var inverted: Self {
        var result = self
        result.isNegated.toggle()
        return result
    }

    /// The same set, sorted and with precomputed answers for ASCII; only such a set may be queried.
    var frozen: Self {
        var result = self
        result.ranges = Self.joined(ranges)
        for scalar in UInt32(0)..<128 where result.search(scalar) {
            if scalar < 64 { result.ascii.0 |= 1 << UInt64(scalar) } else { result.ascii.1 |= 1 << UInt64(scalar - 64) }
        }
        return result
    }

    /// Returns whether a code point is in the set.
    func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<64: ascii.0 >> UInt64(scalar.value) & 1 == 1
        case 64..<128: ascii.1 >> UInt64(scalar.value - 64) & 1 == 1
        default: search(scalar.value)
        }
    }

    private func search(_ scalar: UInt32) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
        }
        if low < ranges.count, ranges[low].contains(scalar) { return !isNegated }
        guard !properties.isEmpty, let scalar = Unicode.Scalar(scalar) else { return isNegated }
        return properties.contains { $0.property.holds(for: scalar) != $0.isNegated } != isNegated
    }

    private static func joined(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        var result: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, range.lowerBound <= last.upperBound {
                result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }
}

// MARK: - Named sets

extension CharacterClass {
    /// `.`: everything except line ends.
    static let anyExceptLineEnds = CharacterClass([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029]).inverted

    /// `\d`: the ASCII digits.
    static let digits = CharacterClass([0x30...0x39])

    /// `\w`: ASCII letters, digits and `_`.
    static let wordCharacters = CharacterClass([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])

    /// `\s`: the white space and line ends of ECMA-262.
    static let whiteSpace = CharacterClass([
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])

    /// `\D`, `\W` and `\S` as ranges, so that they can be combined with others in brackets.
    var complement: CharacterClass {
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        result.append(next...0x10FFFF)
        return CharacterClass(result)
    }
}
