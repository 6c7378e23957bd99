public import Phrasebook

extension DeleteInventory {
    /// What a person may say to take an item out of the inventory for good.
    public var phrases: ToolPhrases { .deleteInventory }
}

extension ToolPhrases {
    /// The phrases of `deleteInventory`: what a person may say to take an item out of the inventory for good.
    public static let deleteInventory = ToolPhrases(
        tool: "deleteInventory",
        effect: .changes,
        examples: [
            .english: "Delete item 3",
            .japanese: "在庫3を削除して",
        ],
        phrases: .english("\(englishDelete) \(InventoryWords.items) [from \(InventoryWords.stock)]")
            + .japanese(
                "\(InventoryWords.numberedAll)を[在庫から|完全に]\(japaneseDelete)",
                "\(InventoryWords.numberedAll)(を|は)[もう](要らない|いらない|使わない|不要だ|不要な|不要)(から|ので|んで)\(japaneseDelete)",
                "在庫から\(InventoryWords.numberedAll)を\(japaneseDelete)"
            )
            + .asking(
                .init("Which one? Tell me its ID.", answer: "[item|id|number|#]{id:integer*}"),
                in: .english,
                "\(englishDelete) (item|inventory item) [from \(InventoryWords.stock)]"
            )
            + .asking(
                .init("どの在庫ですか？IDを教えてください。", answer: "[在庫|ID|番号]{id:integer*}[番]"),
                in: .japanese,
                "在庫を\(japaneseDelete)"
            )
    )

    private static let englishDelete =
        "(delete|remove|erase|drop|discard|throw away|get rid of|throw out|take out|toss|toss out|scrap|dump|trash|destroy)"
    private static let japaneseDelete =
        "((削除|消去|破棄|廃棄|除去|処分|抹消)[して|する|したい|しておいて|してしまって]|捨てて[おいて|しまって]|捨てる|消して[おいて|しまって]|消す|取り除いて)"
}
