import AgentTools
import StreamSafeText
import StreamingJSON

extension JSONValue {
    /// The depth of nesting that is accepted in an answer.
    private static let deepestElement = 256
    /// The number of elements and attributes that is accepted in an answer.
    private static let mostNodes = 500_000

    /// Reads an XML document as a value, so that queries for JSON find its parts.
    ///
    /// - An element with attributes or children is an object: the attributes are members whose names start with `@`, the children
    ///   members with their names, and the text besides them is `#text`. Children with one name become an array.
    /// - Every other element is its text.
    /// - Prefixes of namespaces are dropped, and the document is an object with the root element as its member.
    ///
    /// - Throws: ``XMLError`` if the document is not well formed, or exceeds the limits.
    init(xml bytes: [UInt8]) throws(XMLError) {
        var tokenizer = try XMLTokenizer(bytes)
        var open: [OpenElement] = []
        var root: JSONObject?
        var count = 0
        func fault(_ message: String) -> XMLError { XMLError(message: message, offset: 0) }
        while let token = try tokenizer.next() {
            switch token {
            case .start(let name, let attributes):
                guard root == nil else { throw fault("there is more than one root element") }
                guard open.count < Self.deepestElement else { throw fault("elements are nested too deeply") }
                count += 1 + attributes.count
                guard count <= Self.mostNodes else { throw fault("there are too many elements") }
                open.append(OpenElement(name, attributes))
            case .end(let name):
                guard let last = open.popLast(), last.written == name else { throw fault("tags do not match") }
                if open.isEmpty {
                    root = JSONObject([(last.name, last.value)])
                } else {
                    open[open.count - 1].add(last)
                }
            case .text(let text):
                // Between elements there is white space, which the tokenizer reports like any text.
                if !open.isEmpty { open[open.count - 1].text += text }
            }
        }
        guard open.isEmpty, let root else { throw fault("the document ends too early") }
        self = .object(root)
    }
}

/// An element whose end was not read yet.
private struct OpenElement {
    let written: String
    var text: [UInt8] = []
    private var members: [(name: String, values: [JSONValue])] = []
    private var places: [String: Int] = [:]

    init(_ written: String, _ attributes: [XMLToken.Attribute]) {
        self.written = written
        for attribute in attributes where attribute.name != "xmlns" && !attribute.name.hasPrefix("xmlns:") {
            append("@" + Self.local(attribute.name), .string(attribute.value.streamSafe))
        }
    }

    var name: String { Self.local(written) }

    var value: JSONValue {
        let text = Self.trimmed(text)
        if members.isEmpty { return .string(text) }
        var object = JSONObject(members.map { ($0.name, $0.values.count == 1 ? $0.values[0] : .array($0.values)) })
        if !text.isEmpty { object["#text"] = .string(text) }
        return .object(object)
    }

    mutating func add(_ child: OpenElement) { append(child.name, child.value) }

    private mutating func append(_ name: String, _ value: JSONValue) {
        if let place = places[name] {
            members[place].values.append(value)
        } else {
            places[name] = members.count
            members.append((name, [value]))
        }
    }

    private static func local(_ name: String) -> String {
        name.split(separator: ":", maxSplits: 1).last.map(String.init) ?? name
    }

    private static func trimmed(_ bytes: [UInt8]) -> String {
        func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        guard let first = bytes.firstIndex(where: { !isSpace($0) }) else { return "" }
        let last = bytes.lastIndex { !isSpace($0) } ?? first
        return String(streamSafe: bytes[first...last])
    }
}
