/// The signs of YAML whose parsing has no bound in the library, hidden from it.
///
/// The library hashes all of every name. An alias, a list or a mapping in a name can make that exponential, so the signs that lead to
/// them are replaced by characters that no text has, wherever they are: ``shown(_:)`` puts them back into texts, and the reader decides
/// about the others. No guess whether a sign is in quotation marks is needed.
enum YAMLSigns {
    /// Replaces the `*` of an alias.
    static let alias: Unicode.Scalar = "\u{1FFFE}"
    /// Replaces a `?` before a name that is not one text on its line.
    static let name: Unicode.Scalar = "\u{1FFFF}"
    /// Replaces the `:` after a list or a mapping, which would be a name.
    static let colon: Unicode.Scalar = "\u{2FFFE}"

    /// The most bytes of a `?` with its name.
    private static let longestName = 16_384

    /// Returns the text with the signs replaced.
    ///
    /// - Throws: ``YAMLFault`` for a directive such as `%TAG`, of which the library compares each with all others, and for a text that has
    ///   the characters that replace signs.
    static func hidden(_ bytes: [UInt8]) throws(YAMLFault) -> [UInt8] {
        let anchors = anchors(in: bytes)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 64)
        var place = YAMLPlace()
        for index in bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3..<bytes.count : bytes.indices {
            let byte = bytes[index]
            var sign: Unicode.Scalar?
            switch byte {
            case UInt8(ascii: "*"):
                if anchors.contains(bytes[index + 1..<nameEnd(in: bytes, from: index + 1)]) { sign = alias }
            case UInt8(ascii: "?"):
                if place.opensNode, !isPlainName(bytes, index, after: place.last) { sign = name }
            case UInt8(ascii: ":"):
                if place.endsCollectionAsName() { sign = colon }
            case UInt8(ascii: "%"):
                if place.isLineStart, !bytes[index...].starts(with: "%YAML".utf8) {
                    throw YAMLFault(
                        "directives such as %TAG are not supported; remove the line",
                        line: place.line,
                        column: 1
                    )
                }
            case 0xF0:
                if [alias, name, colon].contains(where: { bytes[index...].starts(with: String($0).utf8) }) {
                    throw YAMLFault("the line has a character that is none; remove it", line: place.line, column: 1)
                }
            default: break
            }
            if let sign { result.append(contentsOf: String(sign).utf8) } else { result.append(byte) }
            place.pass(byte, endsLine: endsLine(bytes, index))
        }
        return result
    }

    /// The message about a name that is hidden.
    static let namesAreTexts = "a name must be a text, and after '? ' one text on its line, of at most 16,000 bytes"

    /// Whether a line has a name that is hidden.
    static func hidesName(in line: Substring) -> Bool {
        line.unicodeScalars.contains { $0 == name || $0 == colon }
    }

    /// Returns a text as the file has it.
    static func shown(_ text: String) -> String {
        guard text.utf8.contains(0xBF), text.unicodeScalars.contains(where: { character($0) != nil }) else {
            return text
        }
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { shown.append(character(scalar) ?? scalar) }
        return String(shown)
    }

    private static func character(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case alias: "*"
        case name: "?"
        case colon: ":"
        default: nil
        }
    }

    private static func anchors(in bytes: [UInt8]) -> Set<ArraySlice<UInt8>> {
        var names: Set<ArraySlice<UInt8>> = []
        var index = 0
        while let mark = bytes[index...].firstIndex(of: UInt8(ascii: "&")) {
            let end = nameEnd(in: bytes, from: mark + 1)
            if end > mark + 1 { names.insert(bytes[mark + 1..<end]) }
            index = end
        }
        return names
    }

    private static func nameEnd(in bytes: [UInt8], from start: Int) -> Int {
        var end = start
        while end < bytes.count {
            switch bytes[end] {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): end += 1
            default: return end
            }
        }
        return end
    }

    /// Whether a `?` is followed by one text that ends with its line, the only form that a file needs.
    private static func isPlainName(_ bytes: [UInt8], _ index: Int, after last: UInt8) -> Bool {
        guard last == UInt8(ascii: "\n") || last == UInt8(ascii: "-"), index + 1 < bytes.count,
            bytes[index + 1] == 0x20
        else { return false }
        var rest = bytes[(index + 1)...].prefix(longestName).drop { $0 == 0x20 }
        guard let quote = rest.first else { return false }
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            rest.removeFirst()
            var isEscaped = false
            // An earlier end of the name leaves something behind it, so the scans of all names together are linear.
            while let byte = rest.first, byte != quote || isEscaped, !endsLine(bytes, rest.startIndex) {
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")
                rest.removeFirst()
            }
            guard rest.popFirst() == quote else { return false }
        } else {
            guard isWordByte(quote), quote != UInt8(ascii: "-") else { return false }
            while let byte = rest.first, isWordByte(byte) || byte == 0x20, !endsLine(bytes, rest.startIndex) {
                rest.removeFirst()
            }
        }
        rest = rest.drop { $0 == 0x20 }
        return rest.first != nil && endsLine(bytes, rest.startIndex)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
        default: "_-./$".utf8.contains(byte)
        }
    }

    /// Whether a line ends with the byte: YAML has five ways.
    private static func endsLine(_ bytes: [UInt8], _ index: Int) -> Bool {
        switch bytes[index] {
        case 0x0A, 0x0D: true
        case 0x85: index >= 1 && bytes[index - 1] == 0xC2
        case 0xA8, 0xA9: index >= 2 && bytes[index - 1] == 0x80 && bytes[index - 2] == 0xE2
        default: false
        }
    }
}

