/// A table with a drawn frame that fits a number of columns.
///
/// Columns that are too wide are narrowed, the widest first; then columns that may be left out are; a table that is still too wide
/// becomes a list of its rows.
package struct BoxTable: Sendable {
    /// A column.
    package struct Column: Sendable {
        /// The title.
        let title: StyledText
        /// Whether the cells end at the right, as numbers do.
        let isTrailing: Bool
        /// Whether the column is left out if there is not enough room.
        let isOptional: Bool

        /// Makes a column.
        package init(_ title: StyledText, isTrailing: Bool = false, isOptional: Bool = false) {
            self.title = title
            self.isTrailing = isTrailing
            self.isOptional = isOptional
        }
    }

    /// The fewest columns of the screen for a cell that is narrowed.
    private static let narrowest = 8
    /// The most lines of a cell; a longer text is cut.
    private static let mostLines = 3

    private var columns: [Column]
    private var rows: [[StyledText]] = []

    /// Makes a table without rows.
    package init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row with a cell for each column.
    package mutating func add(_ cells: [StyledText]) { rows.append(cells) }

    /// Leaves out the columns in which all cells are empty.
    package mutating func dropEmptyColumns() {
        let kept = columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        keep(kept)
    }

    private mutating func keep(_ kept: [Int]) {
        columns = kept.map { columns[$0] }
        rows = rows.map { row in kept.map { row[$0] } }
    }

    /// Returns the lines of the table.
    package func lines(_ drawing: Drawing) -> [StyledText] {
        guard !columns.isEmpty else { return [] }
        var table = self
        while true {
            if let widths = table.widths(drawing) { return table.framed(widths, drawing) }
            guard let dropped = table.columns.lastIndex(where: \.isOptional) else { return table.list(drawing) }
            table.keep(table.columns.indices.filter { $0 != dropped })
        }
    }

    // MARK: - Widths

    /// Returns the width of each column; `nil` if the table does not fit.
    private func widths(_ drawing: Drawing) -> [Int]? {
        let natural = columns.indices.map { index in
            let cells = rows.map { $0[index].columns(drawing.rules) }
            return max(1, columns[index].title.columns(drawing.rules), cells.max() ?? 0)
        }
        let room = drawing.columns - 3 * columns.count - 1
        guard natural.reduce(0, +) > room else { return natural }
        // The widest columns are narrowed to one width, the largest with which the table fits.
        var cap = 0
        for width in stride(from: natural.max() ?? 0, through: Self.narrowest, by: -1)
        where natural.reduce(0, { $0 + min($1, width) }) <= room {
            cap = width
            break
        }
        guard cap > 0 else { return nil }
        var widths = natural.map { min($0, cap) }
        // The rest of the rounding goes to the first narrowed columns.
        var left = room - widths.reduce(0, +)
        for index in widths.indices where left > 0 && natural[index] > cap {
            widths[index] += 1
            left -= 1
        }
        return widths
    }

    // MARK: - Lines

    private func framed(_ widths: [Int], _ drawing: Drawing) -> [StyledText] {
        let marks = drawing.hasUnicode ? FrameMarks.unicode : .ascii
        func border(_ ends: (String, String, String)) -> StyledText {
            let parts = widths.map { String(repeating: marks.horizontal, count: $0 + 2) }
            return StyledText(harmless: ends.0 + parts.joined(separator: ends.1) + ends.2, .dim)
        }
        var lines = [border(marks.top)]
        if columns.contains(where: { !$0.title.isEmpty }) {
            lines += row(columns.map { $0.title.adding(.bold) }, widths, marks, drawing)
            lines.append(border(marks.middle))
        }
        for cells in rows { lines += row(cells, widths, marks, drawing) }
        lines.append(border(marks.bottom))
        return lines
    }

    private func row(
        _ cells: [StyledText],
        _ widths: [Int],
        _ marks: FrameMarks,
        _ drawing: Drawing
    ) -> [StyledText] {
        let parts = zip(cells, widths).map { cell, width in
            let lines = LineWrapping(columns: width, drawing.rules).lines(of: cell)
            guard lines.count > Self.mostLines else { return lines }
            var kept = Array(lines.prefix(Self.mostLines))
            kept[Self.mostLines - 1] = (kept[Self.mostLines - 1] + "…").cut(to: width, drawing.rules)
            return kept
        }
        let bar = StyledText(harmless: marks.vertical, .dim)
        let space = StyledText(harmless: " ", .plain)
        return (0..<(parts.map(\.count).max() ?? 1)).map { index in
            var line = bar
            for (column, lines) in parts.enumerated() {
                let text = index < lines.count ? lines[index].cut(to: widths[column], drawing.rules) : StyledText()
                let padded = text.padded(to: widths[column], drawing.rules, trailing: columns[column].isTrailing)
                line.append(space + padded + space + bar)
            }
            return line
        }
    }

    /// Returns each row as lines of titles and cells.
    private func list(_ drawing: Drawing) -> [StyledText] {
        rows.enumerated().flatMap { index, cells in
            let lines = zip(columns, cells).flatMap { column, cell -> [StyledText] in
                guard !cell.isEmpty else { return [] }
                let title = column.title.isEmpty ? StyledText() : column.title.adding(.bold) + ": "
                return drawing.wrapped(title + cell, others: StyledText(harmless: "  ", .plain))
            }
            return index == 0 ? lines : [StyledText()] + lines
        }
    }
}

/// The characters of a frame.
struct FrameMarks: Sendable {
    let horizontal: String
    let vertical: String
    let top: (String, String, String)
    let middle: (String, String, String)
    let bottom: (String, String, String)

    /// Line drawing characters.
    static let unicode = FrameMarks(
        horizontal: "─",
        vertical: "│",
        top: ("╭", "┬", "╮"),
        middle: ("├", "┼", "┤"),
        bottom: ("╰", "┴", "╯")
    )
    /// Characters of ASCII.
    static let ascii = FrameMarks(
        horizontal: "-",
        vertical: "|",
        top: ("+", "+", "+"),
        middle: ("+", "+", "+"),
        bottom: ("+", "+", "+")
    )
}
