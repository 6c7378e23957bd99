import FoundationEssentials
import GRDB

/// A filter as SQL: the index gives the ids in ascending order, and each row is held against what the index knows only roughly.
///
/// Either the primary key or the index leads; no row is read that neither named, and nothing is sorted.
struct InventoryQuery {
    /// How far what is beyond a page is counted.
    ///
    /// Where items are far between, to count them is as much work as to find them.
    static let countLimit = 100

    /// The statement, for as many rows as the page has and are counted.
    let sql: String
    let arguments: StatementArguments

    /// The query for a filter; nil when nothing can match.
    init?(_ filter: InventoryFilter) {
        guard let expression = Self.expression(filter) else { return nil }
        var conditions = ["item.id > ?"]
        var arguments: StatementArguments = []
        if !expression.isEmpty {
            // The cross join keeps SQLite from walking the items and asking the index about each.
            conditions = ["inventorySearch MATCH ?", "inventorySearch.rowid > ?"]
            arguments += [expression]
        }
        arguments += [filter.after ?? .min]
        if let title = filter.title?.nonEmpty {
            // `instr` has no wildcards, so `%` and `_` in a title are found as they stand.
            conditions.append("instr(item.foldedTitle, ?) > 0")
            arguments += [title.foldedForSearch]
        }
        if let from = filter.updatedFrom {
            conditions.append("item.updatedAt >= ?")
            arguments += [from.milliseconds]
        }
        if let before = filter.updatedBefore {
            conditions.append("item.updatedAt < ?")
            arguments += [before.milliseconds]
        }
        let tables =
            expression.isEmpty
            ? "inventoryItem AS item"
            : "inventorySearch CROSS JOIN inventoryItem AS item ON item.id = inventorySearch.rowid"
        let order = expression.isEmpty ? "item.id" : "inventorySearch.rowid"
        sql = "SELECT item.* FROM \(tables) WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order) LIMIT ?"
        self.arguments = arguments + [filter.limit + Self.countLimit + 1]
    }

    /// The question to the index: empty when everything is wanted, nil when nothing can be.
    ///
    /// What names few items comes first.
    private static func expression(_ filter: InventoryFilter) -> String? {
        let slots = TimeSlots.tokens(from: filter.updatedFrom?.milliseconds, before: filter.updatedBefore?.milliseconds)
        if let slots, slots.isEmpty { return nil }
        var parts = [filter.code.flatMap { InventoryIndexEntry.token(.code, $0) }]
        parts.append(slots.map { $0.count == 1 ? $0[0] : "(" + $0.joined(separator: " OR ") + ")" })
        parts += TitleGrams.tokens(wantedBy: filter.title?.foldedForSearch ?? "")
        parts.append(filter.place.flatMap { InventoryIndexEntry.token(.place, $0) })
        parts.append(filter.category.flatMap { InventoryIndexEntry.token(.category, $0) })
        parts.append(filter.state.flatMap { InventoryIndexEntry.token(.state, $0) })
        return parts.compactMap(\.self).joined(separator: " AND ")
    }
}
