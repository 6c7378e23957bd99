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
    static let change = "(change|set|update|edit|make|correct|adjust|fix|modify)"
    static let item = InventoryWords.item

    static var phrases: [Phrase] {
        var phrases: [Phrase] = .english(
            "(rename|retitle) \(item) [to|as|into] {title:name}",
            "(name|call) \(InventoryWords.numberedItem) [to|as|into] {title:name}",
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
            "(move|relocate|transfer) \(item) over to {place:name}",
            "(put|move) \(item) (in|into|under|to) \(categories) {category:name}",
            "(there are|there is|we have|i have|we've got|we have got|we now have|there are now) [only|just|still|now|exactly] "
                + "{quantity:number} [\(InventoryWords.englishUnit)] [of] \(item) (now|left|remaining|in stock|on hand)",
            "\(InventoryWords.numberedItem) (quantity|qty|count|amount) {quantity:number}",
            "\(InventoryWords.numberedItem) to {quantity:number}",
            "\(change) \(InventoryWords.numberedItem)",
            "\(change) qty (of|for) \(item) (to|=) {quantity:number} [\(InventoryWords.englishUnit)]",
            "\(change) quantity (of|for) \(item) to {quantity:number} if [its|the] version is [still] {version:text}",
            "note for \(item) {note:text}",
            "\(item) (is|are) [now] {state=broken|damaged|repaired|used|reserved|lost|expired|opened|under repair|defective}",
            "(clear|empty|blank|remove|delete|erase|unset|reset|drop|wipe) {?clear=\(InventoryWords.englishFields)} "
                + "(of|from|for|on) \(item)",
            "(clear|empty|blank|remove|delete|erase|unset|reset) \(item)'s {?clear=\(InventoryWords.englishFields)}",
            "\(item) (doesn't|does not|don't|do not) have [a|any] {?clear=\(InventoryWords.englishFields)} (any more|anymore|any longer)"
        )
        phrases += relative
        phrases += .asking(
            .init("What should change, and to what?", answer: "\(InventoryWords.numberedItem)"),
            in: .english,
            "\(change) [the] (\(InventoryWords.englishFields))"
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

    private static let categories = "(category|the category)"
    private static let unit =
        "[\(InventoryWords.englishUnit)|roll|bag|bottle|piece|can|case|carton|crate|pair|set|litre|liter|kilo]"
    private static let amount = "[quantity|count|stock|amount|number] [of|for]"
    private static let came =
        "(arrived|came in|came|come in|been delivered|delivered|were delivered|was delivered|turned up|got in)"

    /// Changes of the quantity by an amount or a factor; without an item they refer to the one mentioned before.
    private static var relative: [Phrase] {
        let more = "(more|additional|extra|further)"
        let gone = "(gone|used|used up|missing|sold|lost|broken|taken|finished)"
        let took =
            "(used|sold|lost|consumed|taken|took|gave away|given away|broke|broken|threw away|thrown away|drank|ate|removed|used up|"
            + "took out|taken out|withdrew|shipped|sent out|handed out)"
        return .english(
            "{?add=add|put|put in} {quantity+:number} \(more) \(unit) [of] \(item) [to|in|into] [\(InventoryWords.stock)]",
            "{?add=add|put|put in} {quantity+=another|one more|an extra|an additional|1 more} \(unit) [of] \(item) "
                + "[to|in|into] [\(InventoryWords.stock)]",
            "add {quantity+:number} [more] [\(unit)] to \(amount) \(item)",
            "{quantity+:number} \(more) \(unit) [of] \(item)",
            "{quantity+:number} \(more) \(unit) [of] \(item) [have|has|were|was|just] \(came) [today|just now]",
            "{quantity+=another|one more|an extra|an additional} \(unit) [of] \(item) [has|have|just] \(came) [today|just now]",
            "(increase|raise|top up|restock|bump|bump up|increment) \(amount) \(item) (by|with) {quantity+:number} \(unit)",
            "(increase|raise|bump|increment) \(amount) \(item) by {quantity+=another|one more}",
            "(take|remove|subtract|deduct|withdraw|take out|take away|use|pull|grab) {quantity-:number} \(unit) (of|from) \(item) [out|away]",
            "(take|withdraw|use|pull|grab) {quantity-:number} \(unit) [of] \(item) [out|away]",
            "(subtract|deduct|take) {quantity-:number} \(unit) from \(amount) \(item)",
            "(we|i|somebody|someone|they) [have|has|had|just|'ve] \(took) {quantity-:number} \(unit) [of] \(item) "
                + "[today|yesterday|this morning|this week|already]",
            "(decrease|reduce|lower|cut|decrement) \(amount) \(item) by {quantity-:number} \(unit)",
            "{quantity-:number} (less|fewer) \(unit) [of] \(item)",
            "{quantity-:number} \(unit) [of] \(item) (is|are|were|was|have been|has been|went) \(gone)",
            "\(took) {quantity-:number} \(unit) [of] \(item)",
            "{quantity*=halve|half|double|triple} \(amount) \(item)",
            "(cut|reduce|split) \(amount) \(item) {quantity*=in half|by half|to half}",
            "{quantity*=half} [of] \(item) (is|are|was|were|has been|have been) \(gone)",
            "(we|i) [have|'ve] \(took) {quantity*=half} [of] \(item)",
            "(set|make|change) \(item) to {quantity*=half|double|twice} [of] [what it was|as many|that]",
            "(we|i) [have|'ve] {quantity*=used up|finished|run out of|ran out of} [all] [of] [the] \(item)",
            // These refer to the item mentioned before.
            "(add|put in) {quantity+:number} \(more) \(unit)",
            "add {quantity+=another|one more} [one]",
            "(actually|no|sorry|correction) [there are|there is|it is|make it|make that|i meant] {quantity:number} \(unit)",
            "(there are|make it|make that) [actually] {quantity:number} \(unit) [of them]",
            "(take|remove|use) {quantity-:number} \(unit) [of them|from it|out|away]"
        )
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
            "\(item)に{note:name}(という|と)(メモ|備考|ノート|コメント)を(付けて|つけて|追加[して]|書いて|残して)",
            "\(item)に\(notes){note:name}[を](付けて|つけて|追加[して]|書いて|残して)",
            "\(InventoryWords.numberedItemInJapanese)(数量|個数|数){quantity:number}[\(InventoryWords.unit)]",
            "\(item)の(バーコード|コード|品番)(は|が){code:name}(です|だ)",
            "\(item)の{?clear=\(InventoryWords.japaneseFields)}(を|は)"
                + "(消して|削除[して]|空に[して]|空欄に[して]|クリア[して]|なしに[して]|空白に[して]|消去[して])",
            "\(item)が{state=故障|破損|紛失}した",
            "(バージョン)が[まだ]{version:name}のままなら\(item)の(数量|個数|数)を{quantity:number}[\(InventoryWords.unit)]に\(InventoryWords.change)",
            "\(item)を{place:name}(に|へ)(移して|移動して){quantity:number}[\(InventoryWords.unit)]に\(InventoryWords.change)",
            "\(item)を{quantity:number}に\(InventoryWords.change)",
            "\(InventoryWords.numberedItemInJapanese)を{quantity:number}[\(InventoryWords.unit)]に",
            "\(InventoryWords.numberedItemInJapanese)を(変更|更新|修正)(して|したい|する)",
            "\(item)(は|が){place:item}(に|へ)(移しました|移した|移動しました|移動した|動かした|置きました)"
        )
        phrases += relative
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

    private static let unit = "[\(InventoryWords.unit)|脚|本分|箱分|セット|パック]"

    /// Changes of the quantity by an amount or a factor; without an item they refer to the one mentioned before.
    private static var relative: [Phrase] {
        let more = "(あと|もう|さらに|追加で)"
        let adding = "(足して|増やして|追加[して]|加えて|補充[して]|入れて|ついか[して]|足す|増やす|増加)"
        let taking =
            "(減らして|へらして|引いて|取り出して|取り出した|取り出しました|使った|使いました|使って|消費した|消費しました|売れた|売れました|出庫[した|して|しました]|"
            + "なくした|持ち出した|持ち出しました|取った|取りました|壊れた|壊した|捨てた|捨てました|減った|減りました|使用した|使用しました|飲んだ|食べた|あげた|渡した|減らす)"
        return .japanese(
            "\(item)(を|が|は|)\(more){quantity+:number}\(unit)[を]\(adding)",
            "\(item)(を|が|は|)[\(more)]{quantity+:number}\(unit)[だけ](足して|増やして|補充[して]|足す|増やす)",
            "\(item)に[\(more)]{quantity+:number}\(unit)[を](足して|追加[して]|加えて|増やして|補充[して])",
            "\(item)(を|が|は|)\(more){quantity+:number}\(unit)",
            "\(item)(を|から|が|は|、|)[もう]{quantity-:number}\(unit)[だけ|ほど]\(taking)",
            "\(item)の(数量|在庫|数|個数)を{quantity-:number}\(unit)[だけ](減らして|へらして|引いて)",
            "\(item)の(数量|在庫|数|個数)を{quantity+:number}\(unit)[だけ](増やして|足して)",
            "\(item)[の(数量|在庫|数|個数)](を|が|は|)"
                + "{quantity*=半分|半数|２倍|2倍|二倍|3倍|倍}(に|)(して|する|した|しました|なった|なりました|減らして|減った|増やして|増えた|更新して|変更して)",
            "\(item)(を|が|は|)[全部|すべて]{quantity*=使い切った|使い切りました|使いきった|使い果たした|飲み切った|食べ切った|なくなった|なくなりました}",
            // These refer to the item mentioned before.
            "\(more){quantity+:number}\(unit)[を][\(adding)]",
            "{quantity*=半分|2倍|倍}に(して|する|なった|なりました)",
            "(やっぱり|やはり|いや|訂正|正しくは){quantity:number}\(unit)(で|です|だった|でした|にして|に変更して|に)",
            "{quantity-:number}\(unit)\(taking)",
            "{quantity+:number}\(unit)(足して|増やして)",
            "{quantity:number}\(unit)に(して|変更して|更新して)",
            "(名前|タイトル|品名)を{title:quoted}(に|へ)(変えて|変更[して]|して)",
            "{place:name}(に|へ)(移して|移動して|動かして)"
        )
    }
}
