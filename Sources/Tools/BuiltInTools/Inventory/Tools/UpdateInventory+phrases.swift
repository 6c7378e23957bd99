public import ToolPhrases

extension UpdateInventory {
    /// The sentences that ask to change an item.
    public var phrases: ToolPhrases { .updateInventory }
}

extension ToolPhrases {
    /// The phrases of `updateInventory`: the sentences that ask to change an item.
    public static let updateInventory = ToolPhrases(
        tool: "updateInventory",
        effect: .changes,
        examples: [
            .english: "Set the quantity of item 3 to 20",
            .japanese: "在庫3の数量を20にして",
        ],
        items: InventoryWords.listed,
        phrases: EnglishUpdate.phrases + JapaneseUpdate.phrases
    )
}

private enum EnglishUpdate {
    static var phrases: [Phrase] {
        let texts = PhraseTexts.builtInTools["inventoryUpdate.english"]
        let fields = InventoryWords.fields.enumerated().flatMap { index, field in
            let others = InventoryWords.optionalFields(from: index + 1)
            return texts("field", ["field": field.english, "slot": field.englishSlot, "others": others])
        }
        return .english(texts("phrases") + texts("relative"))
            + .asking(
                .init("What should change, and to what?", answer: InventoryWords.texts["numberedItem"]),
                in: .english,
                texts("lacking")
            )
            + .english(fields)
    }
}

private enum JapaneseUpdate {
    static var phrases: [Phrase] {
        let texts = PhraseTexts.builtInTools["inventoryUpdate.japanese"]
        let fields = InventoryWords.fields.enumerated().flatMap { index, field in
            let others = InventoryWords.fields[(index + 1)...].map { "[(\($0.japanese))(を|は)\($0.japaneseSlot)(に|へ)]" }
            return texts("field", ["field": field.japanese, "slot": field.japaneseSlot, "others": others.joined()])
        }
        return .japanese(texts("phrases") + texts("relative") + fields)
    }
}
