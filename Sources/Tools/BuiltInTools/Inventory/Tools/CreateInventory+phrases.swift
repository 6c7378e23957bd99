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
    static let add =
        "(add|create|register|put|insert|enter|record|store|log|save|make|note|note down|write down|include|book in|check in|take in|"
        + "key in|place|set up|file|list)"
    /// Verbs that imply a record in the inventory.
    static let enrol = "(register|log|record|enter|catalog|catalogue|check in|book in|stock|add)"
    static let entry =
        "(item|inventory item|stock item|entry|inventory entry|stock entry|record|inventory record|product|article) "
        + "[called|named|titled|for|with title|with name]"
    static let received =
        "[have|have just|just|now] (received|got|got in|gotten|taken in|took in|took delivery of|taken delivery of|bought|purchased|acquired|"
        + "obtained|restocked|have|had delivered|been sent|been given)"
    static let arrived =
        "[have|has|have just|has just|just] (arrived|come in|came in|been delivered|were delivered|was delivered|turned up|showed up|got here|are here|"
        + "is here) [today|this morning|this afternoon]"
    static let delivery =
        "[new] (delivery|shipment|package|parcel|order|consignment) [has|have|just] [arrived|come in|came in|of|with|is here|got here|"
        + "containing|contains|was delivered]"
    static let into = "(to|into|in|on|under|onto) \(InventoryWords.stock)"
    static let place = "(in|at|on|to|into) {place:name}"

    /// An amount and a thing: "10 boxes of A4 paper", "3 x monitors", "2kg rice".
    static let amounts = [
        "{quantity:number}{unit:word} of {title:thing}",
        "{quantity:number} \(InventoryWords.englishUnit) [of] {title:thing}",
        "{quantity:number} [x|times|new|of] {title:thing}",
        "{quantity:number} {state=used|broken|refurbished} {title:item}",
    ]
    /// The same with the number after the name: "monitors x 3", "A4 paper, 10 boxes".
    static let amountsAfter = [
        "{title:thing} x {quantity:number}",
        "{title:thing} {quantity:number} \(InventoryWords.englishUnit)",
    ]

    static var phrases: [Phrase] {
        (amounts + amountsAfter).flatMap { amount -> [Phrase] in
            .english(
                "\(add) [new] [\(entry)] \(amount) \(into) \(fields(from: 2))",
                "\(add) \(into) \(amount) \(fields(from: 2))",
                "\(enrol) [new] [\(entry)] \(amount) \(fields(from: 2))",
                "\(enrol) \(amount) \(place)",
                "[we|i|you] \(received) \(amount) \(fields(from: 2))",
                "\(delivery) \(amount) \(fields(from: 2))",
                "\(amount) \(arrived) [so] [\(add) (it|them)] [\(into)]",
                "new (item|inventory item) [called|named|titled] \(amount) \(fields(from: 2))"
            )
        }
            + .english(
                "\(add) {quantity:number} {unit:word} of {title:name} \(into) \(fields(from: 3))",
                "\(add) [new] [\(entry)] {title:name} \(into) \(fields(from: 1))",
                "\(add) [new] \(entry) {title:name} [\(into)] \(fields(from: 1))",
                "\(add) [new] \(entry) {title:name} \(place)",
                "\(add) to \(InventoryWords.stock) {title:name} \(fields(from: 1))",
                "\(add) {title:quoted} [\(into)] \(fields(from: 1))",
                "\(add) {quantity:number} {unit:word} of {title:quoted} \(fields(from: 3))",
                "\(add) {quantity:number} {title:quoted} \(fields(from: 2))",
                "(log|register|record|enter|catalog|catalogue) [new] {title:thing} [as new (item|entry|record|product)] \(fields(from: 1))",
                "(log|register|record|enter|catalog|catalogue) {title:thing} \(place)",
                "new (item|inventory item|stock item|entry|inventory entry|product) [called|named|titled|is] {title:thing} \(fields(from: 1))",
                "\(enrol) {title:item} with (code|barcode) {code:name}",
                "\(add) {title:item} (to|in|under) category {category:item}",
                "\(add) {title:item} with category {category:item}",
                "\(add) {title:item} (note|memo|remark) {note:text}",
                "(create|add|make) (item|new item) with title {title:name}"
            )
            + .asking(
                .init(
                    "What is it called?",
                    answer:
                        "([it is called|called|named] {title:quoted} \(fields(from: 1))|(it is called|called|named|it is) {title:name})"
                ),
                in: .english,
                "\(add) [new] (item|inventory item|stock item|something) [\(into)]",
                "(add|create|register)"
            )
    }

    static func fields(from index: Int) -> String { InventoryWords.optionalFields(from: index) }
}

