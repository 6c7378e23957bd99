import ToolPhrases

/// The words that the phrases of the inventory tools share.
enum InventoryWords {
    /// The form of an item in the tools' outputs: `ID: 12 - A4 paper (updated: 2026-11-20)`.
    static let listed = ListedItems(argument: "id", linePrefix: "ID: ", titleEnds: [" (updated: ", " (更新: "])

    // MARK: English

    static let stock =
        "(inventory|stock|storage|warehouse|stockroom|inventory list|stock list|storeroom|inventory system|stock records|inventory records)"

    static let changes = "(changes|change|updates|update|edits|modifications)"

    /// Units that may follow a number without "of" before the name.
    static let englishUnit =
        "{unit=kg|g|kilos|kilograms|grams|liters|litres|l|ml|boxes|box|packs|pack|packets|packages|pieces|pcs|bottles|bags|rolls|"
        + "reams|sheets|sets|pairs|cans|cases|cartons|crates|tubes|jars|meters|metres|units}"

    /// One item by its number: "item 3", "#3", "the item with ID 3".
    static let numberedItem = "(\(itemWords){id:integer}|{id:reference})"

    /// One item by its number or name: "the stapler".
    static let item = "(\(itemWords){id:integer}|{id:reference}|[item|items] {id:item})"

    /// Items by number or name; several may be named.
    static let items = "(\(itemWords){id:integer*}|{id:reference*}|[item|items] {id:item*})"

    /// Several items by their numbers.
    static let numberedItems = "(\(itemWords){id:integer*}|{id:reference*})"

    /// The fields that can be queried or cleared, by any of their names.
    static let englishFields =
        "quantity|count|amount|unit|category|place|location|state|status|condition|code|barcode|note|notes|memo"
    static let japaneseFields =
        "数量|個数|在庫数|単位|カテゴリ|カテゴリー|分類|保管場所|場所|置き場|状態|ステータス|コード|バーコード|品番|備考|メモ|注記"

    private static let itemWords =
        "((item|items|product|products|record|records|entry|entries|inventory|"
        + "(inventory|stock) (item|items|product|record|records|entry|entries)) [with] "
        + "[id|ids|number|numbers|no|#]|id|ids|number|#)"

    /// The fields of an item, in the order of longer sentences.
    static let fields: [Field] = [
        Field(english: "title|name", japanese: "タイトル|名前|品名|名称|題名|件名", slot: "{title:name}"),
        Field(
            english: "quantity|count|amount|number|stock",
            japanese: "数量|個数|数|在庫数|在庫|残り|量",
            slot: "{quantity:number}",
            englishSlot: "{quantity:number} [{unit:word}]",
            japaneseSlot: "{quantity:number}[\(unit)]"
        ),
        Field(english: "unit|units", japanese: "単位", slot: "{unit:name}"),
        Field(english: "category", japanese: "カテゴリ|カテゴリー|分類|種類", slot: "{category:name}"),
        Field(
            english: "place|location|position|storage place|kept in|stored in|kept at|stored at|located in",
            japanese: "場所|保管場所|置き場|置き場所|保管先|ロケーション",
            slot: "{place:name}"
        ),
        Field(english: "state|status|condition", japanese: "状態|ステータス|状況", slot: "{state:name}"),
        Field(english: "code|barcode|sku", japanese: "コード|管理番号|品番|バーコード|QRコード|型番", slot: "{code:name}"),
        Field(english: "note|notes|memo|comment|remark", japanese: "メモ|備考|ノート|注記|コメント", slot: "{note:name}"),
    ]

    /// Returns a pattern for the fields from an index on, each of them optional: ", quantity 10, category office".
    static func optionalFields(from index: Int) -> String {
        fields[index...].map { "[[and] [with|in|at] (\($0.english)) [of|to|is|as|=] \($0.englishSlot)]" }
            .joined(separator: " ")
    }

    // MARK: Japanese

    static let unit =
        "{unit=個|コ|こ|ヶ|箱|枚|本|冊|台|袋|缶|セット|パック|ケース|足|着|匹|束|巻|丁|通|つ|組|点|式|脚|張|巻|錠|株|輪|挺|基|丁|面|膳|帖|双|ロール|ボトル|ダース|玉|杯|瓶|樽|"
        + "kg|キログラム|キロ|g|グラム|ml|ミリリットル|L|リットル|m|メートル|cm|センチ}"

    static let things = "(在庫|在庫品|商品|アイテム|品目|品物|物品|備品)"

    /// One item by its number: 「在庫3」「ID 3の在庫」「3番」.
    static let numberedItemInJapanese = "(\(numbered(slot: "{id:integer}"))|{id:reference})"

    /// One item by its number or name.
    static let numbered = "(\(numbered(slot: "{id:integer}"))|{id:reference}|{id:item})"

    /// Several items by their numbers.
    static let numberedAllInJapanese = "(\(numbered(slot: "{id:integer*}"))|{id:reference*})"

    /// Items by number or name; several may be named.
    static let numberedAll =
        "(\(numbered(slot: "{id:integer*}"))|{id:reference*}|{id:item*}|"
        + "[{id:integer}番(と|、|や)]{id:integer}番(と|、|や|および|及び){id:integer}番[の\(things)])"

    private static func numbered(slot: String) -> String {
        "([\(things)[の]](ID|番号|#|No)[が|は|番号|番号が]\(slot)[番][の\(things)|のもの|のやつ]|"
            + "\(things)[の]\(slot)[番]|[\(things)の]\(slot)番[の\(things)|のもの|のやつ])"
    }

    static let show =
        "(見せて|みせて|見せる|見たい|見る|表示[して|する|させて]|一覧[表示][して|にして|で見せて|を見せて]|"
        + "リスト[アップ|表示][して]|教えて|おしえて|確認[して|したい|する]|出して|取得[して]|調べて|知りたい|チェック[して]|開いて|ひらいて|並べて|挙げて|列挙[して]|出力[して]|ください)"

    static let change =
        "(変えて[おいて]|かえて|変える|変えたい|変更[して|する|したい]|して|する|したい|しておいて|更新[して|する]|直して|修正[して|する]|"
        + "設定[して|する]|書き換えて|セット[して]|訂正[して])"
}

extension InventoryWords {
    /// A field of an inventory item, with the names that people use.
    struct Field {
        var english: String
        var japanese: String
        var englishSlot: String
        var japaneseSlot: String

        init(
            english: String,
            japanese: String,
            slot: String,
            englishSlot: String? = nil,
            japaneseSlot: String? = nil
        ) {
            self.english = english
            self.japanese = japanese
            self.englishSlot = englishSlot ?? slot
            self.japaneseSlot = japaneseSlot ?? slot
        }
    }
}
