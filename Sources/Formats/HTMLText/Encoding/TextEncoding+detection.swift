extension TextEncoding {
    /// The number of bytes at a page's start in which its own declaration of the encoding is searched.
    private static let metaReach = 4096

    /// Detects the encoding of a text by its byte order mark, by its declaration, or by the encodings in which its
    /// bytes are valid.
    ///
    /// A declaration that the bytes contradict is overruled: a text that is valid UTF-8 beyond ASCII is UTF-8, and one
    /// that is declared as UTF-8 but is not valid may be Japanese in an older encoding.
    ///
    /// - Parameters:
    ///   - declared: The `charset` of the `Content-Type`, if it has one.
    ///   - readsMeta: Whether the text may declare its encoding in a `meta` element.
    public static func detected(in bytes: [UInt8], declared: String?, readsMeta: Bool) -> TextEncoding {
        if let mark = mark(of: bytes) { return mark.encoding }
        let label = declared.flatMap { TextEncoding(label: $0) } ?? (readsMeta ? meta(in: bytes) : nil)
        // Encodings of two bytes, or of seven bits, look like ASCII, so their declaration is believed.
        if let label, label.name.hasPrefix("UTF-16") || label.name == "ISO-2022-JP" { return label }
        if isASCII(bytes) { return label ?? .utf8 }
        if isValidUTF8(bytes) { return .utf8 }
        if let label, label != .utf8 { return label }
        return japanese(bytes) ?? (label == .utf8 ? .utf8 : .windows1252)
    }

    /// Returns the encoding that a byte order mark at the start means, and the mark's length.
    static func mark(of bytes: [UInt8]) -> (encoding: TextEncoding, length: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (TextEncoding(name: "UTF-16LE"), 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (TextEncoding(name: "UTF-16BE"), 2) }
        return nil
    }

    /// Returns the encoding that `<meta charset=…>`, `<meta … content="…charset=…">` or an XML declaration names.
    private static func meta(in bytes: [UInt8]) -> TextEncoding? {
        let head = String(decoding: bytes.prefix(metaReach).map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
            .lowercased()
        var rest = head[...]
        if rest.hasPrefix("<?xml"), let end = rest.firstRange(of: "?>"),
            let declaration = rest[..<end.lowerBound].firstRange(of: "encoding=")
        {
            return label(in: rest[declaration.upperBound..<end.lowerBound])
        }
        while let start = rest.firstRange(of: "<meta") {
            let end = rest[start.upperBound...].firstIndex(of: ">") ?? rest.endIndex
            let tag = rest[start.upperBound..<end]
            if let found = tag.firstRange(of: "charset"),
                let label = label(in: tag[found.upperBound...].drop { $0 == " " || $0 == "=" })
            {
                // A page that can declare this in ASCII is not in UTF-16.
                return label.name.hasPrefix("UTF-16") ? .utf8 : label
            }
            rest = rest[end...].dropFirst()
        }
        return nil
    }

    private static func label(in text: Substring) -> TextEncoding? {
        TextEncoding(label: text.drop { $0 == "\"" || $0 == "'" || $0 == " " }.prefix { !"\"' ;/>".contains($0) })
    }

    private static func isASCII(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 < 0x80 } }

    /// Returns whether the bytes are UTF-8; the last character may be cut off.
    private static func isValidUTF8(_ bytes: [UInt8]) -> Bool {
        let tail = bytes.suffix(3)
        let lead = tail.lastIndex { $0 >= 0xC0 }
        let length = lead.map { bytes[$0] >= 0xF0 ? 4 : bytes[$0] >= 0xE0 ? 3 : 2 }
        let end = if let lead, let length, lead + length > bytes.count { lead } else { bytes.count }
        return String(validating: bytes[..<end], as: UTF8.self) != nil
    }

    /// Returns EUC-JP or Shift_JIS if the bytes are valid in it and contain kana.
    private static func japanese(_ bytes: [UInt8]) -> TextEncoding? {
        let sample = Array(bytes.prefix(64 * 1024))
        return [eucJP, shiftJIS].first { encoding in
            let (utf8, faults) = encoding.converted(sample)
            guard faults <= 1 else { return false }
            return String(decoding: utf8, as: UTF8.self).unicodeScalars.contains {
                (0x3041...0x30FE).contains($0.value)
            }
        }
    }
}
