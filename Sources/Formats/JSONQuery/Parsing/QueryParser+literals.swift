import StreamingJSON

// MARK: - Numbers

extension QueryParser {
    /// The greatest index, 2⁵³ − 1, which every implementation has (RFC 9535 §2.1).
    private static let greatestInteger = 9_007_199_254_740_991

    /// Reads an index or a part of a slice; `nil` if none is here.
    mutating func integer() throws(JSONQueryError) -> Int? {
        let start = offset
        let isNegative = accept("-")
        let first = offset
        var value = 0
        while let byte = current, Self.isDigit(byte) {
            value = min(value * 10 + Int(byte - UInt8(ascii: "0")), Self.greatestInteger + 1)
            offset += 1
        }
        if offset == first {
            if isNegative { throw fault("A digit must follow '-'.") }
            return nil
        }
        if bytes[first] == UInt8(ascii: "0"), isNegative || offset > first + 1 {
            throw fault(
                .malformed,
                "An index is written without leading zeros, and 0 without '-'. Remove them.",
                at: start
            )
        }
        guard value <= Self.greatestInteger else {
            throw fault(.malformed, "An index must be between -(2^53 - 1) and 2^53 - 1. Use a smaller one.", at: start)
        }
        return isNegative ? -value : value
    }

    /// Reads a number for a comparison, which may have a fraction and an exponent.
    mutating func number() throws(JSONQueryError) -> JSONValue {
        let start = offset
        while let byte = current, Self.isNumberByte(byte) { offset += 1 }
        // The grammar of numbers is that of JSON (RFC 9535 §2.3.5.1).
        do {
            return try JSONValue(parsing: bytes[start..<offset])
        } catch {
            throw fault(
                .malformed,
                "A number is written as in JSON, and a double must hold it. Write it as in 12, -0.5 or 1e3.",
                at: start
            )
        }
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}

// MARK: - Strings

extension QueryParser {
    /// Reads a string in single or double quotes.
    mutating func string() throws(JSONQueryError) -> String {
        let start = offset
        let quote = bytes[offset]
        offset += 1
        var content: [UInt8] = []
        while let byte = current {
            switch byte {
            case quote:
                offset += 1
                return String(decoding: content, as: UTF8.self)
            case 0..<0x20: throw fault("A control character in a string must be escaped. Write it as in \\u000a.")
            case UInt8(ascii: "\\"): content.append(contentsOf: String(try escape(in: quote)).utf8)
            default:
                content.append(byte)
                offset += 1
            }
        }
        throw fault(.malformed, "This string is not closed. Add the same quotation mark at its end.", at: start)
    }

    private mutating func escape(in quote: UInt8) throws(JSONQueryError) -> Unicode.Scalar {
        let start = offset
        offset += 1
        guard let byte = current else { throw fault("The query ends inside a string. Close the string.") }
        offset += 1
        switch byte {
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "/"), UInt8(ascii: "\\"), quote: return Unicode.Scalar(byte)
        case UInt8(ascii: "u"): return try escapedScalar(at: start)
        default:
            throw fault(
                .malformed,
                "This escape is unknown. The escapes are \\b, \\f, \\n, \\r, \\t, \\/, \\\\, \\u and the quotation mark "
                    + "of the string.",
                at: start
            )
        }
    }

    private mutating func escapedScalar(at start: Int) throws(JSONQueryError) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xDC00, accept("\\"), accept("u") {
            let second = try hexadecimal()
            if (0xDC00..<0xE000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return scalar
            }
        }
        throw fault(.malformed, "A lone surrogate is no character. Write both halves as in \\ud83d\\ude00.", at: start)
    }

    private mutating func hexadecimal() throws(JSONQueryError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw fault("Four hexadecimal digits must follow \\u.")
            }
            value = value << 4 + UInt32(digit)
            offset += 1
        }
        return value
    }
}
