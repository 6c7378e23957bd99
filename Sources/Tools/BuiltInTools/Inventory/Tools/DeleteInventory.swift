public import AgentTools
public import LanguageModels
import ToolRecords
public import ToolPhrases

/// Deletes an inventory item.
public struct DeleteInventory: InventoryTool {
    /// The item, and optionally its version.
    @Generable public struct Arguments: Sendable {
        /// The item's id.
        @Guide(description: "The item's ID, as a list shows it.")
        public var id: Int

        /// The expected version of the item.
        @Guide(
            description:
                "The version that is meant, from the item's details: if it has changed since, nothing is deleted."
        )
        public var version: String?
    }

    /// `deleteInventory`.
    public let name = "deleteInventory"
    /// The name for people.
    public var titles: [PhraseLanguage: String] { [.english: "Delete from inventory", .japanese: "在庫から削除"] }

    /// The description for the model.
    public let description = "Deletes an inventory (stock) item by its ID. This cannot be undone."

    private let inventory: any InventoryService

    /// True, because a second call deletes nothing more.
    public var isIdempotent: Bool { true }

    /// Makes the tool for an inventory.
    public init(inventory: any InventoryService) {
        self.inventory = inventory
    }

    /// True, because a deleted item cannot be restored.
    public var isDestructive: Bool { true }

    /// Asks with the item's id.
    public func question(for arguments: Arguments, caller: Caller) -> String {
        caller.text(
            "Delete the inventory item with the ID \(arguments.id)? This cannot be undone.",
            "ID \(arguments.id) の在庫を削除しますか？この操作は元に戻せません。"
        )
    }

    /// Asks with the item's title and quantity; throws if the item does not exist.
    @concurrent public func examine(_ arguments: Arguments, caller: Caller) async throws -> String {
        guard let item = try await inventory.itemToApprove(arguments.id, arguments.version, for: caller) else {
            return question(for: arguments, caller: caller)
        }
        return caller.text(
            "Delete \(item.identity(for: caller)) from the inventory? This cannot be undone.",
            "在庫 \(item.identity(for: caller))を削除しますか？この操作は元に戻せません。"
        )
    }

    /// Deletes the item and returns its last state.
    @concurrent public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        let version = try ItemVersion.read(arguments.version, for: caller)
        let item = try await caller.call(inventory) { (inventory: any InventoryService) async throws(InventoryError) in
            try await inventory.delete(arguments.id, ifUpdatedAt: version)
        }
        return caller.text("Deleted:", "削除しました:") + "\n" + item.line(for: caller)
    }
}
