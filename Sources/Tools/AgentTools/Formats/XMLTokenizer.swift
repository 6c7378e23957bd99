import StreamSafeText

/// A strict tokenizer for the part of XML 1.0 that WebDAV servers write.
///
/// Document type declarations are errors, so the only entities are the five of XML itself: nothing in a document can make the
/// reader open a file, send a request, or expand a text beyond the bytes received. Comments and processing instructions are
/// skipped. Only UTF-8 is read. Text remains bytes, because a calendar's line may be folded within a character and is complete
/// only after unfolding. libxml2 refuses such a document as invalid UTF-8, so its reader cannot replace this one.
package struct XMLTokenizer {
    private let bytes: [UInt8]
    private var position = 0
    /// The name of an empty element whose end token is next.
    private var pendingEnd: String?

    private static let attributeLimit = 64

    /// Starts to read a document.
    ///
    /// - Throws: ``XMLError`` if the document declares another encoding than UTF-8.
    package init(_ bytes: [UInt8]) throws(XMLError) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        if starts(with: "<?xml"), !Self.isNameByte(byte(at: position + 5)) { try readDeclaration() }
    }

    /// Returns the next token; `nil` at the end.
    package mutating func next() throws(XMLError) -> XMLToken? {
        if let name = pendingEnd {
            pendingEnd = nil
            return .end(name)
        }
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else { return .text(try characterData()) }
            if starts(with: "<!--") {
                try skip(past: "-->", from: 4)
            } else if starts(with: "<?") {
                try skip(past: "?>", from: 2)
            } else if starts(with: "<![CDATA[") {
                let start = position + 9
                try skip(past: "]]>", from: 9)
                return .text(Array(bytes[start..<position - 3]))
            } else if starts(with: "<!") {
                throw fault("document type declarations are not supported")
            } else if starts(with: "</") {
                return try endTag()
            } else {
                return try startTag()
            }
        }
        return nil
    }
}

// MARK: Parts

extension XMLTokenizer {
    private mutating func readDeclaration() throws(XMLError) {
        let start = position
        try skip(past: "?>", from: 5)
        let text = String(streamSafe: bytes[start..<position]).lowercased()
        guard let encoding = text.firstRange(of: "encoding") else { return }
        guard text[encoding.upperBound...].contains("utf-8") || text[encoding.upperBound...].contains("us-ascii") else {
            throw XMLError(message: "only UTF-8 is supported", offset: start)
        }
    }

    private mutating func startTag() throws(XMLError) -> XMLToken {
        position += 1
        let name = try name()
        var attributes: [XMLToken.Attribute] = []
        while true {
            let hadSpace = skipSpace()
            if starts(with: "/>") {
                position += 2
                pendingEnd = name
                return .start(name, attributes: attributes)
            }
            if starts(with: ">") {
                position += 1
                return .start(name, attributes: attributes)
            }
            guard hadSpace else { throw fault("a tag is malformed") }
            guard attributes.count < Self.attributeLimit else { throw fault("a tag has too many attributes") }
            let attribute = try attribute()
            guard !attributes.contains(where: { $0.name == attribute.name }) else {
                throw fault("an attribute appears twice")
            }
            attributes.append(attribute)
        }
    }

    private mutating func endTag() throws(XMLError) -> XMLToken {
        position += 2
        let name = try name()
        _ = skipSpace()
        guard starts(with: ">") else { throw fault("a tag is malformed") }
        position += 1
        return .end(name)
    }

