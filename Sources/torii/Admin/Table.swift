import StreamingJSON

/// A text table with aligned columns and a header.
struct Table {
    private var rows: [[String]]

    /// Creates a table without rows.
    init(_ head: String...) { rows = [head] }

    /// Adds a row.
    ///
    /// An empty cell is shown as a dash.
    mutating func add(_ cells: String...) {
        // A name chosen by a client must not contain characters that move the cursor.
        rows.append(
            cells.map { cell in
                let text = String(cell.unicodeScalars.filter { $0.properties.generalCategory != .control })
                return text.isEmpty ? "-" : text
            }
        )
    }

    /// Returns the lines; `none` if there is no row.
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

extension JSONValue {
    /// Returns the text of a member for a table's cell; empty if there is none.
    func cell(_ name: String) -> String {
        switch self[name] {
        case .string(let text)?: text
        case .integer(let number)?: String(number)
        case .bool(let value)?: value ? "yes" : "no"
        case .array(let elements)?: elements.compactMap(\.stringValue).joined(separator: " ")
        default: ""
        }
    }

    /// Returns the first characters of a member that is an id.
    func shortID(_ name: String = "id") -> String { String(cell(name).prefix(8)) }

    /// Returns the elements of a member that is a list.
    func list(_ name: String) -> [JSONValue] { self[name]?.arrayValue ?? [] }
}
