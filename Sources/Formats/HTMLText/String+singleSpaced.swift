extension String {
    /// The text on one line, with white space collapsed to single spaces and none at the ends.
    var singleSpaced: String {
        var text = self
        return text.withUTF8 { bytes in
            String(unsafeUninitializedCapacity: bytes.count) { line in
                var count = 0
                Self.forEachWord(in: bytes) { word in
                    if count > 0 {
                        line.initializeElement(at: count, to: 0x20)
                        count += 1
                    }
                    count = line[count...].initialize(fromContentsOf: word)
                }
                return count
            }
        }
    }

    /// The number of bytes in ``singleSpaced``.
    var singleSpacedLength: Int {
        var text = self
        return text.withUTF8 { bytes in
            var count = -1
            Self.forEachWord(in: bytes) { count += $0.count + 1 }
            return Swift.max(count, 0)
        }
    }

    /// Calls `body` with every part between white space.
    ///
    /// It works on bytes because finding the characters of a text is many times slower.
    private static func forEachWord(
        in bytes: UnsafeBufferPointer<UInt8>,
        _ body: (Slice<UnsafeBufferPointer<UInt8>>) -> Void
    ) {
        var start = 0
        var index = 0
        while index < bytes.count {
            let length = whiteSpaceLength(at: index, in: bytes)
            if length > 0 {
                if start < index { body(bytes[start..<index]) }
                start = index + length
            }
            index += Swift.max(length, 1)
        }
        if start < index { body(bytes[start..<index]) }
    }

    /// Returns the length in bytes of the scalar at an index if it has Unicode's property `White_Space`, else 0.
    @inline(__always)
    private static func whiteSpaceLength(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        switch bytes[index] {
        case 0x20, 0x09...0x0D: return 1
        case 0xC2:
            // U+0085 and U+00A0.
            return bytes[index + 1] == 0x85 || bytes[index + 1] == 0xA0 ? 2 : 0
        case 0xE1:
            return bytes[index + 1] == 0x9A && bytes[index + 2] == 0x80 ? 3 : 0
        case 0xE2:
            // U+2000 to U+200A, U+2028, U+2029, U+202F and U+205F.
            return switch (bytes[index + 1], bytes[index + 2]) {
            case (0x80, 0x80...0x8A), (0x80, 0xA8), (0x80, 0xA9), (0x80, 0xAF), (0x81, 0x9F): 3
            default: 0
            }
        case 0xE3:
            return bytes[index + 1] == 0x80 && bytes[index + 2] == 0x80 ? 3 : 0
        default: return 0
        }
    }
}
