import StreamingJSON

/// YAML text that is read back as the same values.
///
/// Only plain words and numbers are written without quotes, so no value becomes another type, a comment or a second member.
struct YAMLText {
    private(set) var text = ""
    /// The most bytes of a list or an object on one line.
    private static let mostInline = 90
    /// Names from this length on are written as explicit names because a parser accepts only 1,024 bytes for the others.
    private static let longName = 400

    /// Appends a comment; the text is written on one line.
    mutating func comment(_ comment: String, indent: Int) {
        text += Self.spaces(indent) + "# " + comment.singleLine + "\n"
    }

    /// Appends a member of a mapping.
    ///
    /// - Parameter isItem: Whether the member is the first of a mapping that is a list's item, two columns to the left.
    mutating func member(_ name: String, _ value: JSONValue, indent: Int, isItem: Bool = false) {
        self.name(name, indent: indent, isItem: isItem)
        self.value(value, indent: indent)
    }

    /// Appends the name of a member whose value follows.
    mutating func heading(_ name: String, indent: Int) {
        self.name(name, indent: indent, isItem: false)
        text += "\n"
    }

    private mutating func name(_ name: String, indent: Int, isItem: Bool) {
        let quoted = Self.scalar(name)
        text += isItem ? Self.spaces(indent - 2) + "- " : Self.spaces(indent)
        text += quoted.utf8.count < Self.longName ? quoted + ":" : "? " + quoted + "\n" + Self.spaces(indent) + ":"
    }

    private mutating func value(_ value: JSONValue, indent: Int) {
        if let line = Self.inline(value) {
            text += " " + line + "\n"
            return
        }
        text += "\n"
        switch value {
        case .object(let members):
            for (name, value) in members { member(name, value, indent: indent + 2) }
        case .array(let elements):
            for element in elements { item(element, indent: indent + 2) }
        default: break
        }
    }

    private mutating func item(_ element: JSONValue, indent: Int) {
        if let line = Self.inline(element) {
            text += Self.spaces(indent) + "- " + line + "\n"
            return
        }
        switch element {
        case .object(let members):
            for (index, (name, value)) in members.enumerated() {
                member(name, value, indent: indent + 2, isItem: index == 0)
            }
        case .array(let elements):
            text += Self.spaces(indent) + "-\n"
            for element in elements { item(element, indent: indent + 2) }
        default: break
        }
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}

// MARK: - One line

extension YAMLText {
    /// Returns a scalar, or a short list or object, on one line; `nil` if it needs several.
    private static func inline(_ value: JSONValue) -> String? {
        switch value {
        case .object, .array:
            var budget = mostInline
            return flow(value, &budget)
        default: return scalar(value)
        }
    }

    private static func flow(_ value: JSONValue, _ budget: inout Int) -> String? {
        guard budget > 0 else { return nil }
        let result: String
        switch value {
        case .object(let members):
            var parts: [String] = []
            for (name, value) in members {
                let quoted = scalar(name)
                budget -= quoted.utf8.count + 4
                guard let written = flow(value, &budget) else { return nil }
                parts.append("\(quoted): \(written)")
            }
            return "{" + parts.joined(separator: ", ") + "}"
        case .array(let elements):
            var parts: [String] = []
            for element in elements {
                budget -= 2
                guard let written = flow(element, &budget) else { return nil }
                parts.append(written)
            }
            return "[" + parts.joined(separator: ", ") + "]"
        default: result = scalar(value)
        }
        budget -= result.utf8.count
        return budget > 0 ? result : nil
    }

    private static func scalar(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): scalar(text)
        // With the fraction, so that 10.0 stays a number that is no integer.
        case .number(let number) where number.isFinite: "\(number)"
        default: value.serialized()
        }
    }
}

// MARK: - Texts

extension YAMLText {
    private static let words: Set<String> = ["true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf"]

    /// Returns a text as a plain word if no reader can misunderstand it, else in double quotes.
    static func scalar(_ text: String) -> String {
        isPlain(text) ? text : quoted(text)
    }

    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last, text.utf8.count <= 400 else { return false }
        let isFirst = first == UInt8(ascii: "$") || first == UInt8(ascii: "/") || isLetter(first)
        guard isFirst, last != 0x20, !words.contains(text.lowercased()) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "_-./$ ".utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: result += "\\\""
            case 0x5C: result += "\\\\"
            case 0x0A: result += "\\n"
            case 0x0D: result += "\\r"
            case 0x09: result += "\\t"
            // The parser ends a text at NUL.
            case 0: result.unicodeScalars.append("\u{FFFD}")
            case 0x01...0x1F, 0x7F...0x9F: result += "\\x" + hex(scalar.value, digits: 2)
            case 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: result += "\\u" + hex(scalar.value, digits: 4)
            case 0x10000...: result += scalar.isUnwritable ? "\\U" + hex(scalar.value, digits: 8) : String(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func hex(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

extension Unicode.Scalar {
    /// Whether YAML does not permit the scalar, or a person does not see it.
    fileprivate var isUnwritable: Bool { value & 0xFFFE == 0xFFFE || properties.isDefaultIgnorableCodePoint }
}
