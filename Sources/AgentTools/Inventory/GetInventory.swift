public import LanguageModels
import Storage

/// Shows one inventory item with all its fields.
public struct GetInventory: AgentTool {
    /// Which item.
    @Generable public struct Arguments: Sendable {
        /// The item's number.
        @Guide(description: "The item's ID, as a list shows it.")
        public var id: Int
    }

    /// `getInventory`.
    public let name = "getInventory"

    /// What the model is told.
    public let description = "Shows one inventory (stock) item with all its fields, by its ID."

    private let inventory: any InventoryService

    /// `inventory.items`.
    public var artifactTypes: [String] { ["inventory.items"] }

    /// Takes the inventory to look into.
    public init(inventory: any InventoryService) {
        self.inventory = inventory
    }

    /// Shows the item: its line, then its fields.
    @concurrent public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        let item = try await caller.explaining { () async throws(InventoryError) in
            try await inventory.item(arguments.id)
        }
        [item].attach()
        return item.details(for: caller)
    }
}
