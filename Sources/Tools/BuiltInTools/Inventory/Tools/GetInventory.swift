import AgentTools
public import LanguageModels
import ToolRecords
public import ToolPhrases

/// Shows one inventory item with all its fields.
public struct GetInventory: InventoryTool {
    /// The item.
    @Generable public struct Arguments: Sendable {
        /// The item's id.
        @Guide(description: "The item's ID, as a list shows it.")
        public var id: Int
    }

    /// `getInventory`.
    public let name = "getInventory"
    /// The name for people.
    public var titles: [PhraseLanguage: String] { [.english: "Inventory item", .japanese: "在庫の品目"] }

    /// The description for the model.
    public let description = "Shows one inventory (stock) item with all its fields, by its ID."

    private let inventory: any InventoryService

    /// `inventory.items`.
    public var artifactTypes: [String] { ["inventory.items"] }

    /// Makes the tool for an inventory.
    public init(inventory: any InventoryService) {
        self.inventory = inventory
    }

    /// Returns the item's line and its fields.
    @concurrent public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        let item = try await caller.call(inventory) { (inventory: any InventoryService) async throws(InventoryError) in
            try await inventory.item(arguments.id)
        }
        [item].attach()
        return item.details(for: caller)
    }
}
