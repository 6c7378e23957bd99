import StreamSafeText
import StreamingJSON

/// A literal implementation of the grammar of RFC 8259, without regard to speed.
///
/// Each function reads one rule from the remaining input, and returns `nil` if the input does not match.
struct PlainReader {
    private var rest: ArraySlice<UInt8>
    private var depth = 0

    init(_ input: [UInt8]) { rest = input[...] }

    /// §2: JSON-text = ws value ws.
    mutating func text() -> JSONValue? {
        guard let value = spacedValue(), rest.isEmpty else { return nil }
        return value
    }

    private mutating func space() {
        rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }

    private mutating func accept(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private mutating func spacedValue() -> JSONValue? {
        space()
        defer { space() }
        // §3
        if accept("false") { return .bool(false) }
        if accept("true") { return .bool(true) }
        if accept("null") { return .some(.null) }
        switch rest.first {
        case UInt8(ascii: "\""): return string().map(JSONValue.string)
        case UInt8(ascii: "["): return nested { $0.array() }
        case UInt8(ascii: "{"): return nested { $0.object() }
        default: return number()
        }
    }

    private mutating func nested(_ read: (inout PlainReader) -> JSONValue?) -> JSONValue? {
        depth += 1
        defer { depth -= 1 }
        return depth <= 256 ? read(&self) : .none
    }

    /// §4: object = begin-object [ member *( value-separator member ) ] end-object.
    private mutating func object() -> JSONValue? {
        guard accept("{") else { return .none }
        var members = JSONObject()
        space()
        if accept("}") { return .object(members) }
        repeat {
            space()
            guard let name = string() else { return .none }
            space()
            guard accept(":"), let value = spacedValue() else { return .none }
            members[name] = value
        } while accept(",")
        return accept("}") ? .object(members) : .none
    }

    /// §5: array = begin-array [ value *( value-separator value ) ] end-array.
    private mutating func array() -> JSONValue? {
        guard accept("[") else { return .none }
        var elements: [JSONValue] = []
        space()
        if accept("]") { return .array(elements) }
        repeat {
            guard let value = spacedValue() else { return .none }
            elements.append(value)
        } while accept(",")
        return accept("]") ? .array(elements) : .none
    }

    /// §6: number = [ minus ] int [ frac ] [ exp ].
    private mutating func number() -> JSONValue? {
        let whole = rest
        _ = accept("-")
        if !accept("0"), digits().isEmpty { return .none }
        let isInteger = ![UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(rest.first ?? 0)
        if accept("."), digits().isEmpty { return .none }
        if accept("e") || accept("E") {
            if !accept("+") { _ = accept("-") }
            if digits().isEmpty { return .none }
        }
        let text = String(decoding: whole[..<rest.startIndex], as: UTF8.self)
        if isInteger, let integer = Int(text) { return .integer(integer) }
        guard let double = Double(text), double.isFinite else { return .none }
        return .number(double)
    }

    private mutating func digits() -> ArraySlice<UInt8> {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.dropFirst(digits.count)
        return digits
    }

    /// §7: string = quotation-mark *char quotation-mark.
    private mutating func string() -> String? {
        guard accept("\"") else { return nil }
        var content = ""
        while true {
            let plain = rest.prefix { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
            rest = rest.dropFirst(plain.count)
            // §8.1
            guard let text = String(validating: plain, as: UTF8.self) else { return nil }
            content += text
            // Long runs of combining marks are bounded, which is not a rule of the RFC.
            if accept("\"") { return content.streamSafe }
            guard accept("\\"), let character = escape() else { return nil }
            content.unicodeScalars.append(character)
        }
    }

    private mutating func escape() -> Unicode.Scalar? {
        let short: [(String, Unicode.Scalar)] = [
            ("\"", "\""), ("\\", "\\"), ("/", "/"), ("b", "\u{8}"), ("f", "\u{C}"), ("n", "\n"), ("r", "\r"),
            ("t", "\t"),
        ]
        for (letter, character) in short where accept(letter) { return character }
        guard let first = unit() else { return nil }
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), accept("\\"), let second = unit(), UTF16.isTrailSurrogate(second) else {
            return nil
        }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private mutating func unit() -> UInt16? {
        guard accept("u") else { return nil }
        let digits = rest.prefix(4)
        rest = rest.dropFirst(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
