import GRDB
import Storage

/// Holds rows against the fields that a filter wants.
///
/// A category or a state is the same text in many rows, so that what was found of it is kept.
struct InventoryFieldTest {
    private var wanted: [(column: String, text: String, known: [String: Bool])]

    /// - Parameter fields: Fields with the folded texts that they must have.
    init(_ fields: [(field: InventoryIndexEntry.Field, text: String)]) {
        wanted = fields.map { ($0.field.column, $0.text, [:]) }
    }

    /// Whether a row of the table has all of the texts.
    mutating func holds(for row: Row) -> Bool {
        for index in wanted.indices {
            guard let found: String = row[wanted[index].column] else { return false }
            if wanted[index].known.count > 1000 { wanted[index].known = [:] }
            let isMeant = wanted[index].known[found] ?? (found.foldedForSearch == wanted[index].text)
            wanted[index].known[found] = isMeant
            if !isMeant { return false }
        }
        return true
    }
}
