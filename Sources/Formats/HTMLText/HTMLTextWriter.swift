import StreamSafeText

/// Writes the text of elements as lines: blocks separated, white space collapsed, headings and list items marked.
struct HTMLTextWriter {
    private static let apart: Set<String> = [
        "article", "blockquote", "body", "dl", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main",
        "ol",
        "p", "pre", "section", "table", "ul",
    ]
    private static let ownLine: Set<String> = [
        "address", "br", "caption", "center", "dd", "details", "div", "dt", "figcaption", "li", "summary", "tbody",
        "tfoot",
        "thead", "tr",
    ]

    private static let lineEnds: [Unicode.Scalar] = [
        "\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}",
    ]

    private var lines: [String] = []
    private var line = ""
    /// The process that finds the places of joiners in the line.
    ///
    /// It is kept between elements because a run of marks may continue from one element to the next.
    private var streamSafety = StreamSafeProcess()
    private var needsSpace = false
    private var wantsBlankLine = false

    /// Returns the text of a part of a tree.
    static func text(of tree: HTMLTree, in root: Int, leavingOut unread: [Bool]) -> String {
        var writer = HTMLTextWriter()
        var open: [(end: Int, name: String)] = []
        var preformattedEnd = 0
        var index = root
        while index < tree.nodes[root].end {
            while let last = open.last, last.end <= index { writer.separate(open.removeLast().name) }
            let node = tree.nodes[index]
            if unread[index], index != root {
                index = max(node.end, index + 1)
                continue
            }
            if node.isText {
                if preformattedEnd > index {
                    writer.writePlain(node.text)
                } else {
                    writer.write(node.text)
                }
            } else {
                writer.start(node.name)
                open.append((node.end, node.name))
                if node.name == "pre" { preformattedEnd = max(preformattedEnd, node.end) }
            }
            index += 1
        }
        return writer.finish()
    }

    private mutating func start(_ name: String) {
        separate(name)
        switch name {
        case "h1", "h2", "h3", "h4", "h5", "h6":
            append(String(repeating: "#", count: name.last?.wholeNumberValue ?? 1) + " ")
        case "li": append("- ")
        case "td", "th":
            if !line.isEmpty {
                append(" | ")
                needsSpace = false
            }
        default: break
        }
    }

    private mutating func separate(_ name: String) {
        if Self.apart.contains(name) {
            breakLine()
            wantsBlankLine = true
        } else if Self.ownLine.contains(name) {
            breakLine()
        }
    }

    private mutating func write(_ text: String) {
        let words = text.singleSpaced
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last, !words.isEmpty else {
            needsSpace = needsSpace || !text.isEmpty
            return
        }
        // This compares scalars and bytes because the last `Character` of a line may be the whole line.
        if needsSpace || first.properties.isWhitespace, !line.isEmpty, line.utf8.last != 0x20 { append(" ") }
        append(words)
        needsSpace = last.properties.isWhitespace
    }

    private mutating func append(_ text: String) { line += streamSafety.next(text) }

    private mutating func writePlain(_ text: String) {
        // The two scalars of "\r\n" end one line: an empty line is not written.
        let lines = text.unicodeScalars.split(omittingEmptySubsequences: false) { Self.lineEnds.contains($0) }
        for (number, part) in lines.enumerated() {
            if number > 0 { endLine() }
            append(String(part))
        }
    }

    private mutating func breakLine() {
        needsSpace = false
        if !line.isEmpty { endLine() }
    }

    private mutating func endLine() {
        while line.unicodeScalars.last?.properties.isWhitespace == true { line.unicodeScalars.removeLast() }
        let isMark = line.utf8.elementsEqual("-".utf8) || line.utf8.allSatisfy { $0 == UInt8(ascii: "#") }
        if !line.isEmpty, !isMark {
            if wantsBlankLine, !lines.isEmpty { lines.append("") }
            wantsBlankLine = false
            lines.append(line)
        }
        line = ""
        streamSafety = StreamSafeProcess()
    }

    private mutating func finish() -> String {
        breakLine()
        return lines.joined(separator: "\n")
    }
}
