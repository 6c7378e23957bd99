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
        func finish() {
            if let read = ContentLine(line, where: isWanted) { lines.append(read) }
            line.removeAll(keepingCapacity: true)
        }
        while !rest.isEmpty {
            let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
            line += rest[rest.startIndex..<end]
            rest = rest[end...]
            if rest.first == 0x0D { rest = rest.dropFirst() }
            if rest.first == 0x0A { rest = rest.dropFirst() }
            if let next = rest.first, next == 0x20 || next == 0x09 {
                rest = rest.dropFirst()
            } else {
                finish()
            }
        }
        return lines
    }

    /// Reads an unfolded line; `nil` for one without a name or a colon, or with an unwanted name.
    private init?(_ line: [UInt8], where isWanted: (String) -> Bool) {
        let end = line.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }
        guard let end, end > 0 else { return nil }
        let written = String(streamSafe: line[..<end]).uppercased()
        name = written.lastIndex(of: ".").map { String(written[$0...].dropFirst()) } ?? written
        guard !name.isEmpty, isWanted(name) else { return nil }
        var index = end
        var parameters: [(name: String, value: String)] = []
        while index < line.endIndex, line[index] == UInt8(ascii: ";") {
            let start = index + 1
            var isQuoted = false
            index = start
            // Within quotation marks a colon or a semicolon is part of the text.
            while index < line.endIndex {
                if line[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
                if !isQuoted, line[index] == UInt8(ascii: ":") || line[index] == UInt8(ascii: ";") { break }
                index += 1
            }
            let text = String(streamSafe: line[start..<index])
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            parameters.append((parts[0].uppercased(), parts.count > 1 ? Self.parameterText(parts[1]) : ""))
        }
        guard index < line.endIndex else { return nil }
        self.parameters = parameters
        value = String(streamSafe: line[(index + 1)...])
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
    /// The value as text with its escapes resolved.
    var text: String { Self.unescaped(value[...]) }

    /// The parts of a structured value, such as a name, with escapes resolved.
    var components: [String] { Self.split(value, at: ";").map { Self.unescaped($0) } }

    /// The members of a list, with escapes resolved.
    var members: [String] { Self.split(value, at: ",").map { Self.unescaped($0) } }

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
