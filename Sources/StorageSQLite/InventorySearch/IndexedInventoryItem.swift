import GRDB
import Storage

/// An item as it is stored, with everything that is computed from its texts: the folded title and the tokens of the index.
///
/// It is made before a write transaction begins, because the database has one writer and folding grows with a client's text.
struct IndexedInventoryItem: Sendable {
    var item: InventoryItemRecord
    let foldedTitle: String
    /// The item's tokens, with a space between them.
    let tokens: String

    /// Computes what is stored of an item.
    init(_ item: InventoryItemRecord) {
        let item = item.storable
        let entry = InventoryIndexEntry(item)
        self.init(item: item, foldedTitle: entry.foldedTitle, tokens: entry.tokens)
    }

    /// Computes the tokens that a stored item was put into the index by.
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
    /// The item with its texts as they can be stored: see `String.storable`.
    fileprivate var storable: InventoryItemRecord {
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
