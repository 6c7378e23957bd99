public import Phrasebook

extension GetInventory {
    /// What a person may say to see one item.
    public var phrases: ToolPhrases { .getInventory }
}

extension ToolPhrases {
    /// The phrases of `getInventory`: what a person may say to see one item.
    public static let getInventory = ToolPhrases(
        tool: "getInventory",
        effect: .reads,
        examples: [
            .english: "Show item 3",
            .japanese: "在庫3の詳細を見せて",
        ],
        choice: [
            .english: ToolChoice("show that item", answer: "item"),
            .japanese: ToolChoice("その品目を見せる", answer: "(品目|商品)[を|の(ほう|方)]"),
        ],
        items: InventoryWords.listed,
        phrases: .english(
            "(show|get|display|open|view|see|look up|find|check|describe|read|fetch|look at|pull up|give|what is|what are) "
                + "[me|us] \(englishDetails) \(InventoryWords.items) [details|in detail|in \(InventoryWords.stock)]",
            "\(englishDetails) \(InventoryWords.items) [details|please]",
            "(tell me [more]|what do you know) about \(InventoryWords.items)",
            "which item (has|is) (id|number|#){id:integer}"
        )
            + .japanese(
                "\(InventoryWords.numberedAll)(|を|は|の詳細[情報][を|は]|の情報[を|は]|の内容[を|は]|の中身[を|は]|について|って)"
                    + "[詳しく|もっと](|\(InventoryWords.show)|何|なに)",
                "在庫から\(InventoryWords.numberedAll)を\(InventoryWords.show)"
            )
    )

    private static let englishDetails = "[details (of|for|about|on)|detail of|information (on|about)|info (on|about)]"
}
