public import Phrasebook

extension UpdateInventory {
    /// What a person may say to change an item.
    public var phrases: ToolPhrases { .updateInventory }
}

extension ToolPhrases {
    /// The phrases of `updateInventory`: what a person may say to change an item.
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
    static let change = "(change|set|update|edit|make|correct|adjust|fix|modify)"
    static let item = InventoryWords.item

    static var phrases: [Phrase] {
        var phrases: [Phrase] = .english(
            "(rename|retitle|name|call) \(item) [to|as|into] {title:name}",
            "(move|put|bring|transfer|relocate) \(item) (to|into|in|onto|on) {place:name}",
            "(put|move|file|place|sort) \(item) (in|into|under|to) {category:name} category",
            "(put|move|file|place|sort) \(item) (in|into|under|to) category {category:name}",
            "\(item) (is now|is currently|has been moved|was moved|has moved|got moved) (in|at|on|to|into|onto) {place:name}",
            "\(item) is now {state:name}",
            "mark \(item) as {state:name}",
            "(add|attach|write|put) (note|comment|memo|remark) {note:name} (to|on) \(item)",
            "(add|attach|write|put) (note|comment|memo|remark) (to|on) \(item) [saying] {note:name}",
            "\(change) \(item) to {quantity:number} [{unit:word}]",
            "\(item) (has|has got|have|is down to|is up to|is at|has only|only has|contains|now has|counts) [only|just|still] "
                + "{quantity:number} [\(InventoryWords.englishUnit)] [left|remaining|in stock|now|on hand]",
            "(there are|there is|we have|we have got|we've got|i have|we counted|i counted) [only|just|still|now] {quantity:number} "
                + "[\(InventoryWords.englishUnit)] [left|remaining] of \(item) [left|remaining]",
            "{quantity:number} [\(InventoryWords.englishUnit)] (left|remaining) of \(item)",
            "\(item) [is|are] [now|currently] (kept|stored|located) (in|at|on) {place:name}",
            "(move|relocate|transfer) \(item) over to {place:name}"
        )
        for (index, field) in InventoryWords.fields.enumerated() {
            let others = InventoryWords.optionalFields(from: index + 1)
            phrases += .english(
                "\(change) (\(field.english)) (of|for|on|in) \(item) (to|as|into|=) \(field.englishSlot) \(others)",
                "\(change) {id:integer}'s (\(field.english)) (to|as|into|=) \(field.englishSlot) \(others)",
                "\(change) \(item)'s (\(field.english)) (to|as|into|=) \(field.englishSlot) \(others)",
                "(\(field.english)) (of|for|on) \(item) (is now|is|should be|must be|needs to be|becomes|has changed to|changed to|=|has to be|"
                    + "should read|to) \(field.englishSlot) \(others)",
                "\(item)'s (\(field.english)) (is now|is|should be|must be|needs to be|becomes|has changed to|=) \(field.englishSlot) \(others)",
                "(for|on|of|in) \(item) \(change) (\(field.english)) (to|as|into|=) \(field.englishSlot) \(others)",
                "(give|assign) \(item) [new|another] (\(field.english)) [of|=] \(field.englishSlot) \(others)",
                "\(change) \(item) [with|to|and set|set|so that] (\(field.english)) [to|is|as|=|of] \(field.englishSlot) \(others)"
            )
        }
        return phrases
    }
}

private enum JapaneseUpdate {
    static let item = InventoryWords.numbered
    static let notes = "(メモ|備考|ノート|注記|コメント)"
    static let write = "(書いて|書き込んで|書き足して|記入[して]|入れて|追加[して]|残して|記録[して]|メモ[して])"
    static let left =
        "(しかない|しかありません|しか残って[い]ない|しか残って[い]ません|だけ[です|になった|になりました]|になった|になりました|"
        + "に減った|に減りました|に増えた|に増えました|残って[い]る|残って[い]ます)"
    static let states =
        "{state=故障中|故障|破損|修理中|要修理|使用中|未使用|使用済み|貸出中|貸し出し中|返却済み|新品|中古|良好|点検中|予約済み|紛失|欠品|"
        + "廃棄予定|準備中|完了}"

    static var phrases: [Phrase] {
        var phrases: [Phrase] = .japanese(
            "\(item)を{quantity:number}\(InventoryWords.unit)に\(InventoryWords.change)",
            "\(item)を{place:name}(に|へ)(移動[して[おいて]|する|した|しました|したい]|移して[おいて]|移した|移しました|動かして|動かした|しまって|"
                + "しまった|置いて|置いた|置きました|運んで|運んだ|入れて|入れた|保管[して|した|しました]|片付けて)",
            "\(item)(は|が)[今|いま|現在]{place:name}に(ある|あります|置いて[ある|あります]|保管して[ある|あります|いる]|移動した|移動しました|移った)",
            "\(item)を{title:quoted}(に|へ)(改名[して]|リネーム[して]|\(InventoryWords.change))",
            "\(item)(は|が)[もう|あと|残り]{quantity:number}[\(InventoryWords.unit)]\(left)",
            "\(item)を\(states)(に|として|扱いに)\(InventoryWords.change)",
            "\(item)(は|が)[もう|今|現在]\(states)(になった|になりました|です|だ)",
            "\(item)の\(notes)[欄](に|へ){note:name}(と|を|って)\(write)",
            "\(item)に{note:name}(という|と)(メモ|備考|ノート|コメント)を(付けて|つけて|追加[して]|書いて|残して)"
        )
        for (index, field) in InventoryWords.fields.enumerated() {
            let others = InventoryWords.fields[(index + 1)...].map { "[(\($0.japanese))(を|は)\($0.japaneseSlot)(に|へ)]" }
                .joined()
            phrases += .japanese(
                "\(item)の(\(field.japanese))(を|は|が)\(field.japaneseSlot)(に|へ|と)[して|変えて]\(others)(|\(InventoryWords.change))",
                "\(item)(の|は|を|、)(\(field.japanese))\(field.japaneseSlot)(に|へ|で)\(InventoryWords.change)"
            )
        }
        return phrases
    }
}