    private mutating func attribute() throws(XMLError) -> XMLToken.Attribute {
        let name = try name()
        _ = skipSpace()
        guard starts(with: "=") else { throw fault("an attribute has no value") }
        position += 1
        _ = skipSpace()
        guard let quote = byte(at: position), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw fault("an attribute's value is not quoted")
        }
        position += 1
        guard let end = bytes[position...].firstIndex(of: quote) else { throw fault("the document ends too early") }
        let value = String(streamSafe: try resolved(position..<end, isAttribute: true))
        position = end + 1
        return .init(name: name, value: value)
    }

    private mutating func characterData() throws(XMLError) -> [UInt8] {
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.endIndex
        let text = try resolved(position..<end, isAttribute: false)
        position = end
        return text
    }

    /// Returns the text of a range of bytes with references resolved and line ends normalized.
    private func resolved(_ range: Range<Int>, isAttribute: Bool) throws(XMLError) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "&"):
                guard let end = bytes[index..<min(range.upperBound, index + 12)].firstIndex(of: UInt8(ascii: ";"))
                else {
                    throw XMLError(message: "an ampersand does not start a reference", offset: index - 1)
                }
                let name = String(streamSafe: bytes[index..<end])
                guard let character = Self.character(named: name) else {
                    throw XMLError(message: "a reference is unknown", offset: index - 1)
                }
                result += Array(String(character).utf8)
                index = end + 1
            case UInt8(ascii: "<"):
                throw XMLError(message: "an attribute holds a tag", offset: index - 1)
            case UInt8(ascii: "\r"):
                if index < range.upperBound, bytes[index] == UInt8(ascii: "\n") { index += 1 }
                result.append(UInt8(ascii: isAttribute ? " " : "\n"))
            case UInt8(ascii: "\n"), UInt8(ascii: "\t"):
                result.append(isAttribute ? UInt8(ascii: " ") : byte)
            case 0..<0x20:
                throw XMLError(message: "a control character is not allowed", offset: index - 1)
            default:
                result.append(byte)
            }
        }
        return result
    }

    private static func character(named name: String) -> Character? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        let number: UInt32? =
            if name.hasPrefix("#x") { UInt32(name.dropFirst(2), radix: 16) } else if name.hasPrefix("#") {
                UInt32(name.dropFirst())
            } else { nil }
        guard let number, number >= 0x20 || [0x9, 0xA, 0xD].contains(number), number & 0xFFFE != 0xFFFE else {
            return nil
        }
        return Unicode.Scalar(number).map(Character.init)
    }
}

// MARK: Bytes

extension XMLTokenizer {
    private func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

    private func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    private mutating func skipSpace() -> Bool {
        let start = position
        while let byte = byte(at: position), [0x20, 0x9, 0xA, 0xD].contains(byte) { position += 1 }
        return position > start
    }

    /// Moves to the end of the next occurrence of a text, starting the search `offset` bytes ahead.
    private mutating func skip(past text: String, from offset: Int) throws(XMLError) {
        let target = Array(text.utf8)
        var index = position + offset
        while index + target.count <= bytes.count {
            if bytes[index] == target[0], bytes[index..<index + target.count].elementsEqual(target) {
                position = index + target.count
                return
            }
            index += 1
        }
        throw fault("the document ends too early")
    }

    private mutating func name() throws(XMLError) -> String {
        let start = position
        while Self.isNameByte(byte(at: position)) { position += 1 }
        guard position > start, ![UInt8(ascii: "-"), UInt8(ascii: ".")].contains(bytes[start]),
            !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[start])
        else { throw fault("a name is expected") }
        return String(streamSafe: bytes[start..<position])
    }

    private static func isNameByte(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: ":"), 0x80...0xFF:
            true
        default: false
        }
    }

    private func fault(_ message: String) -> XMLError { XMLError(message: message, offset: position) }
}

/// A token of an XML document, with names as written.
package enum XMLToken: Equatable {
    /// `<name a="b">`; an empty element is followed by its ``end(_:)``.
    case start(String, attributes: [Attribute])
    /// `</name>`.
    case end(String)
    /// Text as bytes with its references resolved; also that of a CDATA section.
    case text([UInt8])

    /// An attribute with the references in its value resolved.
    package struct Attribute: Equatable {
        package let name: String
        package let value: String
    }
}

/// The error of bytes that cannot be read as XML: not well formed, or larger than any WebDAV answer needs to be.
package struct XMLError: Error, Equatable, CustomStringConvertible {
    /// The fault, without any text of the document.
    package let message: String
    /// The position of the fault, as an offset in bytes.
    package let offset: Int

    /// Makes an error.
    package init(message: String, offset: Int) { (self.message, self.offset) = (message, offset) }

    package var description: String { "\(message) (at byte \(offset))" }
}
