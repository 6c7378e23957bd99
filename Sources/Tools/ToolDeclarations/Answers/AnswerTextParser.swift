/// The reader of a template's tags.
struct AnswerTextParser {
    private typealias Part = AnswerText.Part
    private typealias Fault = AnswerText.Fault

    private static let longest = 8_192
    /// The most sections within each other.
    private static let deepest = 16
    /// The signs of tags that a template of one file must not have.
    private static let refused: [Unicode.Scalar: String] = [
        ">": "partials", "<": "inheritance", "$": "blocks", "=": "other delimiters", "%": "pragmas",
    ]

    private let scalars: [Unicode.Scalar]
    private var offset = 0
    private var literal = String.UnicodeScalarView()
    /// Whether the line up to here has nothing that is part of the text.
    private var isLineBlank = true
    private var open: [(name: String, offset: Int, isInverted: Bool, parts: [AnswerText.Part])] = []
    private var parts: [AnswerText.Part] = []

    init(_ text: String) throws(AnswerText.Fault) {
        guard text.utf8.count <= Self.longest else {
            throw Fault(message: "the template has more than \(Self.longest) bytes; shorten it")
        }
        scalars = Array(text.unicodeScalars)
    }

    mutating func parse() throws(AnswerText.Fault) -> [AnswerText.Part] {
        while offset < scalars.count {
            if starts("{{") {
                try tag()
            } else {
                let scalar = scalars[offset]
                isLineBlank = scalar == "\n" || isLineBlank && (scalar == " " || scalar == "\t" || scalar == "\r")
                literal.append(scalar)
                offset += 1
            }
        }
        endLiteral()
        if let section = open.last {
            throw fault("the section '\(section.name)' has no end; add '{{/\(section.name)}}'", at: section.offset)
        }
        return parts
    }

    private mutating func tag() throws(AnswerText.Fault) {
        let start = offset
        let isRaw = starts("{{{")
        offset += isRaw ? 3 : 2
        let close = isRaw ? "}}}" : "}}"
        var content = String.UnicodeScalarView()
        while offset < scalars.count, !starts(close) {
            content.append(scalars[offset])
            offset += 1
        }
        guard offset < scalars.count else { throw fault("a tag has no '\(close)'", at: start) }
        offset += close.unicodeScalars.count
        while content.first == " " { content.removeFirst() }
        let sign = content.first ?? " "
        if !isRaw, let kind = Self.refused[sign] {
            throw fault("the tag '{{\(sign)' is there, and templates here have no \(kind); remove it", at: start)
        }
        guard !isRaw, "#^/!&".unicodeScalars.contains(sign) else { return try self.value(String(content), start) }
        content.removeFirst()
        switch sign {
        case "#", "^": try begin(Self.trimmed(content), isInverted: sign == "^", start)
        case "/": try end(Self.trimmed(content), start)
        case "!": skipLine()
        default: try self.value(String(content), start)
        }
    }

    private mutating func value(_ text: String, _ start: Int) throws(AnswerText.Fault) {
        let name = try self.name(Self.trimmed(text.unicodeScalars), start)
        endLiteral()
        parts.append(.value(name))
        isLineBlank = false
    }

    private mutating func begin(_ text: String, isInverted: Bool, _ start: Int) throws(AnswerText.Fault) {
        _ = try self.name(text, start)
        guard open.count < Self.deepest else {
            throw fault("the sections are nested more than \(Self.deepest) deep", at: start)
        }
        skipLine()
        endLiteral()
        open.append((text, start, isInverted, parts))
        parts = []
    }

    private mutating func end(_ text: String, _ start: Int) throws(AnswerText.Fault) {
        guard let section = open.popLast() else {
            throw fault("'{{/\(text)}}' ends no section; remove it, or add '{{#\(text)}}' before it", at: start)
        }
        guard section.name == text else {
            throw fault("'{{/\(text)}}' is there where '{{/\(section.name)}}' must end the section", at: start)
        }
        skipLine()
        endLiteral()
        let inner = parts
        parts = section.parts
        parts.append(.section(try name(text, section.offset), isInverted: section.isInverted, inner))
    }

    private func name(_ text: String, _ start: Int) throws(AnswerText.Fault) -> AnswerText.Name {
        switch text {
        case ".": return .path([])
        case "first()": return .first
        case "last()": return .last
        case "index()": return .index
        default: break
        }
        let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard !text.isEmpty, text.utf8.count <= 200, names.allSatisfy({ !$0.isEmpty }),
            !text.unicodeScalars.contains(where: { $0.value <= 0x20 || "(){}".unicodeScalars.contains($0) })
        else {
            throw fault(
                "a tag needs one name, such as '{{total}}' or '{{customer.name}}'; its functions are first(), last() and index()",
                at: start
            )
        }
        return .path(names)
    }

    /// Leaves out the whole line of a tag that is alone on it.
    private mutating func skipLine() {
        guard isLineBlank else { return }
        var next = offset
        while next < scalars.count, scalars[next] == " " || scalars[next] == "\t" || scalars[next] == "\r" { next += 1 }
        guard next == scalars.count || scalars[next] == "\n" else { return }
        while let last = literal.last, last != "\n" { literal.removeLast() }
        offset = min(next + 1, scalars.count)
    }

    private mutating func endLiteral() {
        if !literal.isEmpty { parts.append(.text(String(literal))) }
        literal = String.UnicodeScalarView()
    }

    private func starts(_ sign: String) -> Bool { scalars[offset...].starts(with: sign.unicodeScalars) }

    private static func trimmed(_ text: some Collection<Unicode.Scalar>) -> String {
        var rest = Array(text)[...]
        while let first = rest.first, first.value <= 0x20 { rest.removeFirst() }
        while let last = rest.last, last.value <= 0x20 { rest.removeLast() }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: rest)
        return String(view)
    }

    private func fault(_ message: String, at offset: Int) -> AnswerText.Fault {
        let before = scalars[..<offset]
        let line = before.count { $0 == "\n" } + 1
        let column = before.reversed().prefix { $0 != "\n" }.count + 1
        return Fault(message: "line \(line), column \(column) of the template: \(message)")
    }
}
