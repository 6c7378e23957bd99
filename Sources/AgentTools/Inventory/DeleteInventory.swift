public import LanguageModels
import Storage

/// Deletes an inventory item.
public struct DeleteInventory: AgentTool {
    /// Which item.
    @Generable public struct Arguments: Sendable {
        /// The item's number.
        @Guide(description: "The item's ID, as a list shows it.")
        public var id: Int
    }

    /// `deleteInventory`.
    public let name = "deleteInventory"

    /// What the model is told.
    public let description = "Deletes an inventory (stock) item by its ID. This cannot be undone."

    private let inventory: any InventoryService

    /// Takes the inventory to delete from.
    public init(inventory: any InventoryService) {
        self.inventory = inventory
    }

    /// True: what is deleted is gone.
    public var isDestructive: Bool { true }

    /// Deletes the item and shows what it was.
    @concurrent public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        let item = try await caller.explaining { () async throws(InventoryError) in
            try await inventory.delete(arguments.id)
        }
        return caller.text("Deleted:", "削除しました:") + "\n" + item.line(for: caller)
    }
}