/// The known facts about a place in the bytes, without a knowledge of quotation marks.
private struct YAMLPlace {
    private(set) var line = 1
    /// The last byte that is no blank; the start and the end of a line count as a line feed.
    private(set) var last = UInt8(ascii: "\n")
    private(set) var isLineStart = true
    private var isAfterBlank = true
    /// The byte before ``last``.
    private var beforeLast = UInt8(ascii: "\n")
    /// Whether the last word has the sign of an anchor or a tag.
    private var hasMark = false
    /// Whether a list or a mapping certainly, or possibly, starts in this line; a name is in one line.
    private var collections = (certain: false, possible: false)
    /// The names after possible collections that are still left alone, such as the path `/maps/{x},{y}`.
    private var doubts = 1_000

    /// Whether a value or a name can start here.
    var opensNode: Bool { "\n-?:[{,".utf8.contains(last) }

    /// Whether a `:` here can make a list or a mapping a name.
    mutating func endsCollectionAsName() -> Bool {
        guard last == UInt8(ascii: "]") || last == UInt8(ascii: "}") else { return false }
        guard !collections.certain else { return true }
        guard collections.possible else { return false }
        doubts -= 1
        return doubts < 0
    }

    mutating func pass(_ byte: UInt8, endsLine: Bool) {
        isLineStart = endsLine
        if endsLine {
            if byte == UInt8(ascii: "\n") { line += 1 }
            (last, beforeLast, isAfterBlank, hasMark) = (UInt8(ascii: "\n"), UInt8(ascii: "\n"), true, false)
            collections = (false, false)
            return
        }
        guard byte != 0x20, byte != 0x09 else {
            isAfterBlank = true
            return
        }
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { begin() }
        if isAfterBlank { hasMark = false }
        if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") { hasMark = true }
        isAfterBlank = false
        (beforeLast, last) = (last, byte)
    }

    private mutating func begin() {
        switch last {
        case _ where isAfterBlank: if opensNode || hasMark { collections.certain = true }
        // After a name in quotation marks no blank is needed.
        case UInt8(ascii: ":"): if "\"'".utf8.contains(beforeLast) { collections.certain = true }
        case UInt8(ascii: ","): collections.possible = true
        default: break
        }
    }
}
