import FoundationEssentials
import GRDB
import Storage

/// A filter as SQL: the index returns ids in ascending order, and each row is compared with the whole filter, because the index answers
/// some conditions roughly and others not at all.
///
/// Either the primary key or the index leads. No other rows are read, and nothing is sorted.
struct InventoryQuery {
    /// The number up to which further matches are counted.
    ///
    /// If matches are rare, counting them costs as much as finding them.
    static let countLimit = 100

    /// The conditions that the index can answer.
    let conditions: [InventoryCondition]
    private let filter: InventoryFilter

    /// Makes the query for a filter; `nil` if no item can match.
    init?(_ filter: InventoryFilter) {
        guard let conditions = InventoryCondition.all(of: filter) else { return nil }
        self.conditions = conditions
        self.filter = filter
    }

    /// A statement that returns the matching items by ascending id, without a limit.
    struct Statement {
        let sql: String
        let arguments: StatementArguments
    }

    /// Returns the statement that asks the index about some conditions; the reader of the rows tests the fields.
    ///
    /// - Parameter asked: The numbers of the conditions; empty only if the filter has none.
    func statement(asking asked: [Int]) -> Statement {
        var tests = ["item.id > ?"]
        var arguments: StatementArguments = []
        if !asked.isEmpty {
            // The cross join keeps SQLite from reading all items and asking the index about each.
            tests = ["inventorySearch MATCH ?", "inventorySearch.rowid > ?"]
            arguments += [expression(asked)]
        }
        arguments += [filter.after ?? .min]
        if let title = filter.title?.nonEmpty {
            // `instr` has no wildcards, so `%` and `_` in a title match only themselves.
            tests.append("instr(item.foldedTitle, ?) > 0")
            arguments += [title.foldedForSearch]
        }
        if let from = filter.updatedFrom {
            tests.append("item.updatedAt >= ?")
            arguments += [from.milliseconds]
        }
        if let before = filter.updatedBefore {
            tests.append("item.updatedAt < ?")
            arguments += [before.milliseconds]
        }
        let tables =
            asked.isEmpty
            ? "inventoryItem AS item"
            : "inventorySearch CROSS JOIN inventoryItem AS item ON item.id = inventorySearch.rowid"
        let order = asked.isEmpty ? "item.id" : "inventorySearch.rowid"
        return Statement(
            sql: "SELECT item.* FROM \(tables) WHERE \(tests.joined(separator: " AND ")) ORDER BY \(order)",
            arguments: arguments
        )
    }

    /// Returns the search expression for some conditions.
    private func expression(_ asked: [Int]) -> String {
        asked.map { conditions[$0].expression }.joined(separator: " AND ")
    }
}

extension InventoryQuery {
    /// The number of items beyond the start of a page that must have a token; otherwise only this token is asked about.
    private static let fewItems = 16
    /// The number of items in a sample from each of its two places.
    private static let sampleSize = 24

    /// Returns the numbers of the conditions that the index is best asked about.
    func asked(in db: Database) throws -> [Int] {
        guard conditions.count > 1 else { return Array(conditions.indices) }
        // Ids start at 1; the distance from the least integer would overflow.
        let start = max(0, filter.after ?? 0)
        var known: [InventoryIndexPlan.Condition] = []
        for (number, condition) in conditions.enumerated() {
            guard let id = try db.inventoryID(of: condition.expression, after: start, skipping: Self.fewItems - 1)
            else {
                return [number]
            }
            let share = Double(Self.fewItems) / Double(max(1, id - start))
            known.append(InventoryIndexPlan.Condition(share: share, lists: condition.lists))
        }
        let plan = InventoryIndexPlan(known)
        let end = try Int.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM inventoryItem")) ?? start
        let span = max(0, end - start)
        guard !plan.isLeadEnough(among: span) else { return [plan.lead] }
        // Sampled from old and new items, because recently changed items are close together at the end.
        let places = span > 4 * Self.sampleSize ? [start, start + span / 4 * 3] : [start]
        var entries: [InventoryIndexEntry] = []
        var share = 0.0
        for place in places {
            let found = try db.inventoryEntries(
                of: conditions[plan.lead].expression,
                after: place,
                limit: Self.sampleSize
            )
            if let last = found.last { share = max(share, Double(found.count) / Double(max(1, last.id - place))) }
            entries += found.map(\.entry)
        }
        return plan.asked(sample: conditions.map { $0.holds(for: entries) }, leadShare: share)
    }

    /// Returns a page of the items, with the index asked about some conditions.
    func page(asking asked: [Int], in db: Database) throws -> InventoryPage {
        let statement = statement(asking: asked)
        let rows = try Row.fetchCursor(db.cachedStatement(sql: statement.sql), arguments: statement.arguments)
        var fields = InventoryFieldTest(conditions.compactMap(\.field))
        var items: [InventoryItemRecord] = []
        while items.count < filter.limit, let row = try rows.next() {
            if fields.holds(for: row) { items.append(InventoryItemRecord(row: row)) }
        }
        var rest = 0
        while rest <= Self.countLimit, let row = try rows.next() {
            if fields.holds(for: row) { rest += 1 }
        }
        return InventoryPage(items: items, rest: rest > Self.countLimit ? .moreThan(Self.countLimit) : .exactly(rest))
    }
}

extension Database {
    /// Returns the id of the item that follows this number of others with a token beyond an id; `nil` if there are not as many.
    fileprivate func inventoryID(of expression: String, after id: Int, skipping count: Int) throws -> Int? {
        let statement = try cachedStatement(
            sql: """
                SELECT rowid FROM inventorySearch WHERE inventorySearch MATCH ? AND rowid > ? ORDER BY rowid LIMIT 1 OFFSET ?
                """
        )
        return try Int.fetchOne(statement, arguments: [expression, id, count])
    }

    /// Returns the index entries of the first items with a token beyond an id.
    fileprivate func inventoryEntries(
        of expression: String,
        after id: Int,
        limit: Int
    ) throws -> [(id: Int, entry: InventoryIndexEntry)] {
        let statement = try cachedStatement(
            sql: """
                SELECT item.id, item.foldedTitle, item.category, item.place, item.state, item.code, item.updatedAt
                FROM inventorySearch CROSS JOIN inventoryItem AS item ON item.id = inventorySearch.rowid
                WHERE inventorySearch MATCH ? AND inventorySearch.rowid > ? ORDER BY inventorySearch.rowid LIMIT ?
                """
        )
        return try Row.fetchAll(statement, arguments: [expression, id, limit]).map { row in
            (row["id"], InventoryIndexEntry(row: row))
        }
    }
}

/// A comparison of rows with a filter's fields.
///
/// A category or a state is the same text in many rows, so the results are cached by text.
struct InventoryFieldTest {
    private var wanted: [(column: String, text: String, known: [String: Bool])]

    /// - Parameter fields: The fields, with the folded texts that they must have.
    init(_ fields: [(field: InventoryIndexEntry.Field, text: String)]) {
        wanted = fields.map { ($0.field.column, $0.text, [:]) }
    }

    /// Whether a row has all of the texts.
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
