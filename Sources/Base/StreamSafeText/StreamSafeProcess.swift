/// The Stream-Safe Text Process of UAX #15 (UAX15-D4), for text that arrives in pieces.
///
/// A text in the Stream-Safe Text Format has at most 30 non-starters in a row. The process converts any text to that
/// format by inserting U+034F COMBINING GRAPHEME JOINER, which is invisible, into longer runs. It removes nothing, and
/// ordinary writing has no such runs. Afterwards comparing, hashing and normalizing the text need linear time.
///
/// The result depends only on the text, not on how it is cut:
///
/// ```swift
/// var process = StreamSafeProcess()
/// for piece in pieces { text += process.next(piece) }
/// ```
public struct StreamSafeProcess: Sendable, Hashable {
    /// The maximum number of non-starters in a row.
    public static let longestRun = 30

    /// U+034F COMBINING GRAPHEME JOINER in UTF-8.
    public static let joiner: [UInt8] = [0xCD, 0x8F]

    /// The number of non-starters at the end of the text so far.
    private var count = 0

    /// Makes a process at the start of a text.
    public init() {}

    /// Whether the text so far ends without a non-starter, so that a piece of ASCII cannot change the result.
    public var isAtStarter: Bool { count == 0 }

    /// Records that ASCII follows, which needs no joiner.
    @inline(__always)
    public mutating func skipASCII() { count = 0 }

    /// Counts the next scalar.
    ///
    /// - Returns: Whether a joiner belongs before it.
    @inline(__always)
    public mutating func needsJoiner(before scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            count = 0
            return false
        }
        let found = NonStarters(of: scalar)
        let isNeeded = count + found.leading > Self.longestRun
        if isNeeded { count = 0 }
        count = found.isWhole ? count + found.leading : found.trailing
        return isNeeded
    }

    /// Counts the next piece of a text in UTF-8, cut between scalars.
    ///
    /// - Returns: The offsets in the piece where a joiner belongs, in order; empty for nearly every text.
    public mutating func joiners(in bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
        if count == 0 || bytes.first.map({ $0 < 0xCC }) == true, !UTF8Probe.mayNeedJoiner(bytes) {
            count = UTF8Probe.trailingNonStarters(of: bytes) ?? count
            return []
        }
        var offsets: [Int] = []
        var index = 0
        while index < bytes.count {
            let (scalar, length) = UTF8Probe.scalar(at: index, in: bytes)
            if needsJoiner(before: scalar) { offsets.append(index) }
            index += length
        }
        return offsets
    }

    /// Returns the next piece of a text with the joiners it needs.
    public mutating func next(_ piece: String) -> String {
        var piece = piece
        let result = piece.withUTF8 { bytes -> String? in
            let offsets = joiners(in: bytes)
            return offsets.isEmpty ? nil : String(decoding: Self.joined(bytes, at: offsets), as: UTF8.self)
        }
        return result ?? piece
    }

    /// Returns the bytes with a joiner before each of the offsets.
    static func joined(_ bytes: UnsafeBufferPointer<UInt8>, at offsets: [Int]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + offsets.count * joiner.count)
        var start = 0
        for offset in offsets {
            result.append(contentsOf: bytes[start..<offset])
            result.append(contentsOf: joiner)
            start = offset
        }
        result.append(contentsOf: bytes[start...])
        return result
    }
}
