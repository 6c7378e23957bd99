extension Substring {
    /// Returns the first occurrence of another text, compared byte by byte.
    func firstPlace(of text: String) -> Range<Index>? {
        place(of: text) { bytes, sought in
            for offset in 0...bytes.count - sought.count where Self.isAt(offset, bytes, sought) { return offset }
            return nil
        }
    }

    /// Returns the last occurrence of another text, compared byte by byte.
    func lastPlace(of text: String) -> Range<Index>? {
        place(of: text) { bytes, sought in
            var offset = bytes.count - sought.count
            while offset >= 0, !Self.isAt(offset, bytes, sought) { offset -= 1 }
            return offset < 0 ? nil : offset
        }
    }

    /// Returns the rest after a prefix, compared byte by byte; `nil` if the text does not start with it.
    func rest(after prefix: String) -> Substring? {
        var (own, prefix) = (self, prefix)
        let isPrefix = prefix.withUTF8 { sought in
            own.withUTF8 { bytes in bytes.count >= sought.count && Self.isAt(0, bytes, sought) }
        }
        return isPrefix ? self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...] : nil
    }

    /// The ASCII digits at the start.
    var leadingDigits: Substring {
        self[..<(utf8.firstIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? endIndex)]
    }

    private func place(
        of text: String,
        _ search: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int?
    ) -> Range<Index>? {
        var (own, text) = (self, text)
        let offset = text.withUTF8 { sought in
            own.withUTF8 { bytes in bytes.count < sought.count ? nil : search(bytes, sought) }
        }
        guard let offset else { return nil }
        let start = utf8.index(utf8.startIndex, offsetBy: offset)
        return start..<utf8.index(start, offsetBy: text.utf8.count)
    }

    @inline(__always)
    private static func isAt(
        _ offset: Int,
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ sought: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        for index in 0..<sought.count where bytes[offset + index] != sought[index] { return false }
        return true
    }
}
