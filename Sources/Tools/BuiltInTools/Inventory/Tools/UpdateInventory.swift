public import AgentTools
public import LanguageModels
import ToolRecords
public import ToolPhrases

/// Changes some fields of an inventory item.
public struct UpdateInventory: InventoryTool {
    /// `updateInventory`.
    public let name = "updateInventory"
    /// The name for people.
    public var titles: [PhraseLanguage: String] { [.english: "Change inventory", .japanese: "在庫を変更"] }

    /// The description for the model.
    public let description = """
        Changes an inventory (stock) item by its ID. Only the fields given are changed: leave out what stays as it is; null \
        empties a field.
        """

    private let inventory: any InventoryService

    /// `inventory.items`.
    public var artifactTypes: [String] { ["inventory.items"] }

    /// True, because a call sets absolute values.
    public var isIdempotent: Bool { true }

    /// Makes the tool for an inventory.
    public init(inventory: any InventoryService) {
        self.inventory = inventory
    }

    /// Asks with the item's title and quantity; throws if the item does not exist.
    @concurrent public func examine(_ arguments: Arguments, caller: Caller) async throws -> String {
        guard let item = try await inventory.itemToApprove(arguments.id, arguments.version, for: caller) else {
            return question(for: arguments, caller: caller)
        }
        return caller.text(
            "Change \(item.identity(for: caller)) in the inventory?",
            "在庫 \(item.identity(for: caller))を変更しますか？"
        )
    }

    /// Changes the item and returns its new state.
    @concurrent public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        if arguments.isTitleCleared {
            throw ToolFailure(
                caller.text(
                    "An item cannot be without a title. Leave out what stays as it is; null empties a field.",
                    "タイトルを空にすることはできません。変更しない項目は省略してください。null は項目を空にします。"
                )
            )
        }
        let change = try InventoryFields(arguments.change, for: caller).change(for: caller)
        let version = try ItemVersion.read(arguments.version, for: caller)
        let item = try await caller.call(inventory) { (inventory: any InventoryService) async throws(InventoryError) in
            try await inventory.update(arguments.id, change, ifUpdatedAt: version, at: caller.now)
        }
        [item].attach()
        return caller.text("Updated:", "更新しました:") + "\n" + item.details(for: caller)
    }
}
