import AgentTools
import Foundation
import Storage

/// The embedded inventory, or ZAICO's while the vault has a token for it; asked for each call, so that no restart is needed.
struct ChosenInventory: InventoryService {
    let embedded: EmbeddedInventory
    let zaico: ZaicoInventory
    let hasToken: @Sendable () async throws -> Bool

    /// A token that does not open is a token all the same: ZAICO's client then says what is wrong with it.
    private func service() async -> any InventoryService {
        let isZaico = (try? await hasToken()) ?? true
        return isZaico ? zaico : embedded
    }

    func items(matching filter: InventoryFilter) async throws(InventoryError) -> InventoryList {
        try await service().items(matching: filter)
    }

    func item(_ id: Int) async throws(InventoryError) -> InventoryItemRecord { try await service().item(id) }

    func create(_ draft: InventoryItemDraft, at time: Date) async throws(InventoryError) -> InventoryItemRecord {
        try await service().create(draft, at: time)
    }

    func update(
        _ id: Int,
        _ change: InventoryItemChange,
        ifUpdatedAt version: Date?,
        at time: Date
    ) async throws(InventoryError) -> InventoryItemRecord {
        try await service().update(id, change, ifUpdatedAt: version, at: time)
    }

    func delete(_ id: Int, ifUpdatedAt version: Date?) async throws(InventoryError) -> InventoryItemRecord {
        try await service().delete(id, ifUpdatedAt: version)
    }
}
