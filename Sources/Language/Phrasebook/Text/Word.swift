/// A word in the form that patterns compare, with its bytes in two integers.
///
/// The words of a message are looked up in dozens of tables. To hash or compare a text that is not ASCII, Swift
/// normalizes it each time; these texts are normalized already, so comparing their bytes is enough. A literal is
/// converted to integers at compile time.
struct Word: Hashable, Sendable, ExpressibleByStringLiteral {
    /// A text that is too long for the two integers.
    private final class LongText: Sendable {
        let text: String

        init(_ text: String) { self.text = text }
    }

    /// The maximum number of bytes that the two integers hold.
    private static let limit = 15
    /// The stored count of a longer text.
    private static let longCount: UInt64 = 0xFF

    /// The first eight bytes, the first one lowest.
    private let low: UInt64
    /// The next seven bytes of a short text, or a hash of a long one; above them the number of bytes.
    private let high: UInt64
    private let long: LongText?

    init(_ text: String) {
        var text = text
        self = text.withUTF8 { bytes in
            bytes.baseAddress.map { Self($0, bytes.count) } ?? Self("")
        }
    }

    @inline(__always)
    init(stringLiteral text: StaticString) { self.init(text.utf8Start, text.utf8CodeUnitCount) }

    @inline(__always)
    private init(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
        guard count <= Self.limit else {
            self.init(long: UnsafeBufferPointer(start: bytes, count: count))
            return
        }
        var (low, high) = (UInt64(0), UInt64(0))
        for index in 0..<min(count, 8) { low |= UInt64(bytes[index]) &<< UInt64(8 &* index) }
        if count > 8 {
            for index in 8..<count { high |= UInt64(bytes[index]) &<< UInt64(8 &* (index &- 8)) }
        }
        self.init(low: low, high: high | UInt64(count) &<< 56, long: nil)
    }

    @inline(__always)
    private init(low: UInt64, high: UInt64, long: LongText?) {
        self.low = low
        self.high = high
        self.long = long
    }

    private init(long bytes: UnsafeBufferPointer<UInt8>) {
        var first: UInt64 = 0
        for index in 0..<8 { first |= UInt64(bytes[index]) << UInt64(8 * index) }
        // FNV-1a.
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        self.init(
            low: first,
            high: hash >> 8 | Self.longCount << 56,
            long: LongText(String(decoding: bytes, as: UTF8.self))
        )
    }

    /// Makes the word of some characters in lower case, if each is a single scalar whose case needs no table; `nil` for
    /// others, and for words that are too long for the two integers.
    init?(lowercasing scalars: ArraySlice<UInt32>) {
        var (low, high, count) = (UInt64(0), UInt64(0), UInt64(0))
        func add(_ byte: UInt32) {
            if count < 8 { low |= UInt64(byte) << (8 * count) } else { high |= UInt64(byte) << (8 * (count - 8)) }
            count += 1
        }
        for scalar in scalars {
            guard count + 3 <= Self.limit else { return nil }
            switch scalar {
            case 0x41...0x5A: add(scalar | 0x20)
            case 0x01...0x7F: add(scalar)
            case 0x3001...0x30FF, 0x4E00...0x9FFF:
                add(0xE0 | scalar >> 12)
                add(0x80 | scalar >> 6 & 0x3F)
                add(0x80 | scalar & 0x3F)
            default: return nil
            }
        }
        self.init(low: low, high: high | count << 56, long: nil)
    }

    /// Makes a word from a mark that starts no text, and a hiragana or katakana character after it.
    init(marked kana: Unicode.Scalar) {
        let value = UInt64(kana.value)
        let bytes = 0xE0 | value >> 12 | (0x80 | value >> 6 & 0x3F) << 8 | (0x80 | value & 0x3F) << 16
        self.init(low: 0x01 | bytes << 8, high: 4 << 56, long: nil)
    }

    /// Makes a word from UTF-8 bytes.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self = bytes.baseAddress.map { Self($0, bytes.count) } ?? Self("")
    }

    /// The text of the word.
    var text: String {
        if let long { return long.text }
        return withUnsafeBytes(of: (low.littleEndian, high.littleEndian)) { bytes in
            String(decoding: bytes.prefix(utf8Count), as: UTF8.self)
        }
    }

    /// The number of bytes.
    var utf8Count: Int { long?.text.utf8.count ?? Int(high >> 56) }

    /// The first scalar; `nil` for an empty word.
    var firstScalar: Unicode.Scalar? { high >> 56 == 0 ? nil : Unicode.Scalar(firstBytes.value) }

    /// The scalar, if the word has exactly one.
    var onlyScalar: Unicode.Scalar? {
        let (value, length) = firstBytes
        return high >> 56 == length ? Unicode.Scalar(value) : nil
    }

    /// The value of the first scalar, and the number of its bytes.
    private var firstBytes: (value: UInt32, length: Int) {
        let bytes = UInt32(truncatingIfNeeded: low)
        func continuation(_ index: UInt32) -> UInt32 { bytes >> (8 * index) & 0x3F }
        switch bytes & 0xFF {
        case ..<0x80: return (bytes & 0xFF, 1)
        case ..<0xE0: return ((bytes & 0x1F) << 6 | continuation(1), 2)
        case ..<0xF0: return ((bytes & 0x0F) << 12 | continuation(1) << 6 | continuation(2), 3)
        default:
            return ((bytes & 0x07) << 18 | continuation(1) << 12 | continuation(2) << 6 | continuation(3), 4)
        }
    }

    /// A hash for table lookups, equal for equal words.
    @inline(__always)
    var mixed: UInt64 {
        let sum = (low ^ high &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
        return sum ^ sum >> 32
    }

    @inline(__always)
    static func == (left: Self, right: Self) -> Bool {
        guard left.low == right.low, left.high == right.high else { return false }
        return left.long == nil || left.hasSameText(as: right)
    }

    private func hasSameText(as other: Self) -> Bool { long?.text == other.long?.text }

    func hash(into hasher: inout Hasher) {
        hasher.combine(low)
        hasher.combine(high)
    }
}

extension Word {
    /// The word with katakana as hiragana, marked so that it equals only folded words; other words are unchanged.
    ///
    /// Patterns compare words of several kana in this form because the same word may be written in either script.
    var kanaFolded: Word {
        guard let scalar = onlyScalar, scalar.isKana else { return self }
        let isKatakana = (0x30A1...0x30F6).contains(scalar.value)
        let folded = isKatakana ? UnicodeScalar(scalar.value - 0x60) ?? scalar : scalar
        return Word(marked: folded)
    }
}

extension Unicode.Scalar {
    /// Whether it is hiragana or katakana.
    var isKana: Bool { (0x3041...0x3096).contains(value) || (0x30A1...0x30FC).contains(value) }
}

extension Character {
    /// Whether it is hiragana or katakana.
    var isKana: Bool { unicodeScalars.first?.isKana ?? false }
}
