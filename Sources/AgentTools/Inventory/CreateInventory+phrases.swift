public import Phrasebook

extension CreateInventory {
    /// What a person may say to put something into the inventory.
    public var phrases: ToolPhrases { .createInventory }
}

extension ToolPhrases {
    /// The phrases of `createInventory`: what a person may say to put something into the inventory.
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
    static let add = "(add|create|register|put|insert|enter|record|store|log|save|make)"
    static let new = "[new] [item|inventory item|stock item|entry] [called|named|titled]"
    static let received = "[have] (received|got in|taken in|took in|took delivery of|taken delivery of)"
    static let arrived = "[have|has] (arrived|come in|came in|been delivered) [today]"
    static let into = "(to|into|in) \(InventoryWords.stock)"
    static let more = InventoryWords.optionalFields(from: 1)

    static var phrases: [Phrase] {
        .english(
            "\(add) {quantity:number} {unit:word} of {title:name} \(into) \(InventoryWords.optionalFields(from: 3))",
            "\(add) {quantity:number} {title:name} \(into) \(InventoryWords.optionalFields(from: 2))",
            "\(add) \(new) {title:name} \(into) \(more)",
            "\(add) [new] (item|inventory item|stock item|inventory entry) [called|named|titled|with title|with name] {title:name} "
                + "[\(into)] \(more)",
            "\(add) to \(InventoryWords.stock) {title:name} \(more)",
            "\(add) {title:quoted} \(more)",
            "\(add) {quantity:number} {unit:word} of {title:quoted} \(InventoryWords.optionalFields(from: 3))",
            "\(add) {quantity:number} {title:quoted} \(InventoryWords.optionalFields(from: 2))",
            "(we|i) \(received) {quantity:number} {unit:word} of {title:name} \(InventoryWords.optionalFields(from: 3))",
            "(we|i) \(received) {quantity:number} {title:name} \(InventoryWords.optionalFields(from: 2))",
            "{quantity:number} {unit:word} of {title:name} \(arrived)",
            "(log|register|record|enter) {title:name} (in|at|on) {place:name}",
            "new (item|inventory item) [called|named|titled] {title:quoted} \(more)"
        )
            + .asking(
                .init(
                    "What is it called? Put the name in quotation marks.",
                    answer: "[it is called|called|named] {title:quoted} \(more)"
                ),
                in: .english,
                "\(add) [new] (item|inventory item|stock item|something) [\(into)]"
            )
    }
}

private enum JapaneseCreation {
    static let add =
        "((追加|登録|作成|入庫|新規登録|新規追加|保存|記録)[して|する|したい|しておいて|しといて]|入れて[おいて]|加えて[おいて]|足して|"
        + "作って|つくって)"
    static let arrived = "(届いた|届きました|入荷した|入荷しました|到着した|到着しました|入った|入りました|納品された|来た)"
    static let amount = "{quantity:number}[\(InventoryWords.unit)][分|で|だけ|ほど]"
    static let counted = "{quantity:number}\(InventoryWords.unit)[分|で|だけ|ほど]"
    static let into = "在庫[品|リスト|一覧|データ](に|へ|として|の中に)"
    static let more =
        "[(数量|個数|数)[は|を|が]{quantity:number}[\(InventoryWords.unit)][で|に]]"
        + "[(カテゴリ|カテゴリー|分類)[は|を|が]{category:name}(で|に|として)]"
        + "[(保管場所|場所|置き場|置き場所)[は|を|が]{place:name}(で|に|として)]"

    static var phrases: [Phrase] {
        .japanese(
            "{title:name}を\(counted)[新しく|新規に][\(into)]\(add)",
            "{title:name}を\(amount)\(into)[新しく|新規に]\(add)",
            "{title:name}を\(into)\(more)[\(amount)]\(add)",
            "{title:name}を\(more)\(into)\(add)",
            "\(into)[新しく|新規に]{title:name}を\(more)[\(amount)]\(add)",
            "[\(into)][新しく|新規に]{title:name}\(counted)[を][\(into)]\(add)",
            "(新しく|新規に|新たに|新規で){title:name}を[\(amount)][\(into)]\(add)",
            "{title:name}[が|を]\(counted)[が|を]\(arrived)(ので|から|ため|んで)[\(into)]\(add)",
            "(品名|名前|名称|商品名|タイトル)(は|が|を|で){title:name}[で|に]\(more)[で|の][\(into)]\(add)",
            "{quantity:number}\(InventoryWords.unit)の{title:name}を[\(into)]\(add)",
            "\(into){quantity:number}\(InventoryWords.unit)の{title:name}を\(add)",
            "{title:quoted}を\(more)[\(amount)][新しく|新規に]\(add)",
            "(新しい|新規の|新規)在庫[として]{title:name}を[\(amount)]\(add)",
            "{title:name}という[名前の|タイトルの][新しい]在庫を[\(amount)]\(add)"
        )
            + .asking(
                .init("名前は何ですか？「」で囲んで入力してください。", answer: "[名前は|タイトルは]{title:quoted}[で|を追加して|を登録して]"),
                in: .japanese,
                "[新しい|新規の|新規]在庫[品|データ](を|の)\(add)"
            )
    }
}
