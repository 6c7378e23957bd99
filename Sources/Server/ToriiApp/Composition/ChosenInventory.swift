import AgentTools
import BuiltInTools
import Foundation
import Storage

/// The built-in inventory, or ZAICO's while the vault has a token for it.
///
/// The choice is made for each call, so no restart is needed.
struct ChosenInventory: InventoryService {
    let embedded: EmbeddedInventory
    let zaico: ZaicoInventory
    let hasToken: @Sendable () async throws -> Bool

    /// A token that cannot be opened also selects ZAICO, because ZAICO's client then reports the problem.
    private func service() async -> any InventoryService { await isZaico ? zaico : embedded }

    private var isZaico: Bool { get async { (try? await hasToken()) ?? true } }

    /// Returns the inventory that a caller sees; ZAICO has one for all.
    func inventory(of caller: Caller) async throws(InventoryError) -> any InventoryService {
        guard await isZaico else { return try await embedded.inventory(of: caller) }
        guard caller.shelf == .common else { throw InventoryError(.notShared, of: "ZAICO") }
        return zaico
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
