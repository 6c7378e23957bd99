/// Reads a whole JSON text, strictly by RFC 8259, or as much as has arrived of one.
struct JSONParser {
    /// Nesting beyond this is refused, so that a hostile text cannot exhaust the stack.
    static let maximumDepth = 256

    private let bytes: UnsafeBufferPointer<UInt8>
    private let acceptsPrefix: Bool
    private var offset = 0
    /// How many of the containers and strings on the last branch were still open when the text ended.
    private var openDepth = 0

    /// Parses all of `bytes`; with `acceptsPrefix` the text may stop anywhere.
    ///
    /// - Returns: The value and how many nodes of its last branch are unfinished (0 for a whole text); `nil` when no value has
    ///   begun or when the only one is a number or literal which the next byte could still change.
    static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>,
        acceptsPrefix: Bool
    ) throws(JSONParseError) -> (value: JSONValue, openDepth: Int)? {
        var parser = JSONParser(bytes: bytes, acceptsPrefix: acceptsPrefix)
        parser.skipWhitespace()
        guard let value = try parser.value(depth: 0) else { return nil }
        if parser.openDepth == 0 {
            parser.skipWhitespace()
            if parser.offset < bytes.count {
                throw parser.failure(.trailingBytes, "unexpected text after the end of the JSON value")
            }
        }
        return (value, parser.openDepth)
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, acceptsPrefix: Bool) {
        self.bytes = bytes
        self.acceptsPrefix = acceptsPrefix
    }

    private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func failure(_ code: JSONParseError.Code, _ message: String) -> JSONParseError {
        JSONParseError(code: code, offset: offset, message: message)
    }

    /// The end of the text was met inside a value: an error, or with a prefix just "no value yet".
    private func ended() throws(JSONParseError) {
        if !acceptsPrefix { throw failure(.unexpectedEnd, "the JSON text ends too early") }
    }

    private mutating func skipWhitespace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private mutating func value(depth: Int) throws(JSONParseError) -> JSONValue? {
        guard let byte = current else {
            try ended()
            return nil
        }
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return try string().map(JSONValue.string)
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw failure(.unexpectedByte, "a JSON value cannot begin like this")
        }
    }

    private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(JSONParseError) -> JSONValue? {
        for index in 0..<text.utf8CodeUnitCount {
            guard let byte = current else {
                try ended()
                return nil
            }
            guard byte == text.utf8Start[index] else {
                throw failure(.unexpectedByte, "expected '\(text)'")
            }
            offset += 1
        }
        return value
    }
}

// MARK: - Containers

extension JSONParser {
    private mutating func array(depth: Int) throws(JSONParseError) -> JSONValue {
        try enter(depth)
        var elements: [JSONValue] = []
        skipWhitespace()
        if current == UInt8(ascii: "]") {
            offset += 1
            return .array(elements)
        }
        while true {
            skipWhitespace()
            guard let element = try value(depth: depth + 1) else { break }
            elements.append(element)
            if openDepth > 0 { break }
            skipWhitespace()
            guard let byte = current else {
                try ended()
                break
            }
            offset += 1
            if byte == UInt8(ascii: "]") { return .array(elements) }
            guard byte == UInt8(ascii: ",") else {
                offset -= 1
                throw failure(.unexpectedByte, "expected ',' or ']' in an array")
            }
        }
        openDepth += 1
        return .array(elements)
    }

    private mutating func object(depth: Int) throws(JSONParseError) -> JSONValue {
        try enter(depth)
        var members = JSONObject()
        skipWhitespace()
        if current == UInt8(ascii: "}") {
            offset += 1
            return .object(members)
        }
        while true {
            skipWhitespace()
            guard let key = try memberName(), let value = try memberValue(depth: depth) else { break }
            members[key] = value
            if openDepth > 0 { break }
            skipWhitespace()
            guard let byte = current else {
                try ended()
                break
            }
            offset += 1
            if byte == UInt8(ascii: "}") { return .object(members) }
            guard byte == UInt8(ascii: ",") else {
                offset -= 1
                throw failure(.unexpectedByte, "expected ',' or '}' in an object")
            }
        }
        openDepth += 1
        return .object(members)
    }

    /// The name of the next member, `nil` when the text ends before it is whole.
    private mutating func memberName() throws(JSONParseError) -> String? {
        guard let byte = current else {
            try ended()
            return nil
        }
        guard byte == UInt8(ascii: "\"") else {
            throw failure(.unexpectedByte, "expected a member name in double quotes")
        }
        let name = try string()
        if openDepth > 0 {
            // A name still being written is no member yet.
            openDepth = 0
            return nil
        }
        return name
    }

    private mutating func memberValue(depth: Int) throws(JSONParseError) -> JSONValue? {
        skipWhitespace()
        guard let byte = current else {
            try ended()
            return nil
        }
        guard byte == UInt8(ascii: ":") else { throw failure(.unexpectedByte, "expected ':' after a member name") }
        offset += 1
        skipWhitespace()
        return try value(depth: depth + 1)
    }

