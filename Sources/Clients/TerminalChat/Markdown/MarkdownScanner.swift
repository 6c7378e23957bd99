/// A scanner of Markdown that arrives in pieces: lines become blocks, and a block that has ended never changes.
///
/// It reads the subset that models write: paragraphs, headings, lists, quotations, fenced code, tables and rules. Everything else,
/// HTML among it, is text. The cost is linear in the text, except that the open line is read again after each piece.
struct MarkdownScanner: Sendable {
    /// The maximum number of bytes of an open block; a longer one is ended, so that its cost stays bounded.
    static let longestBlock = 16_384
    /// The most rows of a table that is drawn as one.
    static let mostRows = 500
    /// The deepest level of a list that is distinguished.
    private static let deepest = 8

    private enum Open: Equatable {
        case paragraph(String, isOneLine: Bool, depth: Int)
        case item(String, mark: String, depth: Int)
        case quote(String)
        case code(fence: Character, length: Int, indent: Int, depth: Int)
        case table(head: [String], rows: [[String]], alignments: [MarkdownBlock.Alignment])
    }

    /// The open line, without its end.
    private var line = ""
    private var open: Open?
    /// The columns at which the texts of the enclosing items start.
    private var lists: [Int] = []
    private var isAfterBlank = false

    /// Adds a piece of text and returns the blocks that it ends.
    mutating func append(_ piece: String) -> [MarkdownBlock] {
        var blocks: [MarkdownBlock] = []
        // A line end may be CR LF, with a cut between the two.
        let hasReturn = piece.utf8.contains(0x0D)
        var rest =
            hasReturn
            ? Substring(String(String.UnicodeScalarView(piece.unicodeScalars.filter { $0 != "\r" }))) : piece[...]
        while let end = rest.firstIndex(of: "\n") {
            let whole = line + rest[..<end]
            line = ""
            accept(whole, &blocks)
            rest = rest[rest.index(after: end)...]
        }
        line += rest
        if line.utf8.count > Self.longestBlock {
            accept(line, &blocks)
            line = ""
        }
        return blocks
    }

    /// Ends the text and returns its last blocks.
    mutating func finish() -> [MarkdownBlock] {
        var blocks: [MarkdownBlock] = []
        if !line.isEmpty { accept(line, &blocks) }
        line = ""
        if case .code = open { blocks.append(.codeEnd) } else { close(&blocks) }
        open = nil
        lists = []
        isAfterBlank = false
        return blocks
    }

    /// The blocks that have not ended, as they would be if the text ended here.
    var openBlocks: [MarkdownBlock] {
        var copy = self
        let blocks = copy.finish()
        // The end of code is not drawn before it is there.
        return blocks.last == .codeEnd ? Array(blocks.dropLast()) : blocks
    }

    // MARK: - Lines

    private mutating func accept(_ line: String, _ blocks: inout [MarkdownBlock]) {
        if case .code(let fence, let length, let indent, let depth) = open {
            let trimmed = line.trimmed
            if trimmed.count >= length, trimmed.allSatisfy({ $0 == fence }) {
                open = nil
                blocks.append(.codeEnd)
            } else {
                blocks.append(.codeLine(String(line.dropIndentation(upTo: indent)), depth: depth))
            }
            return
        }
        guard !line.allSatisfy(\.isWhitespace) else {
            if case .table = open { close(&blocks) }
            if case .paragraph = open { close(&blocks) }
            if case .quote = open { close(&blocks) }
            isAfterBlank = true
            return
        }
        if continues(line) { return }
        close(&blocks)
        start(line, &blocks)
        isAfterBlank = false
    }

    /// Adds a line to the open block, and returns whether it belongs to it.
    private mutating func continues(_ line: String) -> Bool {
        let wasAfterBlank = isAfterBlank
        switch open {
        case .table(let head, var rows, let alignments):
            guard line.contains("|"), !startsBlock(line), rows.count < Self.mostRows else { return false }
            rows.append(Self.cells(of: line, count: head.count))
            open = .table(head: head, rows: rows, alignments: alignments)
        case .paragraph(let text, let isOneLine, let depth):
            if isOneLine, let table = Self.tableParts(head: text, line) {
                open = .table(head: table.head, rows: [], alignments: table.alignments)
                return true
            }
            guard !startsBlock(line), text.utf8.count < Self.longestBlock else { return false }
            open = .paragraph(text + "\n" + line.trimmed, isOneLine: false, depth: depth)
        case .item(let text, let mark, let depth):
            guard !wasAfterBlank, !startsBlock(line), text.utf8.count < Self.longestBlock else { return false }
            open = .item(text + "\n" + line.trimmed, mark: mark, depth: depth)
        case .quote(let text):
            guard let quoted = Self.quotation(line), text.utf8.count < Self.longestBlock else { return false }
            open = .quote(text + "\n" + quoted)
        case .code, nil: return false
        }
        return true
    }

    private func startsBlock(_ line: String) -> Bool {
        Self.fence(line) != nil || Self.heading(line) != nil || Self.isRule(line) || Self.quotation(line) != nil
            || Self.marker(line) != nil
    }

    private mutating func start(_ line: String, _ blocks: inout [MarkdownBlock]) {
        let indent = line.indentation
        if let marker = Self.marker(line), !Self.isRule(line) {
            while let last = lists.last, indent < last { lists.removeLast() }
            let depth = min(lists.count, Self.deepest)
            if lists.count <= Self.deepest { lists.append(indent + marker.width) }
            open = .item(marker.text, mark: marker.mark, depth: depth)
            return
        }
        // A block after a list belongs to the item whose text is indented as far.
        while let last = lists.last, indent < min(last, 2) || indent + 1 < last { lists.removeLast() }
        let depth = lists.count
        if let fence = Self.fence(line) {
            blocks.append(.codeStart(fence.language, depth: depth))
            open = .code(fence: fence.character, length: fence.length, indent: indent, depth: depth)
        } else if let heading = Self.heading(line) {
            blocks.append(.heading(heading.text, level: heading.level))
        } else if Self.isRule(line) {
            blocks.append(.rule)
        } else if let quoted = Self.quotation(line) {
            open = .quote(quoted)
        } else {
            open = .paragraph(line.trimmed, isOneLine: true, depth: depth)
        }
    }

    private mutating func close(_ blocks: inout [MarkdownBlock]) {
        switch open {
        case .paragraph(let text, _, let depth): blocks.append(.paragraph(text, depth: depth))
        case .item(let text, let mark, let depth): blocks.append(.item(text, mark: mark, depth: depth))
        case .quote(let text): blocks.append(.quote(text))
        case .table(let head, let rows, let alignments):
            blocks.append(.table(head: head, rows: rows, alignments: alignments))
        case .code, nil: return
        }
        open = nil
    }
}