private enum JapaneseCreation {
    /// Verbs for adding something to others.
    static let add =
        "((追加|登録|作成|入庫|保存|記録|入力|計上|投入|記帳|補充)[して[おいて]|する|したい|しといて|しました|した|をして|を]|"
        + "入れて[おいて]|入れといて|入れたい|加えて[おいて]|加えたい|足して[おいて]|増やして|作って[おいて]|つくって|載せて|のせて|書き込んで)"
    /// Verbs that imply a record in the inventory.
    static let enrol = "(新規登録|新規追加|新規作成|在庫登録|在庫追加|登録|とうろく|入庫|入荷登録|入庫登録)[して[おいて]|する|したい|しといて|をして|を|で]"
    static let anyway = "(\(add)|\(enrol))"
    static let arrived =
        "((入荷|到着|納品|納入|入庫|着荷|購入|調達|補充)(した|しました|済み|されました|された|して)|届いた|届きました|届いて|入った|入りました|入って|"
        + "来た|来ました|来て|買った|買いました|買って[きた|きました]|もらった|もらいました|仕入れた|仕入れました|受け取った|受け取りました)"
    static let because = "(ので|から|ため|んで|よ|の|ん[だ|です])"
    static let new = "[新しく|新規に|新規で|新たに|あらたに|追加で|今日|さっき|先ほど|本日|また]"
    static let amount = "{quantity:number}[\(InventoryWords.unit)][分|で|だけ|ほど|くらい|ぐらい|ずつ]"
    static let counted = "{quantity:number}\(InventoryWords.unit)[分|で|だけ|ほど|くらい|ぐらい|ずつ]"
    static let into = "(在庫[品|リスト|一覧|データ|表|管理]|リスト|台帳)(に|へ|として|の中に|の中へ)"
    static let place = "{place:name}(に|へ)"
    static let more =
        "[(数量|個数|数|数は)[は|を|が]{quantity:number}[\(InventoryWords.unit)][で|に]]"
        + "[(カテゴリ|カテゴリー|分類)[は|を|が]{category:name}(で|に|として)]"
        + "[(保管場所|場所|置き場|置き場所)[は|を|が]{place:name}(で|に|として)]"

    static var phrases: [Phrase] {
        .japanese(
            "{title:thing}[を|は|が|、]\(counted)[を|、]\(new)[\(into)]\(anyway)",
            "{title:thing}を\(into)\(new)\(counted)\(anyway)",
            "{title:name}を\(amount)\(into)\(new)\(add)",
            "{title:name}を\(into)\(more)[\(amount)]\(add)",
            "{title:name}を\(more)\(into)\(add)",
            "\(into)\(new){title:name}を\(more)[\(amount)]\(add)",
            "\(into)\(new){title:thing}\(counted)[を]\(add)",
            "\(new){title:thing}\(counted)[を|、]\(new)[\(into)]\(anyway)",
            "\(new){title:thing}[を|、]\(counted)[を|、]\(place)\(anyway)",
            "\(new)\(place){title:thing}[を|、]\(counted)[を|、]\(anyway)",
            "(新しく|新規に|新たに|新規で){title:thing}を[\(amount)][\(into)]\(anyway)",
            "\(new){title:thing}[が|を|は|、]\(counted)[が|を]\(new)\(arrived)[\(because)][\(into)][\(anyway)]",
            "\(new)\(counted)の{title:thing}(が|を)\(new)\(arrived)[\(because)][\(into)][\(anyway)]",
            "(品名|名前|名称|商品名|タイトル)(は|が|を|で){title:name}[で|に]\(more)[で|の][\(into)]\(anyway)",
            "\(new){quantity:number}\(InventoryWords.unit)の{title:thing}を[\(into)]\(anyway)",
            "\(into){quantity:number}\(InventoryWords.unit)の{title:name}を\(anyway)",
            "{title:quoted}を\(more)[\(amount)]\(new)\(anyway)",
            "{title:thing}(を|の)\(enrol)",
            "{title:thing}を\(more)\(enrol)",
            "(新しい|新規の|新規)(在庫|商品|品目|アイテム|備品)[として|、]{title:name}を[\(amount)]\(anyway)",
            "{title:thing}という[名前の|タイトルの][新しい](在庫|商品|品目|アイテム|備品)を[\(amount)]\(anyway)",
            "[新規|新規登録|登録]{title:thing}\(counted)[を]\(enrol)",
            "(新規登録|新規追加|登録|追加){title:thing}",
            "{title:thing}を\(counted)[、]\(more)\(anyway)",
            "{title:thing}を(カテゴリ|カテゴリー|分類){category:name}で\(anyway)",
            "{title:thing}を\(place)\(counted)\(anyway)",
            "{title:thing}\(counted)[、]\(place)\(anyway)",
            "{title:thing}を\(anyway)[、](備考|メモ)[は|：]{note:name}",
            "{title:name}を(在庫|リスト)に\(add)",
            "あと{title:thing}(も|を)\(counted)[\(anyway)]",
            "{title:quoted}という(名前|タイトル)(で|の(在庫|商品|品目)を)\(anyway)"
        )
            + .asking(
                .init("名前は何ですか？「」で囲んで入力してください。", answer: "[名前は|タイトルは]{title:quoted}[で|を追加して|を登録して]"),
                in: .japanese,
                "[新しい|新規の|新規]在庫[品|データ](を|の|に何か)\(anyway)",
                "(追加|登録|新規登録)[して|したい]"
            )
    }
}
