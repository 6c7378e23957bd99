/// Columns of text, lined up, with a head.
struct Table {
    private var rows: [[String]]

    /// A table without rows.
    init(_ head: String...) { rows = [head] }

    /// Adds a row; an empty cell is shown as a dash.
    mutating func add(_ cells: String...) {
        // A name that somebody chose must not move the cursor.
        rows.append(
            cells.map { cell in
                let text = String(cell.unicodeScalars.filter { $0.properties.generalCategory != .control })
                return text.isEmpty ? "-" : text
            }
        )
    }

    /// The lines; `none` when there is no row.
    func text(orIfEmpty none: String) -> String {
        guard rows.count > 1 else { return none }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
        return lines.joined(separator: "\n")
    }
}
