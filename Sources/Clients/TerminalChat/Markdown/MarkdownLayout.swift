/// The lines of blocks, with the space between them.
///
/// It remembers the block before, because the space depends on it; the lines of finished blocks are never computed again.
struct MarkdownLayout: Sendable {
    /// The kind of the last block, as far as the space after it depends on it.
    private enum Kind: Equatable {
        case none, text, item, code
    }

    private var last = Kind.none

    /// Returns the lines of the next block.
    ///
    /// - Parameter isOpen: Whether the block still grows.
    mutating func lines(of block: MarkdownBlock, _ drawing: Drawing, isOpen: Bool = false) -> [StyledText] {
        switch block {
        case .paragraph(let text, let depth):
            return spaced(.text) + wrapped(InlineMarks.styled(text, isOpen: isOpen), drawing, depth: depth)
        case .heading(let text, let level):
            var style = TextStyle.bold
            if level == 1 { style.isUnderlined = true }
            if level <= 2 { style.color = .cyan }
            return spaced(.text) + drawing.wrapped(InlineMarks.styled(text, style, isOpen: isOpen))
        case .item(let text, let mark, let depth):
            let bullet = drawing.hasUnicode ? mark : Self.plainMarks[mark] ?? mark
            let indent = String(repeating: " ", count: Self.indentation * depth)
            let first = StyledText(harmless: indent, .plain) + StyledText(harmless: "\(bullet) ", .code)
            let space = spaced(.item)
            return space + drawing.wrapped(InlineMarks.styled(text, isOpen: isOpen), first: first)
        case .quote(let text):
            let bar = StyledText(harmless: drawing.hasUnicode ? "│ " : "| ", .dim)
            var style = TextStyle.plain
            style.isItalic = true
            return spaced(.text)
                + drawing.wrapped(InlineMarks.styled(text, style, isOpen: isOpen), first: bar, others: bar)
        case .codeStart(let language, let depth):
            let space = spaced(.code)
            guard !language.isEmpty else { return space }
            return space + [Self.codeIndent(depth) + StyledText(language.harmlessLine, .dim).cut(to: 40, drawing.rules)]
        case .codeLine(let line, let depth):
            // Code is broken anywhere, because its spaces have a meaning.
            let text = line.harmless.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "    ")
            return drawing.chopped(StyledText(harmless: text, .code), first: Self.codeIndent(depth))
        case .codeEnd:
            return []
        case .table(let head, let rows, let alignments):
            return spaced(.text) + Self.table(head, rows, alignments, drawing)
        case .rule:
            let line = String(repeating: drawing.hasUnicode ? "─" : "-", count: min(40, drawing.columns))
            return spaced(.text) + [StyledText(harmless: line, .dim)]
        }
    }

    private static let indentation = 2
    private static let plainMarks = ["•": "*", "☐": "[ ]", "☑": "[x]"]

    private static func codeIndent(_ depth: Int) -> StyledText {
        StyledText(harmless: String(repeating: " ", count: 2 + indentation * depth), .plain)
    }

    /// Returns the empty line before a block; items of a list have none between them.
    private mutating func spaced(_ kind: Kind) -> [StyledText] {
        defer { last = kind }
        return last == .none || last == .item && kind == .item ? [] : [StyledText()]
    }

    private func wrapped(_ text: StyledText, _ drawing: Drawing, depth: Int) -> [StyledText] {
        let indent = StyledText(harmless: String(repeating: " ", count: Self.indentation * depth), .plain)
        return drawing.wrapped(text, first: indent)
    }

    private static func table(
        _ head: [String],
        _ rows: [[String]],
        _ alignments: [MarkdownBlock.Alignment],
        _ drawing: Drawing
    ) -> [StyledText] {
        let columns = zip(head, alignments).map { title, alignment in
            BoxTable.Column(InlineMarks.styled(title, .bold), isTrailing: alignment == .right)
        }
        var table = BoxTable(columns)
        for row in rows { table.add(row.map { InlineMarks.styled($0) }) }
        return table.lines(drawing)
    }
}
