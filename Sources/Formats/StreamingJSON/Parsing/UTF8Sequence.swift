/// The bytes of one character beyond ASCII as they arrive (RFC 3629 §4).
struct UTF8Sequence: Sendable {
    /// The bytes so far, the first in the lowest place.
    private var bytes: UInt32 = 0
    /// The number of bytes so far; 0 between characters.
    private(set) var count = 0
    private var length = 0
    /// The range of valid next bytes.
    private var next: ClosedRange<UInt8> = 0x80...0xBF

    /// Reads one byte; returns `false` if it is invalid here.
    mutating func accept(_ byte: UInt8) -> Bool {
        if count == 0 {
            switch byte {
            case 0xC2...0xDF: length = 2
            case 0xE0...0xEF: length = 3
            case 0xF0...0xF4: length = 4
            default: return false
            }
            next =
                switch byte {
                // Overlong forms, surrogates, and values beyond U+10FFFF are not characters.
                case 0xE0: 0xA0...0xBF
                case 0xED: 0x80...0x9F
                case 0xF0: 0x90...0xBF
                case 0xF4: 0x80...0x8F
                default: 0x80...0xBF
                }
            bytes = UInt32(byte)
        } else {
            guard next.contains(byte) else { return false }
            next = 0x80...0xBF
            bytes |= UInt32(byte) << UInt32(8 * count)
        }
        count += 1
        return true
    }

    /// Returns the bytes of a whole character and resets the sequence; `nil` while bytes are missing.
    mutating func finish() -> (bytes: UInt32, count: Int)? {
        guard count > 0, count == length else { return nil }
        defer { count = 0 }
        return (bytes, count)
    }

    /// Returns the offset of the first bytes that are not UTF-8; `nil` if all are.
    ///
    /// - Parameter mayBeCut: Whether bytes of the last character may be missing.
    static func firstFault(in bytes: UnsafeBufferPointer<UInt8>, mayBeCut: Bool = false) -> Int? {
        var sequence = UTF8Sequence()
        for (index, byte) in bytes.enumerated() {
            if sequence.count == 0, byte < 0x80 { continue }
            let start = index - sequence.count
            guard sequence.accept(byte) else { return start }
            _ = sequence.finish()
        }
        return sequence.count > 0 && !mayBeCut ? bytes.count - sequence.count : nil
    }
}
