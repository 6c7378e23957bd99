public import FoundationEssentials

/// Where the items of an import come from, one after the other.
public protocol InventoryImportSource: Sendable {
    /// Hands over every row and is told what became of it.
    ///
    /// It is called once, inside the transaction of the import; if it throws, nothing is imported.
    func forEachRow(_ body: (InventoryImportRow) throws -> InventoryImportRow.Outcome) throws
}

/// One item of an import.
public struct InventoryImportRow: Sendable, Equatable {
    /// The number of the item that is changed, or made under this number; nil for a new item under the next free number.
    public var id: Int?

    /// The fields that the import knows of.
    public var fields: InventoryItemChange

    /// When the item was made; nil for what is known already, or for now.
    public var createdAt: Date?

    /// When it was last changed; nil for now.
    public var updatedAt: Date?

    /// Makes a row.
    public init(id: Int? = nil, fields: InventoryItemChange, createdAt: Date? = nil, updatedAt: Date? = nil) {
        self.id = id
        self.fields = fields
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// What became of a row.
    public enum Outcome: Sendable, Equatable {
        /// It is an item now.
        case created

        /// The item of this number was changed.
        case updated

        /// It would be a new item, but it has no title: nothing was done.
        case titleMissing
    }
}

/// What an import did.
public struct InventoryImportSummary: Sendable, Equatable {
    /// How many items were made.
    public var created: Int

    /// How many items were changed.
    public var updated: Int

    /// Makes a summary.
    public init(created: Int = 0, updated: Int = 0) {
        self.created = created
        self.updated = updated
    }
}
