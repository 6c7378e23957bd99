/// Looks at a few scalars of a text in UTF-8 to show that it has no long run of non-starters.
///
/// Works on any bytes; those that are not UTF-8 count as starters.
enum UTF8Probe {
    /// The fewest scalars of nothing but non-starters that can need a joiner.
    ///
    /// A starter ends with at most three, and a scalar stands for at most two: 3 + 14 × 2 = 31.
    private static let fewestScalars = 14

    /// How many bytes so many scalars have at least; none is shorter than two bytes.
    private static let stride = 28

    /// The lowest byte that a non-starter can begin with: U+0300 is CC 80.
    private static let lowestLead: UInt8 = 0xCC

    /// False when the process inserts nothing into this text, if it begins it or follows a starter.
    static func mayNeedJoiner(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var offset = stride - 1
        while offset < bytes.count {
            // Every run of so many bytes lies over one of these.
            if bytes[offset] >= 0x80, isInLongRun(offset, of: bytes) { return true }
            offset += stride
        }
        return false
    }

    private static func isInLongRun(_ offset: Int, of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = scalarStart(before: offset + 1, in: bytes)
        var count = 0
        var index = start
        while index < bytes.count, count < fewestScalars, let length = nonStarterLength(at: index, in: bytes) {
            count += 1
            index += length
        }
        guard count > 0 else { return false }
        index = start
        while index > 0, count < fewestScalars {
            let before = scalarStart(before: index, in: bytes)
            guard nonStarterLength(at: before, in: bytes) != nil else { break }
            count += 1
            index = before
        }
        return count >= fewestScalars
    }

    /// How many non-starters a text ends with that needs no joiner; `nil` for an empty one.
    static func trailingNonStarters(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let last = bytes.last else { return nil }
        guard last >= 0x80 else { return 0 }
        var count = 0
        var end = bytes.count
        while end > 0 {
            let start = scalarStart(before: end, in: bytes)
            let found = NonStarters(of: scalar(at: start, in: bytes).scalar)
            count += found.trailing
            guard found.isWhole else { break }
            end = start
        }
        return count
    }

    /// How many bytes the scalar has that begins here, if it stands for nothing but non-starters.
    @inline(__always)
    private static func nonStarterLength(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard bytes[index] >= lowestLead else { return nil }
        let (scalar, length) = scalar(at: index, in: bytes)
        return NonStarters.whole(scalar) == nil ? nil : length
    }

    /// Where the scalar begins that ends before `end`.
    @inline(__always)
    private static func scalarStart(before end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var start = end - 1
        let lowest = max(0, end - 4)
        while start > lowest, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }

    /// The scalar that begins at a byte and how many bytes it has; U+FFFD of one byte where there is none.
    @inline(__always)
    static func scalar(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (scalar: Unicode.Scalar, length: Int) {
        let first = UInt32(bytes[index])
        let length = first < 0x80 ? 1 : first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF8 ? 4 : 0
        guard length > 0, index + length <= bytes.count else { return ("\u{FFFD}", 1) }
        if length == 1 { return (Unicode.Scalar(bytes[index]), 1) }
        var value = first & (0x7F >> UInt32(length))
        for offset in 1..<length {
            let byte = bytes[index + offset]
            guard byte & 0xC0 == 0x80 else { return ("\u{FFFD}", 1) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        guard let scalar = Unicode.Scalar(value) else { return ("\u{FFFD}", 1) }
        return (scalar, length)
    }
}
