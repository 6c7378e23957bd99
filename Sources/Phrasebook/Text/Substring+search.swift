extension Substring {
    /// The first place of another text, byte by byte.
    func firstPlace(of text: String) -> Range<Index>? {
        place(of: text) { bytes, sought in
            (0...bytes.count - sought.count).first { Self.isAt($0, bytes, sought) }
        }
    }

    /// The last place of another text, byte by byte.
    func lastPlace(of text: String) -> Range<Index>? {
        place(of: text) { bytes, sought in
            (0...bytes.count - sought.count).last { Self.isAt($0, bytes, sought) }
        }
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

    private static func isAt(
        _ offset: Int,
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ sought: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        sought.indices.allSatisfy { bytes[offset + $0] == sought[$0] }
    }
}
