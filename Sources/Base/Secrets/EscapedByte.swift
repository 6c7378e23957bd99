/// A byte that a text spells by an escape: of JSON, of HTML and XML, of a URL, or of a quoted-printable text.
enum EscapedByte: Equatable {
    /// A byte, and the length of its spelling.
    case byte(UInt8, length: Int)
    /// The text ends within the escape.
    case cut

    /// The most repetitions within an escape: backslashes, which JSON within JSON doubles each time, and the levels of others.
    private static let mostRepetitions = 32

    /// Whether an escape may start with a byte.
    static func mayStart(with byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: "%"), UInt8(ascii: "="): true
        default: false
        }
    }

    /// Returns the escape at a place of a text; `nil` if there is none.
    static func read(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> EscapedByte? {
        switch text[start] {
        case UInt8(ascii: "\\"): backslash(text, start)
        case UInt8(ascii: "&"): reference(text, start)
        case UInt8(ascii: "%"): percent(text, start)
        case UInt8(ascii: "="): hexadecimal(text, start, start + 1, digits: 2)
        default: nil
        }
    }

    private static func backslash(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> EscapedByte? {
        var place = start
        while place < text.count, place - start < mostRepetitions, text[place] == UInt8(ascii: "\\") { place += 1 }
        guard place < text.count else { return .cut }
        let digits =
            switch text[place] {
            case UInt8(ascii: "u"): 4
            case UInt8(ascii: "x"): 2
            default: 0
            }
        let escape = digits == 0 ? nil : hexadecimal(text, start, place + 1, digits: digits)
        // A backslash before any other character means the character, as before a quotation mark.
        return escape ?? .byte(text[place], length: place + 1 - start)
    }

    /// Reads `%2F`, and `%252F`, as a URL within a URL has it.
    private static func percent(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> EscapedByte? {
        let place = skip("25", in: text, from: start + 1)
        if let byte = hexadecimal(text, start, place, digits: 2) { return byte }
        return place > start + 1 ? .byte(UInt8(ascii: "%"), length: place - start) : nil
    }

    /// Returns the place after all repetitions of some words.
    private static func skip(_ words: StaticString, in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let words = UnsafeBufferPointer(start: words.utf8Start, count: words.utf8CodeUnitCount)
        var place = start
        for _ in 0..<mostRepetitions where zip(words, text.dropFirst(place)).allSatisfy(==) {
            guard place + words.count <= text.count else { break }
            place += words.count
        }
        return place
    }

    private static func reference(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> EscapedByte? {
        var place = start + 1
        guard place < text.count else { return .cut }
        // `&amp;#43;`, as HTML within HTML has it.
        let inner = skip("amp;", in: text, from: place)
        if inner > place {
            let rest = text[inner...]
            if rest.count < 5, zip("amp;#".utf8, rest).allSatisfy(==) { return .cut }
            if rest.first == UInt8(ascii: "#") { place = inner }
        }
        guard text[place] == UInt8(ascii: "#") else { return name(text, start) }
        place += 1
        var radix = 10
        if place < text.count, text[place] | 0x20 == UInt8(ascii: "x") { (radix, place) = (16, place + 1) }
        var (value, count) = (0, 0)
        while place < text.count, count < 8, let digit = digit(text[place]), digit < radix {
            value = value * radix + digit
            (place, count) = (place + 1, count + 1)
        }
        guard place < text.count else { return .cut }
        guard count > 0, value < 0x80 else { return nil }
        return .byte(UInt8(value), length: place - start + (text[place] == UInt8(ascii: ";") ? 1 : 0))
    }

    private static let names: [(name: [UInt8], byte: UInt8)] = [
        (Array("amp;".utf8), UInt8(ascii: "&")), (Array("lt;".utf8), UInt8(ascii: "<")),
        (Array("gt;".utf8), UInt8(ascii: ">")), (Array("quot;".utf8), UInt8(ascii: "\"")),
        (Array("apos;".utf8), UInt8(ascii: "'")),
    ]

    private static func name(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> EscapedByte? {
        let rest = text[(start + 1)...]
        for (name, byte) in names where zip(name, rest).allSatisfy(==) {
            return rest.count < name.count ? .cut : .byte(byte, length: 1 + name.count)
        }
        return nil
    }

    /// Returns a byte by its digits, the first of which is at a place.
    private static func hexadecimal(
        _ text: UnsafeBufferPointer<UInt8>,
        _ start: Int,
        _ first: Int,
        digits: Int
    ) -> EscapedByte? {
        var value = 0
        for place in first..<(first + digits) {
            guard place < text.count else { return .cut }
            guard let digit = digit(text[place]) else { return nil }
            value = value * 16 + digit
        }
        return value > 0xFF ? nil : .byte(UInt8(value), length: first + digits - start)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x30...0x39: Int(byte) - 0x30
        case 0x41...0x46: Int(byte) - 0x37
        case 0x61...0x66: Int(byte) - 0x57
        default: nil
        }
    }
}