    private mutating func enter(_ depth: Int) throws(JSONParseError) {
        guard depth < Self.maximumDepth else {
            throw failure(.tooDeep, "more than \(Self.maximumDepth) nested arrays and objects")
        }
        offset += 1
    }
}

// MARK: - Numbers

extension JSONParser {
    private mutating func number() throws(JSONParseError) -> JSONValue? {
        let start = offset
        var isInteger = true
        if current == UInt8(ascii: "-") { offset += 1 }
        if current == UInt8(ascii: "0") {
            offset += 1
        } else if try !digits() {
            return nil
        }
        if current == UInt8(ascii: ".") {
            isInteger = false
            offset += 1
            if try !digits() { return nil }
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            isInteger = false
            offset += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
            if try !digits() { return nil }
        }
        if let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            throw failure(.badNumber, "a number cannot have a leading zero")
        }
        // At the end of a prefix the next byte may still be a digit.
        if current == nil, acceptsPrefix { return nil }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        if isInteger, let integer = Int(text) { return .integer(integer) }
        guard let double = Double(text), double.isFinite else {
            throw failure(.badNumber, "a number too large for a double")
        }
        return .number(double)
    }

    /// Reads one digit or more; `false` when a prefix ends before the first.
    private mutating func digits() throws(JSONParseError) -> Bool {
        let start = offset
        while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        if offset > start { return true }
        guard current == nil else { throw failure(.badNumber, "expected a digit") }
        try ended()
        return false
    }
}

// MARK: - Strings

extension JSONParser {
    /// Reads a string; when a prefix ends inside, returns what is certain so far and counts one open node.
    private mutating func string() throws(JSONParseError) -> String? {
        offset += 1
        let start = offset
        // Most strings hold no escape: find the end and decode in one go.
        while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { offset += 1 }
        if current == UInt8(ascii: "\"") {
            let text = try text(of: start..<offset)
            offset += 1
            return text
        }
        var content = Array(bytes[start..<offset])
        while true {
            guard let byte = current else {
                try ended()
                openDepth = 1
                return Self.wholeCharacters(of: content)
            }
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: content, as: UTF8.self) else {
                    throw failure(.badString, "a string that is not UTF-8")
                }
                offset += 1
                return text
            case UInt8(ascii: "\\"):
                guard try escape(into: &content) else {
                    openDepth = 1
                    return Self.wholeCharacters(of: content)
                }
            case 0..<0x20:
                throw failure(.badString, "a control character in a string must be escaped")
            default:
                content.append(byte)
                offset += 1
            }
        }
    }

    private func text(of range: Range<Int>) throws(JSONParseError) -> String {
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw failure(.badString, "a string that is not UTF-8")
        }
        return text
    }

    /// What a cut string holds for certain: a UTF-8 sequence cut in the middle is left off.
    private static func wholeCharacters(of content: [UInt8]) -> String {
        var end = content.count
        for back in 1...3 where back <= content.count {
            let byte = content[content.count - back]
            if byte & 0xC0 == 0x80 { continue }
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            if length > back { end = content.count - back }
            break
        }
        return String(decoding: content[..<end], as: UTF8.self)
    }

    /// Reads one escape; `false` when a prefix ends inside it.
    private mutating func escape(into content: inout [UInt8]) throws(JSONParseError) -> Bool {
        guard offset + 1 < bytes.count else {
            offset = bytes.count
            try ended()
            return false
        }
        offset += 2
        switch bytes[offset - 1] {
        case UInt8(ascii: "\""): content.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): content.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): content.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"): return try unicodeEscape(into: &content)
        default: throw failure(.badString, "an unknown escape in a string")
        }
        return true
    }

    private mutating func unicodeEscape(into content: inout [UInt8]) throws(JSONParseError) -> Bool {
        guard let first = try hexadecimal() else { return false }
        var code = UInt32(first)
        if (0xD800..<0xDC00).contains(first) {
            for expected in [UInt8(ascii: "\\"), UInt8(ascii: "u")] {
                guard let byte = current else {
                    try ended()
                    return false
                }
                guard byte == expected else { throw failure(.badString, "a lone surrogate in a string") }
                offset += 1
            }
            guard let second = try hexadecimal() else { return false }
            guard (0xDC00..<0xE000).contains(second) else { throw failure(.badString, "a lone surrogate in a string") }
            code = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw failure(.badString, "a lone surrogate in a string") }
        content.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
        return true
    }

    private mutating func hexadecimal() throws(JSONParseError) -> UInt16? {
        guard offset + 4 <= bytes.count else {
            offset = bytes.count
            try ended()
            return nil
        }
        var value: UInt16 = 0
        for _ in 0..<4 {
            let byte = bytes[offset]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw failure(.badString, "expected four hexadecimal digits after \\u")
            }
            value = value << 4 | UInt16(digit)
            offset += 1
        }
        return value
    }
}
