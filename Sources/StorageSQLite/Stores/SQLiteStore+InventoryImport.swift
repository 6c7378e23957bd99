public import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore {
    /// So many items are worth joining the parts of the index for.
    private static let largeImport = 10_000

    /// Takes in all rows in one transaction, or none when the source throws.
    public func importItems(
        from source: some InventoryImportSource,
        at time: Date,
        isRehearsal: Bool
    ) async throws -> InventoryImportSummary {
        do {
            return try await write { db in
                var summary = InventoryImportSummary()
                try source.forEachRow { row in
                    let outcome = try db.importRow(row, at: time)
                    switch outcome {
                    case .created: summary.created += 1
                    case .updated: summary.updated += 1
                    case .titleMissing: break
                    }
                    return outcome
                }
                if isRehearsal { throw Rehearsal(summary: summary) }
                if summary.created + summary.updated >= Self.largeImport { try db.joinInventoryIndex() }
                return summary
            }
        } catch let rehearsal as Rehearsal {
            return rehearsal.summary
        }
    }

    /// Hands over every item by ascending id, as all were at one moment.
    public func forEachItem(_ body: @escaping @Sendable (InventoryItemRecord) throws -> Void) async throws {
        try await read { db in
            let rows = try Row.fetchCursor(db, sql: "SELECT * FROM inventoryItem ORDER BY id")
            while let row = try rows.next() { try body(InventoryItemRecord(row: row)) }
        }
    }

    /// Thrown at the end of a rehearsal, so that the transaction is taken back.
    private struct Rehearsal: Error {
        let summary: InventoryImportSummary
    }
}

extension Database {
    fileprivate func importRow(_ row: InventoryImportRow, at time: Date) throws -> InventoryImportRow.Outcome {
        let old = try row.id.flatMap { try inventoryRow($0).map(IndexedInventoryItem.init(row:)) }
        let effect = row.effect(on: old?.item, at: time)
        switch effect {
        case .none: break
        case .create(let item): _ = try insert(IndexedInventoryItem(item), under: row.id)
        case .update(let item):
            if let old { _ = try replace(old, by: IndexedInventoryItem(item)) }
        }
        return effect.outcome
    }
}
