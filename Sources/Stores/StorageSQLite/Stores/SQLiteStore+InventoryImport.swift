public import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore {
    /// The number of imported items from which on the segments of the index are merged.
    private static let largeImport = 10_000

    /// Imports all rows in one transaction, or none if the source throws.
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

    /// Passes every item to the body by ascending id, all as of one moment.
    public func forEachItem(_ body: @escaping @Sendable (InventoryItemRecord) throws -> Void) async throws {
        try await read { db in
            let rows = try Row.fetchCursor(db, sql: "SELECT * FROM inventoryItem ORDER BY id")
            while let row = try rows.next() { try body(InventoryItemRecord(row: row)) }
        }
    }

    /// The error that rolls back the transaction of a rehearsal.
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
