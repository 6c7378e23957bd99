import Foundation
import HTMLText
import StreamSafeText

/// A line of a vCard or of an iCalendar object: a name, parameters and a value (RFC 6350 §3.3, RFC 5545 §3.1).
struct ContentLine: Equatable {
    /// The name in upper case, without a group prefix such as `item1.`.
    let name: String
    /// The parameters in order, with names in upper case and without quotation marks.
    let parameters: [(name: String, value: String)]
    /// The value as written, with its escapes.
    let value: String

    /// Returns the first value of a parameter.
    func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.value == right.value
            && left.parameters.elementsEqual(right.parameters) { $0 == $1 }
    }
}

extension ContentLine {
    /// Splits the bytes of a text into lines and joins folded ones; lines that do not fit the grammar are left out.
    ///
    /// - Parameter isWanted: Whether lines with a name are needed. Other lines, such as photos, are skipped unparsed.
    static func lines(in text: [UInt8], where isWanted: (String) -> Bool = { _ in true }) -> [ContentLine] {
        // The lines are unfolded as bytes, because a line may be folded within a character.
        var lines: [ContentLine] = []
        var line: [UInt8] = []
        var rest = text[...]
        var isQuotedPrintable: Bool?
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        func finish() {
            if let read = ContentLine(line, where: isWanted) { lines.append(read) }
            line.removeAll(keepingCapacity: true)
            isQuotedPrintable = nil
        }
        while !rest.isEmpty {
            let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
            line += rest[rest.startIndex..<end]
            rest = rest[end...]
            if rest.first == 0x0D { rest = rest.dropFirst() }
            if rest.first == 0x0A { rest = rest.dropFirst() }
            // vCard 2.1 continues after an equals sign at the end of a line, with whatever the next line has.
            if line.last == UInt8(ascii: "=") {
                let isSoft = isQuotedPrintable ?? Self.isQuotedPrintable(line)
                isQuotedPrintable = isSoft
                if isSoft {
                    line.removeLast()
                    if isFoldWithinCharacter(rest) { rest = rest.dropFirst() }
                    if rest.isEmpty { finish() }
                    continue
                }
            }
            if let next = rest.first, next == 0x20 || next == 0x09 {
                rest = rest.dropFirst()
                if rest.isEmpty { finish() }
            } else {
                finish()
            }
        }
        return lines
    }

    /// The length limit of the parameters in which an encoding or the moment behind a zone's name is looked for, in bytes.
    private static let longestHead = 1000

    private static func isQuotedPrintable(_ line: [UInt8]) -> Bool {
        let head = line.prefix(longestHead).prefix { $0 != UInt8(ascii: ":") }
        return String(decoding: head, as: UTF8.self).uppercased().contains("QUOTED-PRINTABLE")
    }

