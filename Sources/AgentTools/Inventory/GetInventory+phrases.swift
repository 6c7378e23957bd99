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
            "(tell me [more|all|everything]|(what|everything|all) (do you|do we|we|you) (know|have)|more|information|info|details) "
                + "(about|on) \(InventoryWords.items)",
            "(what|which) (item|product|thing) (is|has) [behind|under] \(InventoryWords.items)",
            "which item (has|is) (id|number|#){id:integer}"
        )
            + .japanese(
                "\(InventoryWords.numberedAll)(は|って|とは|の)(どんな|どういう|何の|なんの|どの)(商品|品|もの|物|品目|品物|アイテム|備品|在庫|やつ)",
                "\(InventoryWords.numberedAll)(は|って|とは)(何|なに|なん|どこ|どんな感じ|どうなって[い]る|どうなって[い]ます)",
                "\(InventoryWords.numberedAll)(の|について)(詳細|情報|内容|中身|データ|詳しい情報)(|を|は|が|って)[詳しく](|\(InventoryWords.show)|欲しい)",
                "\(InventoryWords.numberedAll)(|を|は|の詳細[情報][を|は]|の情報[を|は]|の内容[を|は]|の中身[を|は]|について|って)"
                    + "[詳しく|もっと](|\(InventoryWords.show)|何|なに)",
                "在庫から\(InventoryWords.numberedAll)を\(InventoryWords.show)"
            )
    )

    private static let englishDetails = "[details (of|for|about|on)|detail of|information (on|about)|info (on|about)]"
}
