/// Looks at a few scalars of a UTF-8 text to prove that it has no long run of non-starters.
///
/// It works on any bytes; those that are not UTF-8 count as starters.
enum UTF8Probe {
    /// The smallest number of consecutive scalars, all of them non-starters, that can need a joiner.
    ///
    /// A starter ends with at most three non-starters, and a scalar decomposes to at most two: 3 + 14 × 2 = 31.
    private static let fewestScalars = 14

    /// The minimum size of that many scalars in bytes; none is shorter than two bytes.
    private static let stride = 28

    /// The lowest first byte of a non-starter: U+0300 is CC 80.
    private static let lowestLead: UInt8 = 0xCC

    /// Returns false only if the process inserts nothing into this text, provided that it is the start of a text or
    /// follows a starter.
    static func mayNeedJoiner(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var offset = stride - 1
        while offset < bytes.count {
            // Every run of that many bytes includes one of these offsets.
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

    /// Returns the number of non-starters at the end of a text that needs no joiner; `nil` for an empty one.
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

    /// Returns the length in bytes of the scalar at `index` if it decomposes to non-starters only.
    @inline(__always)
    private static func nonStarterLength(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard bytes[index] >= lowestLead else { return nil }
        let (scalar, length) = scalar(at: index, in: bytes)
        return NonStarters.whole(scalar) == nil ? nil : length
    }

    /// Returns the index of the first byte of the scalar that ends before `end`.
    @inline(__always)
    private static func scalarStart(before end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var start = end - 1
        let lowest = max(0, end - 4)
        while start > lowest, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }

    /// Returns the scalar at a byte and its length in bytes; U+FFFD of one byte if the bytes are not valid.
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
