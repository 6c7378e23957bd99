import StreamingJSON

/// A place within a JSON document (RFC 6901), kept as text.
struct JSONPointer: Hashable, Sendable {
    /// The pointer as text: empty for the whole document.
    private(set) var text = ""

    /// The pointer to the whole document.
    static var root: Self { .init() }

    /// Returns the place of a member or an element below this one.
    func appending(_ token: String) -> Self {
        var result = self
        result.append(token)
        return result
    }

    /// Returns the place of an element below this one.
    func appending(_ index: Int) -> Self { appending(String(index)) }

    /// Descends one step.
    mutating func append(_ token: String) {
        text += "/"
        if token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) {
            for character in token.unicodeScalars {
                switch character {
                case "~": text += "~0"
                case "/": text += "~1"
                default: text.unicodeScalars.append(character)
                }
            }
        } else {
            text += token
        }
    }

    /// Returns the names and indices of a pointer written as text, or `nil` if the text is no pointer.
    static func tokens(of text: String) -> [String]? {
        if text.isEmpty { return [] }
        guard text.hasPrefix("/") else { return nil }
        var tokens: [String] = []
        for part in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst() {
            guard let token = unescaped(part) else { return nil }
            tokens.append(token)
        }
        return tokens
    }

    private static func unescaped(_ part: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var isEscape = false
        for byte in part {
            switch (isEscape, byte) {
            case (true, UInt8(ascii: "0")): bytes.append(UInt8(ascii: "~"))
            case (true, UInt8(ascii: "1")): bytes.append(UInt8(ascii: "/"))
            case (true, _): return nil
            case (false, UInt8(ascii: "~")): break
            default: bytes.append(byte)
            }
            isEscape = !isEscape && byte == UInt8(ascii: "~")
        }
        return isEscape ? nil : String(validating: bytes, as: UTF8.self)
    }
}

extension JSONValue {
    /// Returns the member or element that one token of a pointer names.
    func child(_ token: String) -> JSONValue? {
        switch self {
        case .object(let members):
            return members[token]
        case .array(let elements):
            guard let index = Int(token), String(index) == token, elements.indices.contains(index) else { return nil }
            return elements[index]
        default:
            return nil
        }
    }

    /// Returns whether arrays and objects are nested more than `limit` deep, without looking deeper.
    func isNested(deeperThan limit: Int) -> Bool {
        switch self {
        case .array(let elements): limit == 0 || elements.contains { $0.isNested(deeperThan: limit - 1) }
        case .object(let members): limit == 0 || members.contains { $0.value.isNested(deeperThan: limit - 1) }
        default: false
        }
    }
}

extension String {
    /// The text with `%41` decoded as `A`, as in a fragment, or `nil` if the result is not UTF-8.
    var removingPercentEscapes: String? {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        var bytes: [UInt8] = []
        var rest = Substring(self).utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
