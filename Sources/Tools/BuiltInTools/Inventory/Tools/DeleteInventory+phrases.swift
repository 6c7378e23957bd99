public import ToolPhrases

extension DeleteInventory {
    /// The sentences that ask to delete an item of the inventory.
    public var phrases: ToolPhrases { .deleteInventory }
}

extension ToolPhrases {
    /// The phrases of `deleteInventory`: the sentences that ask to delete an item of the inventory.
    public static let deleteInventory = ToolPhrases(
        tool: "deleteInventory",
        effect: .changes,
        examples: [
            .english: "Delete item 3",
            .japanese: "在庫3を削除して",
        ],
        phrases: deletions + questions + refusals
    )

    private static let deletions: [Phrase] =
        .english(
            "\(englishDelete) \(InventoryWords.items) [from (\(InventoryWords.stock)|list)]",
            "\(InventoryWords.items) (can|should|must|may) be (deleted|removed|erased|discarded|thrown away|thrown out)",
            "\(englishDelete) {?all=all|all the|every} {id:item} [from (\(InventoryWords.stock)|list)]",
            "\(englishDelete) (it|them|that|that one|this one)",
            "(we|i) (don't|do not) (stock|need|have|use|keep) {id:item} (any more|anymore|any longer) [so] \(englishDelete) (it|them)"
        )
        + .japanese(
            "\(InventoryWords.numberedAll)を[在庫から|完全に]\(japaneseDelete)",
            "\(InventoryWords.numberedAll)(を|は)[もう](要らない|いらない|要らなく|いらなくなった|使わない|使わなくなった|不要だ|不要な|不要|壊れた)(から|ので|んで|ため|、|)\(japaneseDelete)",
            "在庫から\(InventoryWords.numberedAll)を\(japaneseDelete)",
            "{id:item}(を|は){?all=全部|ぜんぶ|すべて|全て}[在庫から]\(japaneseDelete)",
            "\(InventoryWords.numberedItemInJapanese)(を|は)処分し(ました|た)[データ[も|を]]\(japaneseDelete)",
            "バージョンが{version:name}の(とき|場合|時)だけ\(InventoryWords.numberedItemInJapanese)を\(japaneseDelete)",
            "\(InventoryWords.numberedItemInJapanese)[を]\(japaneseDelete)",
            "(それ|これ|あれ)(を|は|)\(japaneseDelete)"
        )

    private static let questions: [Phrase] =
        .asking(
            .init("Which one? Tell me its name or its ID.", answer: "([item|id|number|#]{id:integer*}|{id:item*})"),
            in: .english,
            "\(englishDelete) (item|inventory item|everything|all|all of it|all items|something|one) [from (\(InventoryWords.stock)|list)]"
        )
        + .asking(
            .init("どの在庫ですか？", answer: "([在庫|ID|番号]{id:integer*}[番]|{id:item*})[です]"),
            in: .japanese,
            "在庫を[1つ|一つ|ひとつ]\(japaneseDelete)",
            "(全部|ぜんぶ|すべて|全て|在庫を全部)[を]\(japaneseDelete)"
        )

    /// What the tool cannot do.
    private static let refusals: [Phrase] =
        .english(
            "(empty|clear|wipe|reset|purge|clear out|empty out|wipe out|delete|remove|erase) [all|all of|whole|entire|complete] [our] "
                + "(inventory|stock|inventory list|stock list|inventory data|stock data)",
            wording: .refusal(
                "I cannot empty the inventory at once. Name what to delete, for example “delete item 3” or “delete the stapler”; each "
                    + "deletion is shown before it is made."
            )
        )
        + .japanese(
            "在庫[データ|リスト|一覧]を[全部|すべて|全て|完全に](空|から|カラ|クリア|リセット|初期化)(に|)[して|する|したい|してください]",
            wording: .refusal("在庫をまとめて空にすることはできません。「在庫3を削除して」のように、削除するものを指定してください。削除の前に内容を確認できます。")
        )

    private static let englishDelete =
        "(delete|remove|erase|clear|take away|drop|discard|throw away|get rid of|throw out|take out|toss|toss out|scrap|dump|trash|destroy)"
    private static let japaneseDelete =
        "((削除|消去|破棄|廃棄|除去|処分|抹消|除外|取り消し)[して[おいて|しまって]|する|したい|しといて|で|を]|捨てて[おいて|しまって]|捨てたい|捨てる|消して[おいて|しまって]|消しといて|消したい|消す|取り除いて|外して[おいて]|なくして)"
}
