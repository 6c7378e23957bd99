public import Phrasebook

extension UpdateInventory {
    /// What a person may say to change an item.
    public var phrases: ToolPhrases { .updateInventory }
}

extension ToolPhrases {
    static let updateInventory = ToolPhrases(
        tool: "updateInventory",
        effect: .changes,
        examples: [
            .english: "Set the quantity of item 3 to 20",
            .japanese: "在庫3の数量を20にして",
        ],
        phrases: EnglishUpdate.phrases + JapaneseUpdate.phrases
    )
}

private enum EnglishUpdate {
    static let change = "(change|set|update|edit|make|correct|adjust|fix|modify)"
    static let item = InventoryWords.item

    static var phrases: [Phrase] {
        var phrases: [Phrase] = .english(
            "(rename|retitle|name|call) \(item) [to|as|into] {title:name}",
            "(move|put|bring|transfer|relocate) \(item) (to|into|in|onto|on) {place:name}",
            "mark \(item) as {state:name}",
            "(add|attach|write|put) (note|comment|memo|remark) {note:name} (to|on) \(item)",
            "(add|attach|write|put) (note|comment|memo|remark) (to|on) \(item) [saying] {note:name}",
            "\(change) \(item) to {quantity:number} [{unit:word}]"
        )
        for (index, field) in InventoryWords.fields.enumerated() {
            let others = InventoryWords.optionalFields(from: index + 1)
            phrases += .english(
                "\(change) (\(field.english)) (of|for|on|in) \(item) (to|as|into|=) \(field.englishSlot) \(others)",
                "\(change) \(item)'s (\(field.english)) (to|as|into|=) \(field.englishSlot) \(others)",
                "\(change) \(item) [with|to|and set|set|so that] (\(field.english)) [to|is|as|=|of] \(field.englishSlot) \(others)"
            )
        }
        return phrases
    }
}

private enum JapaneseUpdate {
    static let item = InventoryWords.numbered

    static var phrases: [Phrase] {
        var phrases: [Phrase] = .japanese(
            "\(item)を{quantity:number}\(InventoryWords.unit)に\(InventoryWords.change)",
            "\(item)を{place:name}(に|へ)(移動[して|する]|移して|動かして|しまって|置いて)",
            "\(item)を{title:quoted}(に|へ)(改名[して]|リネーム[して]|\(InventoryWords.change))",
            "\(item)に{note:name}(という|と)(メモ|備考|ノート|コメント)を(付けて|つけて|追加[して]|書いて|残して)"
        )
        for (index, field) in InventoryWords.fields.enumerated() {
            let others = InventoryWords.fields[(index + 1)...].map { "[(\($0.japanese))(を|は)\($0.japaneseSlot)(に|へ)]" }
                .joined()
            phrases += .japanese(
                "\(item)の(\(field.japanese))(を|は|が)\(field.japaneseSlot)(に|へ|と)[して|変えて]\(others)\(InventoryWords.change)",
                "\(item)(の|は|を|、)(\(field.japanese))\(field.japaneseSlot)(に|へ|で)\(InventoryWords.change)"
            )
        }
        return phrases
    }
}
