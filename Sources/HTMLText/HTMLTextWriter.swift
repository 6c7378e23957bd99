/// Writes the text of elements as lines: blocks apart, white space single, headings and list items marked.
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

    private var lines: [String] = []
    private var line = ""
    private var needsSpace = false
    private var wantsBlankLine = false

    /// The text of a part of a tree.
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
            line = String(repeating: "#", count: name.last?.wholeNumberValue ?? 1) + " "
        case "li": line = "- "
        case "td", "th": if !line.isEmpty { (line, needsSpace) = (line + " | ", false) }
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
        let words = text.split { $0.isWhitespace || $0.isNewline }
        guard let first = text.first, !words.isEmpty else {
            needsSpace = needsSpace || !text.isEmpty
            return
        }
        if needsSpace || first.isWhitespace, !line.isEmpty, line.last != " " { line += " " }
        line += words.joined(separator: " ")
        needsSpace = text.last?.isWhitespace ?? false
    }

    private mutating func writePlain(_ text: String) {
        for (number, part) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if number > 0 { endLine() }
            line += part
        }
    }

    private mutating func breakLine() {
        needsSpace = false
        if !line.isEmpty { endLine() }
    }

    private mutating func endLine() {
        while line.last?.isWhitespace == true { line.removeLast() }
        let isMark = line == "-" || (!line.isEmpty && line.allSatisfy { $0 == "#" })
        if !line.isEmpty, !isMark {
            if wantsBlankLine, !lines.isEmpty { lines.append("") }
            wantsBlankLine = false
            lines.append(line)
        }
        line = ""
    }

    private mutating func finish() -> String {
        breakLine()
        return lines.joined(separator: "\n")
    }
}
