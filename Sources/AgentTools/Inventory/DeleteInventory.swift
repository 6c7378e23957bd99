public import LanguageModels
import Storage

/// Deletes an inventory item.
public struct DeleteInventory: AgentTool {
    /// Which item.
    @Generable public struct Arguments: Sendable {
        /// The item's number.
        @Guide(description: "The item's ID, as a list shows it.")
        public var id: Int

        /// Which version of it.
        @Guide(
            description:
                "The version that is meant, from the item's details: if it has changed since, nothing is deleted."
        )
        public var version: String?
    }

    /// `deleteInventory`.
    public let name = "deleteInventory"

    /// What the model is told.
    public let description = "Deletes an inventory (stock) item by its ID. This cannot be undone."

    private let inventory: any InventoryService

    /// True: an item that is gone stays gone.
    public var isIdempotent: Bool { true }

    /// Takes the inventory to delete from.
    public init(inventory: any InventoryService) {
        self.inventory = inventory
    }

    /// True: what is deleted is gone.
    public var isDestructive: Bool { true }

    /// Which item is to be deleted.
    public func question(for arguments: Arguments, caller: Caller) -> String {
        caller.text(
            "Delete the inventory item with the ID \(arguments.id)? This cannot be undone.",
            "ID \(arguments.id) の在庫を削除しますか？この操作は元に戻せません。"
        )
    }

    /// Names the item with its title and quantity; refuses one that does not exist.
    @concurrent public func examine(_ arguments: Arguments, caller: Caller) async throws -> String {
        guard let item = try await inventory.examined(arguments.id, arguments.version, for: caller) else {
            return question(for: arguments, caller: caller)
        }
        return caller.text(
            "Delete \(item.named(for: caller)) from the inventory? This cannot be undone.",
            "在庫\(item.named(for: caller))を削除しますか？この操作は元に戻せません。"
        )
    }

    /// Deletes the item and shows what it was.
    @concurrent public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        let version = try ItemVersion.read(arguments.version, for: caller)
        let item = try await caller.explaining { () async throws(InventoryError) in
            try await inventory.delete(arguments.id, ifUpdatedAt: version)
        }
        return caller.text("Deleted:", "削除しました:") + "\n" + item.line(for: caller)
    }
}