    /// Reads an unfolded line; `nil` for one without a name or a colon, or with an unwanted name.
    private init?(_ line: [UInt8], where isWanted: (String) -> Bool) {
        let end = line.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }
        guard let end, end > 0 else { return nil }
        let written = String(streamSafe: line[..<end]).uppercased()
        name = written.lastIndex(of: ".").map { String(written[$0...].dropFirst()) } ?? written
        guard !name.isEmpty, isWanted(name) else { return nil }
        // Within quotation marks a colon or a semicolon is part of the text, unless nothing closes them.
        guard var (starts, colon) = Self.head(of: line, from: end) ?? Self.head(of: line, from: end, quotes: false)
        else { return nil }
        if Self.momentProperties.contains(name), !starts.isEmpty {
            colon = Self.colon(beforeMomentOf: line, from: colon)
            starts.removeAll { $0 > colon }
        }
        let ends = starts.dropFirst().map { $0 - 1 } + [colon]
        parameters = zip(starts, ends).map { start, end in
            let text = String(streamSafe: line[start..<end])
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (parts[0].uppercased(), parts.count > 1 ? Self.parameterText(parts[1]) : "")
        }
        let bytes = line[(colon + 1)...]
        value = String(
            streamSafe: Self.charset(of: bytes, in: parameters).map { $0.utf8(of: Array(bytes)) } ?? Array(bytes)
        )
    }

    /// Returns the encoding that a line names for bytes that are no UTF-8, as vCard 2.1 permits it; `nil` for UTF-8.
    private static func charset(
        of value: ArraySlice<UInt8>,
        in parameters: [(name: String, value: String)]
    ) -> TextEncoding? {
        guard String(validating: value, as: UTF8.self) == nil else { return nil }
        return parameters.first { $0.name == "CHARSET" }.flatMap { TextEncoding(label: $0.value) }
    }

    /// Whether bytes are a space and an encoded byte within a character: a line that is folded behind a soft break.
    private static func isFoldWithinCharacter(_ bytes: ArraySlice<UInt8>) -> Bool {
        let start = Array(bytes.prefix(4))
        guard start.count == 4, start[0] == 0x20 || start[0] == 0x09, start[1] == UInt8(ascii: "=") else {
            return false
        }
        return (UInt8(String(decoding: start[2...], as: UTF8.self), radix: 16)).map { (0x80...0xBF).contains($0) }
            ?? false
    }

    /// Returns the starts of a line's parameters and the place of the colon behind them; `nil` if there is no colon.
    private static func head(of line: [UInt8], from end: Int, quotes: Bool = true) -> (starts: [Int], colon: Int)? {
        var starts: [Int] = []
        var isQuoted = false
        for index in end..<line.endIndex {
            switch line[index] {
            case UInt8(ascii: "\"") where quotes: isQuoted.toggle()
            case UInt8(ascii: ";") where !isQuoted: starts.append(index + 1)
            case UInt8(ascii: ":") where !isQuoted: return (starts, index)
            default: break
            }
        }
        return nil
    }

    /// The properties whose values are moments, which no text precedes.
    private static let momentProperties: Set<String> = ["DTSTART", "DTEND", "RDATE", "EXDATE", "RECURRENCE-ID"]

    /// Returns the first colon with a moment behind it, because a zone's name without quotation marks may have colons: `GMT+05:30`.
    private static func colon(beforeMomentOf line: [UInt8], from first: Int) -> Int {
        let ends = [UInt8(ascii: ","), UInt8(ascii: "/")]
        let colons = (first..<min(line.endIndex, first + longestHead)).lazy.filter { line[$0] == UInt8(ascii: ":") }
        return colons.first { CalendarMoment(line[($0 + 1)...].prefix { !ends.contains($0) }, zone: nil) != nil }
            ?? first
    }

    /// Returns a parameter's text without quotation marks and with the escapes of RFC 6868 resolved.
    private static func parameterText(_ text: Substring) -> String {
        var result = ""
        var characters = text.makeIterator()
        while let character = characters.next() {
            guard character == "^" else {
                if character != "\"" { result.append(character) }
                continue
            }
            switch characters.next() {
            case "n": result.append("\n")
            case "'": result.append("\"")
            case "^": result.append("^")
            case let other: result += "^" + (other.map(String.init) ?? "")
            }
        }
        return result
    }
}

extension ContentLine {
    /// The value as text with its encoding and its escapes resolved.
    var text: String { Self.unescaped(decoded(value[...])[...]) }

    /// The parts of a structured value, such as a name, as ``text``.
    var components: [String] { Self.split(value, at: ";").map { Self.unescaped(decoded($0)[...]) } }

    /// Returns a part of the value in plain text: vCard 2.1 and vCalendar 1.0 encode texts by bytes (RFC 2045 §6.7, §6.8).
    private func decoded(_ text: Substring) -> String {
        let encoding = (parameter("ENCODING") ?? parameters.first { $0.value.isEmpty }?.name ?? "").uppercased()
        let bytes: [UInt8]
        switch encoding {
        case "QUOTED-PRINTABLE", "Q": bytes = Self.quotedPrintable(Array(text.utf8))
        case "BASE64", "B":
            guard let data = Data(base64Encoded: String(text), options: .ignoreUnknownCharacters) else {
                return String(text)
            }
            bytes = Array(data)
        default: return String(text)
        }
        let charset = parameter("CHARSET").flatMap { TextEncoding(label: $0) } ?? .utf8
        return String(streamSafe: charset.utf8(of: bytes))
    }

    /// Returns the bytes that a text in quoted-printable represents; an equals sign without two hexadecimal digits represents itself.
    private static func quotedPrintable(_ text: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "="), index + 2 < text.count,
                let high = Character(UnicodeScalar(text[index + 1])).hexDigitValue,
                let low = Character(UnicodeScalar(text[index + 2])).hexDigitValue
            {
                bytes.append(UInt8(high * 16 + low))
                index += 3
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        return bytes
    }

    /// Splits a text at each separator that is not escaped.
    private static func split(_ text: String, at separator: Character) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        var isEscaped = false
        for index in text.indices {
            if isEscaped {
                isEscaped = false
            } else if text[index] == "\\" {
                isEscaped = true
            } else if text[index] == separator {
                parts.append(text[start..<index])
                start = text.index(after: index)
            }
        }
        return parts + [text[start...]]
    }

    private static func unescaped(_ text: Substring) -> String {
        var result = ""
        var isEscaped = false
        for character in text {
            if isEscaped {
                result.append(character == "n" || character == "N" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                result.append(character)
            }
        }
        return result
    }
}
