public import AgentTools
public import LanguageModels
import ToolRecords
public import ToolPhrases

/// Creates an inventory item.
public struct CreateInventory: InventoryTool {
    /// The fields of the new item.
    @Generable public struct Arguments: Sendable {
        /// The name of the item.
        @Guide(description: "The name of the item.")
        public var title: String

        /// The quantity.
        @Guide(description: "The quantity.", .minimum(0))
        public var quantity: Double?

        /// The unit of the quantity.
        @Guide(description: "The unit of the quantity, such as boxes or 個.")
        public var unit: String?

        /// The category of the item.
        @Guide(description: "The group the item belongs to.")
        public var category: String?

        /// The place where the item is kept.
        @Guide(description: "Where the item is kept.")
        public var place: String?

        /// The condition of the item.
        @Guide(description: "The condition the item is in, such as new.")
        public var state: String?

        /// A bar code or another code on the item.
        @Guide(description: "The bar code or another code on the item.")
        public var code: String?

        /// Further remarks.
        @Guide(description: "Anything else worth knowing.")
        public var note: String?
    }

    /// `createInventory`.
    public let name = "createInventory"
    /// The name for people.
    public var titles: [PhraseLanguage: String] { [.english: "Add to inventory", .japanese: "在庫に追加"] }

    /// The description for the model.
    public let description = "Creates an inventory (stock) item. Only the title is needed."

    private let inventory: any InventoryService

    /// `inventory.items`.
    public var artifactTypes: [String] { ["inventory.items"] }

    /// Makes the tool for an inventory.
    public init(inventory: any InventoryService) {
        self.inventory = inventory
    }

    /// Asks with the new item's title and quantity.
    public func question(for arguments: Arguments, caller: Caller) -> String {
        let title = QuotedWords.quoted(arguments.title, for: caller)
        let amount = arguments.quantity.map { quantity in
            [quantity.plainText, arguments.unit.map { QuotedWords.quoted($0, for: caller) } ?? ""].filter {
                !$0.isEmpty
            }
            .joined(separator: " ")
        }
        return caller.text(
            "Add \(title)\(amount.map { " (quantity \($0))" } ?? "") to the inventory?",
            "在庫に\(title)\(amount.map { "（数量 \($0)）" } ?? "")を追加しますか？"
        )
    }

    /// Creates the item and returns its details.
    @concurrent public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        let given = InventoryItemChange(
            title: arguments.title,
            quantity: arguments.quantity.map(FieldChange.set) ?? .keep,
            unit: FieldChange(setting: arguments.unit),
            category: FieldChange(setting: arguments.category),
            place: FieldChange(setting: arguments.place),
            state: FieldChange(setting: arguments.state),
            code: FieldChange(setting: arguments.code),
            note: FieldChange(setting: arguments.note)
        )
        let draft = try InventoryFields(given, for: caller).draft(for: caller)
        let item = try await caller.call(inventory) { (inventory: any InventoryService) async throws(InventoryError) in
            try await inventory.create(draft, at: caller.now)
        }
        [item].attach()
        return caller.text("Created:", "登録しました:") + "\n" + item.details(for: caller)
    }
}
