/// The closed lists of words that distinguish a request for the web from a question about things of the person.
enum OutwardWords {
    /// Words that mention the web, even if they do not ask for it: a net, a site and news may also be the topic.
    static let web = TokenSequences([
        "web", "internet", "online", "google", "wikipedia", "websites", "news about", "news on", "latest news", "news",
        "ネットで", "ウェブ", "インターネット", "ググって", "ニュース", "Web", "ウィキペディア", "サイト", "オンライン", "グーグル",
    ])

    /// Words for persons, and words that refer to earlier or present things.
    static let persons = TokenSequences([
        "i", "i'm", "i've", "i'll", "i'd", "me", "my", "mine", "myself", "we", "we're", "we've", "we'll", "us", "our",
        "ours", "you", "your", "yours", "yourself", "you're", "he", "him", "his", "she", "her", "they", "them", "their",
        "it", "its", "this", "that", "these", "those", "here", "there", "someone", "somebody", "nobody", "everybody",
        "私", "わたし", "僕", "ぼく", "俺", "自分", "うち", "我が", "わが", "弊社", "当社", "あなた", "君", "きみ", "お前", "彼", "彼女", "みんな",
        "これ", "それ", "あれ", "この", "その", "あの", "ここ", "そこ", "あそこ", "父", "母", "兄", "弟", "姉", "妹", "妻", "夫", "友達", "友だち",
        "家族", "息子", "娘", "誰か",
    ])

    /// Words for persons that are also short names of countries: "the US".
    static let shortNames: Set<Word> = ["us"]

    /// Containers, places of a house, fields of an item, words for amounts and for changes of things.
    static let stock = TokenSequences([
        "item", "items", "thing", "things", "stuff", "entry", "entries", "record", "records", "anything", "everything",
        "something", "inventory", "stock", "stocked", "storage", "stored", "store", "kept", "keep", "left", "got",
        "list", "listed", "location", "locations", "quantity", "quantities", "amount", "number", "total", "category",
        "categories", "barcode", "barcodes", "unit", "units", "id", "label", "labels", "title", "note", "notes",
        "condition", "status", "box", "boxes", "shelf", "shelves", "drawer", "drawers", "cabinet", "cabinets",
        "cupboard", "closet", "container", "containers", "crate", "crates", "bin", "bins", "rack", "racks", "bag",
        "bags", "case", "cases", "pack", "packs", "bottle", "bottles", "piece", "pieces", "toolbox", "room", "rooms",
        "kitchen", "garage", "office", "basement", "attic", "storeroom", "warehouse", "pantry", "fridge", "freezer",
        "cellar", "shed", "hallway", "bathroom", "bedroom", "desk", "supply", "supplies", "spare", "spares", "broken",
        "damaged", "missing", "empty", "low", "out", "sold", "used", "unused", "bought", "ordered", "purchased",
        "order", "delivery", "delivered", "delivering", "shipment", "arrived", "received", "added", "updated",
        "changed", "created", "modified", "replaced", "reorder", "restock", "refill", "expired", "expires", "expire",
        "oldest", "newest", "cheapest", "heaviest", "most", "least", "fewest", "fewer", "enough", "recently",
        "yesterday", "last week", "last month", "this week", "this month",
        "在庫", "残り", "残っ", "残量", "足り", "置い", "置き", "しまっ", "入って", "入れた", "保管", "収納", "倉庫", "棚", "箱", "引き出し",
        "冷蔵庫", "冷凍庫", "台所", "キッチン", "物置", "押し入れ", "納戸", "ガレージ", "アイテム", "品目", "物品", "備品", "登録", "更新", "追加",
        "変更", "購入", "買った", "注文", "借り", "貸し", "もの", "一覧", "リスト", "全部", "すべて", "カテゴリ", "数量", "個数", "本数", "枚数",
        "台数", "数を", "数が", "数は", "の数", "場所", "期限", "型番", "品番", "番号", "種類", "なくな", "切れ", "補充", "いくつ", "何個",
        "何本", "何枚", "何箱", "何台", "何袋", "何冊", "ID",
    ])

    /// Words in place of the search topic that do not describe it.
    static let hollow: Set<Word> = [
        "for", "about", "on", "of", "the", "a", "an", "some", "any", "to", "in", "with", "and", "or", "me", "us",
        "things", "thing", "stuff", "something", "anything", "everything", "it", "this", "that", "them", "more",
        "results", "information", "info", "stuff", "please", "again", "now", "if", "whether", "what", "how", "is",
    ]
}
