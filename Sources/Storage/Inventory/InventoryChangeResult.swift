/// What became of a change to an item, or of its deletion.
public enum InventoryChangeResult: Sendable, Equatable {
    /// It was made; the item as it is now, or as it was before it was deleted.
    case done(InventoryItemRecord)

    /// Somebody has changed the item meanwhile, so nothing was done; the item as it is now.
    case conflict(InventoryItemRecord)

    /// There is no such item.
    case missing
}
