/// The marks at the start of a line.
extension MarkdownScanner {
    /// Returns the fence that a line opens: at least three backticks or tildes, and the language of the code.
    static func fence(_ line: String) -> (character: Character, length: Int, language: String)? {
        let text = line.trimmed
        guard let character = text.first, character == "`" || character == "~" else { return nil }
        let length = text.prefix { $0 == character }.count
        let language = text.dropFirst(length)
        guard length >= 3, character == "~" || !language.contains("`") else { return nil }
        return (character, length, String(language).trimmed)
    }

    /// Returns the text and level of a heading.
    static func heading(_ line: String) -> (text: String, level: Int)? {
        let text = line.trimmed
        let level = text.prefix { $0 == "#" }.count
        guard (1...6).contains(level), line.indentation < 4 else { return nil }
        let rest = text.dropFirst(level)
        guard rest.first == " " || rest.isEmpty else { return nil }
        var title = Substring(String(rest).trimmed)
        // Marks at the end repeat those at the start.
        let marks = title.reversed().prefix { $0 == "#" }.count
        if marks > 0, marks == title.count || title.dropLast(marks).last == " " { title = title.dropLast(marks) }
        return (String(title).trimmed, level)
    }

    /// Whether a line is a rule: three or more of `*`, `-` or `_`, and spaces.
    static func isRule(_ line: String) -> Bool {
        let marks = line.filter { !$0.isWhitespace }
        guard marks.count >= 3, let first = marks.first, "*-_".contains(first) else { return false }
        return marks.allSatisfy { $0 == first }
    }

    /// Returns the text after a quotation's mark; `nil` for another line.
    static func quotation(_ line: String) -> String? {
        let text = line.trimmed
        guard text.first == ">" else { return nil }
        return String(text.dropFirst()).trimmed
    }

    /// Returns the mark of a list's item, the columns up to its text, and its text.
    static func marker(_ line: String) -> (mark: String, width: Int, text: String)? {
        let text = line.dropIndentation(upTo: .max)
        let mark: String
        if let first = text.first, "-*+".contains(first) {
            mark = "•"
            guard let found = item(text.dropFirst()) else { return nil }
            return checkbox(found.text, width: 1 + found.space) ?? (mark, 1 + found.space, found.text)
        }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard (1...9).contains(digits.count), let end = text.dropFirst(digits.count).first, end == "." || end == ")",
            let found = item(text.dropFirst(digits.count + 1))
        else { return nil }
        return (digits + String(end), digits.count + 1 + found.space, found.text)
    }

    /// Returns the spaces after a mark and the text; `nil` if no space follows.
    private static func item(_ rest: Substring) -> (space: Int, text: String)? {
        guard let first = rest.first else { return (1, "") }
        guard first == " " || first == "\t" else { return nil }
        let spaces = rest.prefix { $0 == " " || $0 == "\t" }.count
        return (min(spaces, 4), String(rest.dropFirst(spaces)).trimmed)
    }

    /// Returns the item of a list of tasks.
    private static func checkbox(_ text: String, width: Int) -> (mark: String, width: Int, text: String)? {
        if text.hasPrefix("[ ] ") { return ("☐", width, String(text.dropFirst(4))) }
        if text.hasPrefix("[x] ") || text.hasPrefix("[X] ") { return ("☑", width, String(text.dropFirst(4))) }
        return nil
    }

    /// Returns the alignments of a row of dashes; `nil` for another line.
    private static func alignments(_ line: String) -> [MarkdownBlock.Alignment]? {
        guard line.contains("-"), line.allSatisfy({ "|-: \t".contains($0) }) else { return nil }
        var alignments: [MarkdownBlock.Alignment] = []
        for cell in cells(of: line, count: nil) {
            guard cell.contains("-") else { return nil }
            alignments.append(cell.hasSuffix(":") ? (cell.hasPrefix(":") ? .center : .right) : .left)
        }
        return alignments
    }

    /// Returns the head and the alignments of a table; `nil` if no row of dashes with as many cells follows the head.
    static func tableParts(
        head: String,
        _ line: String
    ) -> (head: [String], alignments: [MarkdownBlock.Alignment])? {
        guard head.contains("|"), let alignments = alignments(line) else { return nil }
        let cells = cells(of: head, count: nil)
        return cells.count == alignments.count ? (cells, alignments) : nil
    }

    /// Returns the cells of a row; a backslash before `|` makes it a part of the cell.
    ///
    /// - Parameter count: The number of cells, which are cut or filled up; `nil` for all.
    static func cells(of line: String, count: Int?) -> [String] {
        var text = Substring(line.trimmed)
        if text.first == "|" { text = text.dropFirst() }
        if text.last == "|", !text.hasSuffix("\\|") { text = text.dropLast() }
        var cells: [String] = []
        var cell = ""
        var isEscaped = false
        for character in text {
            if isEscaped {
                cell += character == "|" ? "|" : "\\" + String(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "|" {
                cells.append(cell.trimmed)
                cell = ""
            } else {
                cell.append(character)
            }
        }
        cells.append((isEscaped ? cell + "\\" : cell).trimmed)
        guard let count else { return cells }
        return Array((cells + Array(repeating: "", count: max(0, count - cells.count))).prefix(count))
    }
}

extension String {
    /// The text without white space at its start and end.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }

    /// The columns of the white space at the start; a tab counts as four.
    var indentation: Int {
        var columns = 0
        for character in self {
            switch character {
            case " ": columns += 1
            case "\t": columns += 4
            default: return columns
            }
        }
        return columns
    }

    /// Returns the text without white space at its start, but for what exceeds a number of columns.
    func dropIndentation(upTo limit: Int) -> Substring {
        var columns = 0
        var rest = self[...]
        while let first = rest.first, first == " " || first == "\t", columns < limit {
            columns += first == "\t" ? 4 : 1
            rest = rest.dropFirst()
        }
        return rest
    }
}
