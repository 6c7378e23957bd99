public import FoundationEssentials

/// A source of the rows of an import.
public protocol InventoryImportSource: Sendable {
    /// Passes every row to the body, which returns the outcome.
    ///
    /// The store calls it once, inside the transaction of the import. If it throws, nothing is imported.
    func forEachRow(_ body: (InventoryImportRow) throws -> InventoryImportRow.Outcome) throws
}

/// A row of an import: one item.
public struct InventoryImportRow: Sendable, Equatable {
    /// The number of the item that is updated, or created under this number; `nil` for a new item under the next free number.
    public var id: Int?

    /// The fields that the import sets.
    public var fields: InventoryItemChange

    /// The time at which the item was created; `nil` for the stored time, or for now.
    public var createdAt: Date?

    /// The time of the last change; `nil` for now.
    public var updatedAt: Date?

    /// Makes a row.
    public init(id: Int? = nil, fields: InventoryItemChange, createdAt: Date? = nil, updatedAt: Date? = nil) {
        self.id = id
        self.fields = fields
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// The outcome of a row.
    public enum Outcome: Sendable, Equatable {
        /// An item was created.
        case created

        /// The item with this number was updated.
        case updated

        /// Nothing was done, because the new item has no title.
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

        /// The outcome for the source of the import.
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

/// The result of an import.
public struct InventoryImportSummary: Sendable, Equatable {
    /// The number of items that were created.
    public var created: Int

    /// The number of items that were updated.
    public var updated: Int

    /// Makes a summary.
    public init(created: Int = 0, updated: Int = 0) {
        self.created = created
        self.updated = updated
    }
}
