public import LanguageModels
import Storage

/// Changes some fields of an inventory item.
public struct UpdateInventory: AgentTool {
    /// Which item, and what is new about it; what is absent stays.
    @Generable public struct Arguments: Sendable {
        /// The item's number.
        @Guide(description: "The item's ID, as a list shows it.")
        public var id: Int

        /// What it is called.
        @Guide(description: "The new title; leave out what stays as it is.")
        public var title: String?

        /// How many there are.
        @Guide(description: "How many there are now.")
        public var quantity: Double?

        /// What the quantity counts.
        @Guide(description: "What the quantity counts, such as boxes or 個.")
        public var unit: String?

        /// The group it belongs to.
        @Guide(description: "The group the item belongs to.")
        public var category: String?

        /// Where it is kept.
        @Guide(description: "Where the item is kept.")
        public var place: String?

        /// The condition it is in.
        @Guide(description: "The condition the item is in, such as new.")
        public var state: String?

        /// A bar code or another code.
        @Guide(description: "The bar code or another code on the item.")
        public var code: String?

        /// Anything else.
        @Guide(description: "Anything else worth knowing.")
        public var note: String?
    }

    /// `updateInventory`.
    public let name = "updateInventory"

    /// What the model is told.
    public let description = "Changes an inventory (stock) item by its ID. Only the fields given are changed."

    private let inventory: any InventoryService

    /// Takes the inventory to change.
    public init(inventory: any InventoryService) {
        self.inventory = inventory
    }

    /// Changes the item and shows it as it is now.
    @concurrent public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        let fields = try InventoryFields(
            title: arguments.title,
            quantity: arguments.quantity,
            unit: arguments.unit,
            category: arguments.category,
            place: arguments.place,
            state: arguments.state,
            code: arguments.code,
            note: arguments.note,
            for: caller
        )
        let change = try fields.change(for: caller)
        let item = try await caller.explaining { () async throws(InventoryError) in
            try await inventory.update(arguments.id, change, at: caller.now)
        }
        [item].attach()
        return caller.text("Updated:", "更新しました:") + "\n" + item.details(for: caller)
    }
}
