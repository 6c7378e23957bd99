public import ToolPhrases

extension CreateInventory {
    /// The sentences that ask to add something to the inventory.
    public var phrases: ToolPhrases { .createInventory }
}

extension ToolPhrases {
    /// The phrases of `createInventory`: the sentences that ask to add something to the inventory.
    public static let createInventory = ToolPhrases(
        tool: "createInventory",
        effect: .changes,
        examples: [
            .english: "Add \"A4 paper\" to the inventory, quantity 10",
            .japanese: "A4用紙を10箱、在庫に追加して",
        ],
        items: InventoryWords.listed,
        phrases: EnglishCreation.phrases + JapaneseCreation.phrases
    )
}

private enum EnglishCreation {
    static let texts = PhraseTexts.builtInTools["inventoryCreation.english"]

    static var phrases: [Phrase] {
        // The fields that may follow the first one, two or three.
        var fields: [String: String] = [:]
        for index in 1...3 { fields["fields\(index)"] = InventoryWords.optionalFields(from: index) }
        let counted = (texts("amounts") + texts("amountsAfter")).flatMap { amount in
            texts("counted", fields.merging(["amount": amount]) { $1 })
        }
        return .english(counted + texts("phrases", fields))
            + .asking(
                .init("What is it called?", answer: texts("answer", fields)[0]),
                in: .english,
                texts("lacking")
            )
    }
}

private enum JapaneseCreation {
    static let texts = PhraseTexts.builtInTools["inventoryCreation.japanese"]

    static var phrases: [Phrase] {
        .japanese(texts("phrases"))
            + .asking(
                .init("名前は何ですか？「」で囲んで入力してください。", answer: "[名前は|タイトルは]{title:quoted}[で|を追加して|を登録して]"),
                in: .japanese,
                texts("lacking")
            )
    }
}
