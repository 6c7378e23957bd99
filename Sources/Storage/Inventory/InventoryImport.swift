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

extension InventoryImportRow {
    /// The change that a row of an import makes.
    package enum Effect: Sendable, Equatable {
        /// The item is replaced by this one.
        case update(InventoryItemRecord)

        /// This item is added under the row's number, or under the next free number if the row has none.
        case create(InventoryItemRecord)

        /// Nothing changes, because the new item would have no title.
        case none

        /// The outcome that the source of the import is told.
        package var outcome: Outcome {
            switch self {
            case .update: .updated
            case .create: .created
            case .none: .titleMissing
            }
        }
    }

    /// Decides about the row.
    ///
    /// - Parameters:
    ///   - stored: The stored item with the row's number; `nil` if there is none, or the row has no number.
    ///   - time: The time of the import.
    package func effect(on stored: InventoryItemRecord?, at time: Date) -> Effect {
        if let stored {
            var changed = fields.applied(to: stored)
            changed.createdAt = Date(milliseconds: (createdAt ?? stored.createdAt).milliseconds)
            changed.updatedAt = Date(milliseconds: (updatedAt ?? time).milliseconds)
            return .update(changed)
        }
        guard let draft = fields.draft else { return .none }
        let updatedAt = updatedAt ?? time
        return .create(InventoryItemRecord(draft, createdAt: createdAt ?? min(time, updatedAt), updatedAt: updatedAt))
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
