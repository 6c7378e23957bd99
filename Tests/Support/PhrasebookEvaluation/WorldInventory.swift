import AgentTools
import BuiltInTools
import Foundation
import Storage
import Synchronization

/// An inventory in memory, with the items of a world.
final class WorldInventory: InventoryService {
    private static let service = "The inventory"

    private let state: Mutex<(items: [Int: InventoryItemRecord], next: Int)>

    init(_ items: [InventoryItemRecord]) {
        let byID = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
        state = Mutex((byID, (items.map(\.id).max() ?? 0) + 1))
    }

    func items(matching filter: InventoryFilter) async throws(InventoryError) -> InventoryList {
        let found = state.withLock { $0.items.values.filter(filter.matches) }.sorted { $0.id < $1.id }
        return InventoryList(
            items: Array(found.prefix(filter.limit)),
            rest: .exactly(max(0, found.count - filter.limit))
        )
    }

    func item(_ id: Int) async throws(InventoryError) -> InventoryItemRecord {
        try found(state.withLock { $0.items[id] }, id)
    }

    func create(_ draft: InventoryItemDraft, at time: Date) async throws(InventoryError) -> InventoryItemRecord {
        state.withLock { state in
            let change = InventoryItemChange(
                title: draft.title,
                quantity: draft.quantity.map(FieldChange.set) ?? .keep,
                unit: draft.unit.map(FieldChange.set) ?? .keep,
                category: draft.category.map(FieldChange.set) ?? .keep,
                place: draft.place.map(FieldChange.set) ?? .keep,
                state: draft.state.map(FieldChange.set) ?? .keep,
                code: draft.code.map(FieldChange.set) ?? .keep,
                note: draft.note.map(FieldChange.set) ?? .keep
            )
            let item = change.applied(
                to: InventoryItemRecord(id: state.next, title: draft.title, createdAt: time, updatedAt: time)
            )
            state.next += 1
            state.items[item.id] = item
            return item
        }
    }

    func update(
        _ id: Int,
        _ change: InventoryItemChange,
        ifUpdatedAt version: Date?,
        at time: Date
    ) async throws(InventoryError) -> InventoryItemRecord {
        try checkVersion(version, of: id)
        let changed = state.withLock { state in
            if let item = state.items[id] {
                state.items[id] = change.applied(to: item)
                state.items[id]?.updatedAt = time
            }
            return state.items[id]
        }
        return try found(changed, id)
    }

    func delete(_ id: Int, ifUpdatedAt version: Date?) async throws(InventoryError) -> InventoryItemRecord {
        try checkVersion(version, of: id)
        return try found(state.withLock { $0.items.removeValue(forKey: id) }, id)
    }

    private func checkVersion(_ version: Date?, of id: Int) throws(InventoryError) {
        let item = try found(state.withLock { $0.items[id] }, id)
        if let version, version != item.updatedAt { throw InventoryError(.changedMeanwhile(item), of: Self.service) }
    }

    private func found(_ item: InventoryItemRecord?, _ id: Int) throws(InventoryError) -> InventoryItemRecord {
        guard let item else { throw InventoryError(.notFound(id), of: Self.service) }
        return item
    }
}
