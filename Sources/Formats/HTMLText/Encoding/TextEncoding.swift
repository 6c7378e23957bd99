import CHTMLText

/// A character encoding of texts from the web.
public struct TextEncoding: Sendable, Hashable {
    /// The C library's name for it.
    let name: String

    /// UTF-8.
    public static let utf8 = TextEncoding(name: "UTF-8")
    /// Western European; also the web's meaning of Latin-1 and ASCII.
    public static let windows1252 = TextEncoding(name: "CP1252")
    /// Shift_JIS with Windows' characters.
    public static let shiftJIS = TextEncoding(name: "CP932")
    /// EUC-JP with Windows' characters.
    public static let eucJP = TextEncoding(name: "EUC-JP-MS")

    /// Returns the bytes as UTF-8; bytes that are invalid in the encoding become U+FFFD.
    public func utf8(of bytes: [UInt8]) -> [UInt8] { converted(bytes).utf8 }

    /// Returns the bytes as text; bytes that are invalid in the encoding become U+FFFD.
    public func text(of bytes: [UInt8]) -> String { String(decoding: utf8(of: bytes), as: UTF8.self) }

    /// Returns the bytes as UTF-8, and the number of invalid ones.
    func converted(_ bytes: [UInt8]) -> (utf8: [UInt8], faults: Int) {
        let bytes = withoutMark(bytes)
        if self == .utf8 {
            let repaired = Array(String(decoding: bytes, as: UTF8.self).utf8)
            return (repaired, repaired.count == bytes.count && repaired.elementsEqual(bytes) ? 0 : 1)
        }
        return Converter(from: name)?.convert(bytes) ?? TextEncoding.windows1252.converted(Array(bytes))
    }

    private func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        Self.mark(of: bytes).map { bytes.dropFirst($0.length) } ?? bytes[...]
    }
}

/// One conversion by the C library's `iconv`.
private struct Converter: ~Copyable {
    private let descriptor: iconv_t

    /// Fails if the C library does not know the encoding.
    init?(from name: String) {
        guard let descriptor = iconv_open("UTF-8", name), Int(bitPattern: descriptor) != -1 else { return nil }
        self.descriptor = descriptor
    }

    deinit { iconv_close(descriptor) }

    borrowing func convert(_ bytes: ArraySlice<UInt8>) -> (utf8: [UInt8], faults: Int) {
        var input = Array(bytes)
        var output: [UInt8] = []
        output.reserveCapacity(input.count * 2)
        var faults = 0
        var buffer = [CChar](repeating: 0, count: 64 * 1024)
        input.withUnsafeMutableBytes { raw in
            var start = raw.bindMemory(to: CChar.self).baseAddress
            var left = raw.count
            while left > 0 {
                let (written, isStuck) = buffer.withUnsafeMutableBufferPointer { space in
                    var end = space.baseAddress
                    var room = space.count
                    let status = iconv(descriptor, &start, &left, &end, &room)
                    // `iconv` also stops when the output buffer is full, with less space left than one character may
                    // need.
                    return (space.count - room, status == -1 && room > 16)
                }
                output += buffer[..<written].lazy.map { UInt8(bitPattern: $0) }
                guard isStuck, left > 0 else { continue }
                faults += 1
                output += [0xEF, 0xBF, 0xBD]
                start = start?.advanced(by: 1)
                left -= 1
            }
        }
        return (output, faults)
    }
}
