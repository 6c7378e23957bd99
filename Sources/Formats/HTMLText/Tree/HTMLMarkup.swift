/// Splits HTML into tags and text, and reassembles a safe subset of it for the parser.
///
/// The parser compares every attribute of a tag with every other, searches for the end of unclosed constructs, and
/// reads scripts. Therefore it gets only tags with the few attributes that matter (each once and of bounded length),
/// end tags of open elements, and text; no scripts, comments or declarations. The work here is linear in the length of
/// the page.
struct HTMLMarkup {
    /// The attributes that matter for the text.
    private static let attributes: Set<String> = [
        "aria-hidden", "class", "hidden", "href", "id", "itemprop", "role", "style",
    ]
    /// The elements whose content is not markup and is not shown to a reader.
    private static let opaque: Set<String> = [
        "iframe", "noembed", "noframes", "noscript", "script", "style", "textarea", "xmp",
    ]

    private let attributeBytes: Int
    private var output: [UInt8] = []
    /// The number of open elements of each name.
    private var begun: [String: Int] = [:]
    private var input: [UInt8] = []
    private var index = 0

    init(attributeBytes: Int) {
        self.attributeBytes = attributeBytes
    }

    /// Returns the markup for the parser, in UTF-8 like the page.
    mutating func prepare(_ html: [UInt8]) -> [UInt8] {
        input = html
        index = 0
        output.reserveCapacity(html.count)
        while index < input.count {
            let byte = input[index]
            if byte == UInt8(ascii: "<") {
                tag()
            } else {
                // The parser would treat a zero byte as the end.
                if byte != 0 { output.append(byte) }
                index += 1
            }
        }
        return output
    }

    private func byte(_ offset: Int) -> UInt8? { index + offset < input.count ? input[index + offset] : nil }

    private mutating func tag() {
        switch byte(1) {
        case let letter? where letter.isLetter:
            index += 1
            startTag()
        case UInt8(ascii: "/") where byte(2)?.isLetter == true:
            index += 2
            endTag()
        case UInt8(ascii: "!") where byte(2) == UInt8(ascii: "-") && byte(3) == UInt8(ascii: "-"):
            comment()
        case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "/"):
            skip(past: ">")
        default:
            output += "&lt;".utf8
            index += 1
        }
    }

    private mutating func comment() {
        index += 4
        // "<!-->" and "<!--->" are complete comments.
        if byte(0) == UInt8(ascii: ">") {
            index += 1
        } else if byte(0) == UInt8(ascii: "-"), byte(1) == UInt8(ascii: ">") {
            index += 2
        } else {
            skip(past: "-->")
        }
    }

    private mutating func endTag() {
        let name = name()
        skip(past: ">")
        guard let count = begun[name], count > 0 else { return }
        begun[name] = count - 1
        output += "</".utf8
        output += name.utf8
        output.append(UInt8(ascii: ">"))
    }

    private mutating func startTag() {
        let name = name()
        var kept: [(name: String, value: [UInt8])] = []
        var isEmpty = false
        while let byte = byte(0), byte != UInt8(ascii: ">") {
            isEmpty = byte == UInt8(ascii: "/")
            if isEmpty || byte.isSpace {
                index += 1
                continue
            }
            let (attribute, value) = self.attribute()
            guard let attribute, !kept.contains(where: { $0.name == attribute }) else { continue }
            kept.append((attribute, value))
        }
        guard index < input.count else { return }
        index += 1
        if Self.opaque.contains(name) {
            skipContent(of: name)
        } else {
            output.append(UInt8(ascii: "<"))
            output += name.utf8
            for (attribute, value) in kept {
                output += " \(attribute)=\"".utf8
                write(value[...], escaping: UInt8(ascii: "\""), as: "&quot;")
                output.append(UInt8(ascii: "\""))
            }
            output += (isEmpty ? "/>" : ">").utf8
            if !isEmpty { begun[name, default: 0] += 1 }
            if name == "title" { title() }
        }
    }

    /// Reads an attribute; its name is `nil` if it does not matter here.
    private mutating func attribute() -> (name: String?, value: [UInt8]) {
        let start = index
        // An equals sign at the start belongs to the name.
        index += 1
        skip { $0.isSpace || "/>=".utf8.contains($0) }
        let name = String(decoding: input[start..<min(index, start + 32)], as: UTF8.self).lowercased()
        let end = index
        skip { !$0.isSpace }
        guard byte(0) == UInt8(ascii: "=") else {
            index = end
            return (Self.attributes.contains(name) ? name : nil, [])
        }
        index += 1
        skip { !$0.isSpace }
        var value = index..<index
        if let quote = byte(0), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            index += 1
            let start = index
            skip { $0 == quote }
            value = start..<index
            index = min(index + 1, input.count)
        } else {
            let start = index
            skip { $0.isSpace || $0 == UInt8(ascii: ">") }
            value = start..<index
        }
        guard Self.attributes.contains(name) else { return (nil, []) }
        return (name, Array(input[value].prefix(attributeBytes)))
    }

    /// Reads the name of a tag, in lower case and without invalid characters.
    private mutating func name() -> String {
        let start = index
        skip { $0.isSpace || "/>".utf8.contains($0) }
        let bytes = input[start..<min(index, start + 32)].filter {
            $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-")
        }
        return String(decoding: bytes, as: UTF8.self).lowercased()
    }

    /// Reads a title, which cannot contain tags.
    private mutating func title() {
        let start = index
        let end = contentEnd(of: "title")
        write(input[start..<end], escaping: UInt8(ascii: "<"), as: "&lt;")
        index = end
    }

    /// Writes text with one character of markup escaped, and without zero bytes.
    private mutating func write(_ text: ArraySlice<UInt8>, escaping mark: UInt8, as escape: String) {
        for byte in text where byte != 0 {
            if byte == mark { output += escape.utf8 } else { output.append(byte) }
        }
    }

    private mutating func skipContent(of name: String) {
        index = contentEnd(of: name)
        if index < input.count { skip(past: ">") }
    }

    /// Returns the offset of the next `</name`, or the end of the page.
    private func contentEnd(of name: String) -> Int {
        let name = Array(name.utf8)
        var position = index
        while position + name.count + 2 < input.count {
            if input[position] == UInt8(ascii: "<"), input[position + 1] == UInt8(ascii: "/"),
                input[(position + 2)..<(position + 2 + name.count)].elementsEqual(name, by: { $0 | 0x20 == $1 | 0x20 })
            {
                let next = input[position + 2 + name.count]
                if next.isSpace || "/>".utf8.contains(next) { return position }
            }
            position += 1
        }
        return input.count
    }

    private mutating func skip(past mark: StaticString) {
        mark.withUTF8Buffer { mark in
            while index + mark.count <= input.count {
                if input[index..<(index + mark.count)].elementsEqual(mark) {
                    index += mark.count
                    return
                }
                index += 1
            }
            index = input.count
        }
    }

    private mutating func skip(until isEnd: (UInt8) -> Bool) {
        while index < input.count, !isEnd(input[index]) { index += 1 }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
