import GRDB
import Storage

/// A stored item, with everything that is computed from its texts: the folded title and the tokens of the index.
///
/// It is computed before a write transaction, because the database has one writer and the time for folding grows with the texts.
struct IndexedInventoryItem: Sendable {
    var item: InventoryItemRecord
    let foldedTitle: String
    /// The item's tokens, separated by spaces.
    let tokens: String

    /// Computes the folded title and the tokens of an item.
    init(_ item: InventoryItemRecord) {
        let item = item.storable
        let entry = InventoryIndexEntry(item)
        self.init(item: item, foldedTitle: entry.foldedTitle, tokens: entry.tokens)
    }

    /// Computes the tokens under which a stored item is in the index.
    init(row: Row) {
        let entry = InventoryIndexEntry(row: row)
        self.init(item: InventoryItemRecord(row: row), foldedTitle: entry.foldedTitle, tokens: entry.tokens)
    }

    init(item: InventoryItemRecord, foldedTitle: String, tokens: String) {
        self.item = item
        self.foldedTitle = foldedTitle
        self.tokens = tokens
    }
}

extension InventoryItemRecord {
    /// The item with its texts in the form that is stored: see `String.storable`.
    var storable: InventoryItemRecord {
        var item = self
        item.title = title.storable
        item.unit = unit?.storable
        item.category = category?.storable
        item.place = place?.storable
        item.state = state?.storable
        item.code = code?.storable
        item.note = note?.storable
        return item
    }
}
