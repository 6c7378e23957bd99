import FoundationEssentials
import GRDB

/// A filter as SQL: the index gives the ids in ascending order, and each row is held against what the index knows only roughly.
///
/// Either the primary key or the index leads; no row is read that neither named, and nothing is sorted.
struct InventoryQuery {
    /// Counts no further than this; more is "more than".
    static let countLimit = 1000

    private let source: String
    private let sourceArguments: StatementArguments

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
        source =
            " FROM \(tables) WHERE \(conditions.joined(separator: " AND ")) ORDER BY "
            + (expression.isEmpty ? "item.id" : "inventorySearch.rowid") + " LIMIT ?"
        sourceArguments = arguments
    }

    /// The statement for so many items.
    func items(limit: Int) -> (sql: String, arguments: StatementArguments) {
        ("SELECT item.*" + source, sourceArguments + [limit])
    }

    /// The statement that counts, up to so many.
    func count(limit: Int) -> (sql: String, arguments: StatementArguments) {
        ("SELECT count(*) FROM (SELECT 1" + source + ")", sourceArguments + [limit])
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
