import StreamSafeText

extension JSONParser {
    /// Reads a string from its opening quote to its closing one.
    @inline(__always)
    mutating func string() throws(JSONParseError) -> String {
        offset += 1
        let scan = JSONStringScan(UnsafeBufferPointer(rebasing: bytes[offset...]))
        let plain = UnsafeBufferPointer(rebasing: bytes[offset..<offset + scan.length])
        // Most strings hold no escape, and most of those are ASCII.
        if offset + scan.length < bytes.count, bytes[offset + scan.length] == UInt8(ascii: "\"") {
            if scan.isASCII {
                offset += scan.length + 1
                return String(decoding: plain, as: UTF8.self)
            }
            if plain.isStreamSafe, let text = try? UTF8Span(validating: plain.span) {
                offset += scan.length + 1
                return String(copying: text)
            }
        }
        return try stringWithEscapes()
    }

    /// Reads the rest of a string from after its opening quote, with any content.
    private mutating func stringWithEscapes() throws(JSONParseError) -> String {
        let start = offset
        isStringAsWritten = false
        do throws(JSONParseError) {
            var content = try contentWithEscapes()
            content.makeStreamSafe()
            // An escape always means a whole character, so only the bytes between escapes can be invalid.
            guard let text = String(validating: content, as: UTF8.self) else { throw .notUTF8(at: offset) }
            return text
        } catch {
            // Of several faults, the first is reported.
            let written = UnsafeBufferPointer(rebasing: bytes[start..<offset])
            let fault = UTF8Sequence.firstFault(in: written, mayBeCut: error.code == .unexpectedEnd)
            throw fault.map { .notUTF8(at: start + $0) } ?? error
        }
    }

    private mutating func contentWithEscapes() throws(JSONParseError) -> [UInt8] {
        var content: [UInt8] = []
        while true {
            let scan = JSONStringScan(UnsafeBufferPointer(rebasing: bytes[offset...]))
            content.append(contentsOf: bytes[offset..<offset + scan.length])
            offset += scan.length
            guard offset < bytes.count else { throw .end(at: offset) }
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                offset += 1
                return content
            case UInt8(ascii: "\\"):
                if offset + 1 < bytes.count, let byte = JSONEscape.shortForms[Int(bytes[offset + 1])] {
                    content.append(byte)
                    offset += 2
                } else {
                    try escape(into: &content)
                }
            default:
                throw .controlCharacter(at: offset)
            }
        }
    }

    private mutating func escape(into content: inout [UInt8]) throws(JSONParseError) {
        let start = offset
        do throws(JSONParseError) { try wholeEscape(into: &content) } catch {
            guard error.code == .badString, options.loneSurrogates == .replace, isSurrogate(at: start) else {
                throw error
            }
            // What follows the half is read by itself, because it may be a whole character or another half.
            offset = start + Self.escapeLength
            content.append(contentsOf: UTF8.encodedReplacementCharacter)
        }
    }

    /// The number of bytes of an escape with hexadecimal digits.
    private static let escapeLength = 6

    /// Whether the escape at an offset is half a surrogate pair: `\uD800` to `\uDFFF`.
    private func isSurrogate(at start: Int) -> Bool {
        guard start + Self.escapeLength <= bytes.count, bytes[start + 1] == UInt8(ascii: "u"),
            bytes[start + 2] | 0x20 == UInt8(ascii: "d")
        else { return false }
        return switch bytes[start + 3] | 0x20 {
        case UInt8(ascii: "8"), UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"):
            bytes[start + 4..<start + Self.escapeLength].allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        default: false
        }
    }

    private mutating func wholeEscape(into content: inout [UInt8]) throws(JSONParseError) {
        var escape = JSONEscape(start: offset)
        while true {
            offset += 1
            guard offset < bytes.count else { throw .end(at: offset) }
            if case .character(let character) = try escape.read(bytes[offset], at: offset) {
                offset += 1
                content.append(contentsOf: UTF8.encode(character) ?? UTF8.encodedReplacementCharacter)
                return
            }
        }
    }
}
