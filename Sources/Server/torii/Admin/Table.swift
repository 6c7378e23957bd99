import Foundation

/// A text table with aligned columns and a header.
struct Table {
    private var rows: [[String]]

    /// Creates a table without rows.
    init(_ head: String...) { rows = [head] }

    /// Adds a row.
    ///
    /// An empty cell is shown as a dash.
    mutating func add(_ cells: String...) {
        rows.append(
            cells.map { cell in
                let text = cell.onTerminal
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

/// Values as texts for a table's cells; empty for none.
enum Cell {
    /// Returns the first characters of an id.
    static func id(_ id: String) -> String { String(id.prefix(8)) }

    /// Returns a time in the form of RFC 3339.
    static func time(_ time: Date?) -> String { time?.formatted(.iso8601) ?? "" }

    /// Returns what is known of a cost, and whether some of it is not.
    static func money(_ money: String, _ currency: String?, isUnpriced: Bool) -> String {
        let amount = [money, currency].compactMap(\.self).joined(separator: " ")
        guard isUnpriced else { return amount }
        return money.contains { ("1"..."9").contains($0) } ? "\(amount) + some without a price" : "no price"
    }

    /// Returns yes or no.
    static func flag(_ flag: Bool) -> String { flag ? "yes" : "no" }

    /// Returns the texts that are not empty, with spaces between them.
    static func row(_ texts: [String]) -> String { texts.filter { !$0.isEmpty }.joined(separator: " ") }
}
