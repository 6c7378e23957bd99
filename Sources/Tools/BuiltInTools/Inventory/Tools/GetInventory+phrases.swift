public import ToolPhrases

extension GetInventory {
    /// The sentences that ask to see one item.
    public var phrases: ToolPhrases { .getInventory }
}

extension ToolPhrases {
    /// The phrases of `getInventory`: the sentences that ask to see one item.
    public static let getInventory = ToolPhrases(
        tool: "getInventory",
        effect: .reads,
        examples: [
            .english: "Show item 3",
            .japanese: "在庫3の詳細を見せて",
        ],
        choice: [
            .english: ToolOffer("show that item", answer: "item"),
            .japanese: ToolOffer("その品目を見せる", answer: "(品目|商品)[を|の(ほう|方)]"),
        ],
        items: InventoryWords.listed,
        phrases: .english(PhraseTexts.builtInTools["inventoryItem.english"]("phrases"))
            + .japanese(PhraseTexts.builtInTools["inventoryItem.japanese"]("phrases"))
    )
}
