/// A small gzip body that decompresses to a large one: some text, then one letter many times.
struct CompressedRun {
    private var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    private var buffer: UInt32 = 0
    private var count = 0

    /// Makes the body without a checksum, because no test reads to the end.
    static func gzip(_ beginning: String, letter: Character, count: Int) -> [UInt8] {
        var run = CompressedRun()
        // One final block with the fixed codes of RFC 1951.
        run.write(1, bits: 1)
        run.write(1, bits: 2)
        for byte in beginning.utf8 + [letter.asciiValue ?? 0x41] { run.writeCode(0x30 + UInt32(byte), bits: 8) }
        for _ in 0..<(count / 258) {
            // 258 bytes, copied from a distance of one.
            run.writeCode(0xC5, bits: 8)
            run.writeCode(0, bits: 5)
        }
        run.writeCode(0, bits: 7)
        run.write(0, bits: 7)
        return run.bytes
    }

    /// Writes a code with its highest bit first.
    private mutating func writeCode(_ code: UInt32, bits: Int) {
        for bit in stride(from: bits - 1, through: 0, by: -1) { write(code >> UInt32(bit) & 1, bits: 1) }
    }

    private mutating func write(_ value: UInt32, bits: Int) {
        buffer |= value << UInt32(count)
        count += bits
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: buffer))
            buffer >>= 8
            count -= 8
        }
    }
}
