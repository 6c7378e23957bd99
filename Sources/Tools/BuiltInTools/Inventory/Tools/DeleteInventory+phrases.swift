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
        phrases: .english(english("phrases"))
            + .japanese(japanese("phrases"))
            + questions + refusals
    )

    private static let english = PhraseTexts.builtInTools["inventoryDeletion.english"]
    private static let japanese = PhraseTexts.builtInTools["inventoryDeletion.japanese"]

    private static let questions: [Phrase] =
        .asking(
            .init("Which one? Tell me its name or its ID.", answer: "([item|id|number|#]{id:integer*}|{id:item*})"),
            in: .english,
            english("lacking")
        )
        + .asking(
            .init("どの在庫ですか？", answer: "([在庫|ID|番号]{id:integer*}[番]|{id:item*})[です]"),
            in: .japanese,
            japanese("lacking")
        )

    /// What the tool cannot do.
    private static let refusals: [Phrase] =
        .english(
            english("refused"),
            wording: .refusal(
                "I cannot empty the inventory at once. Name what to delete, for example “delete item 3” or “delete the stapler”; each "
                    + "deletion is shown before it is made."
            )
        )
        + .japanese(
            japanese("refused"),
            wording: .refusal("在庫をまとめて空にすることはできません。「在庫3を削除して」のように、削除するものを指定してください。削除の前に内容を確認できます。")
        )
}
