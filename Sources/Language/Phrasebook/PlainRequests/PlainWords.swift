/// The closed lists of words that show whether an unquoted value may contain more than one value.
enum PlainWords {
    /// Words that are in no plain English value.
    static let english = WordSet(
        (englishFunction + englishMeasure + englishJudgement + englishTime + englishVerbs + englishThings).map {
            Word($0)
        }
    )

    /// The words among them that start another part of a request or another request.
    static let englishParts = WordSet((englishFunction + englishVerbs + englishThings).map { Word($0) })

    /// Articles, prepositions, conjunctions, pronouns, auxiliaries and adverbs.
    private static let englishFunction = [
        "the", "a", "an", "of", "in", "at", "on", "to", "into", "onto", "from", "off", "by", "with", "without", "for",
        "as", "about",
        "under", "over", "above", "below", "behind", "beside", "near", "next", "between", "inside", "outside", "within",
        "against",
        "around", "through", "per", "via", "than", "like", "up", "down", "out", "away", "back", "and", "or", "but",
        "nor", "so", "because",
        "since", "if", "unless", "when", "while", "until", "till", "although", "though", "that", "which", "who",
        "whose", "what", "where",
        "why", "how", "whether", "plus", "minus", "also", "too", "not", "no", "never", "none", "nothing", "only",
        "just", "exactly",
        "roughly", "almost", "nearly", "even", "still", "already", "yet", "again", "together", "there", "here", "then",
        "instead",
        "except", "otherwise", "maybe", "perhaps", "please", "thanks", "thank", "ok", "okay", "yes", "well", "now", "i",
        "me", "my",
        "mine", "we", "us", "our", "ours", "you", "your", "he", "him", "his", "she", "her", "it", "its", "they", "them",
        "their", "this",
        "these", "those", "one", "ones", "someone", "somebody", "something", "anything", "everything", "everyone", "is",
        "are", "was",
        "were", "be", "been", "being", "am", "do", "does", "did", "done", "has", "have", "had", "will", "would", "can",
        "could", "shall",
        "should", "may", "might", "must", "'s", "don't", "isn't", "aren't", "can't", "won't", "doesn't", "didn't",
        "it's", "i'm", "i'd",
        "i'll", "we're", "we'll", "there's", "that's", "let's", "actually", "eh", "um", "uh", "wait", "sorry", "versus",
        "vs", "etc",
        "otherwise", "whatever", "any", "some", "each", "every", "all", "both", "either", "neither", "rest", "else",
        "via", "x",
    ]

    /// Words that count without being numbers.
    private static let englishMeasure = [
        "half", "quarter", "double", "triple", "twice", "dozen", "dozens", "couple", "few", "several", "many", "much",
        "more", "most",
        "less", "least", "fewer", "enough", "extra", "additional", "another", "other", "others", "remaining", "left",
        "total", "number",
        "lot", "lots", "bit", "hundred", "thousand", "million", "percent", "worth", "once", "times", "time", "zero",
        "pair", "pairs",
    ]

    /// Words that judge or compare, and so may belong to the item or to a statement about it.
    private static let englishJudgement = [
        "new", "newer", "newest", "old", "older", "good", "better", "best", "bad", "worse", "nice", "cheap", "cheaper",
        "expensive",
        "same", "similar", "different", "such", "certain", "own", "spare", "used", "unused", "broken", "lost",
        "missing", "empty", "full",
        "open", "wrong", "right", "correct", "current", "previous", "last", "latest", "first", "second", "third",
        "fourth", "fifth",
        "final", "whole", "bigger", "smaller", "larger", "longer", "shorter", "biggest", "smallest", "low", "high",
        "out-of-date", "fresh",
        "worn", "sold", "gone", "bought", "brought", "got", "gotten", "given", "gave", "took", "taken", "kept", "held",
        "stolen", "torn",
        "free", "available", "ready", "possible",
    ]

    private static let englishTime = [
        "today", "tomorrow", "yesterday", "tonight", "morning", "afternoon", "evening", "night", "noon", "day", "days",
        "week", "weeks",
        "weekend", "month", "months", "year", "years", "hour", "hours", "minute", "minutes", "monday", "tuesday",
        "wednesday",
        "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april", "june", "july", "august",
        "september",
        "october", "november", "december", "soon", "later", "ago", "before", "after", "earlier", "recent", "date",
        "daily",
    ]

    /// The verbs of requests, and others that may start a second request.
    private static let englishVerbs = [
        "add", "create", "register", "record", "enter", "log", "put", "place", "store", "keep", "move", "transfer",
        "delete", "remove",
        "erase", "drop", "throw", "discard", "set", "change", "update", "correct", "adjust", "fix", "edit", "modify",
        "rename", "call",
        "name", "mark", "flag", "label", "increase", "raise", "decrease", "reduce", "lower", "cut", "subtract",
        "deduct", "take", "use",
        "clear", "reset", "make", "give", "get", "buy", "order", "need", "want", "show", "list", "check", "tell",
        "find", "look", "see",
        "remind", "say", "says", "said", "call", "called", "named", "titled", "save", "insert", "include", "bring",
        "send", "replace",
        "swap", "switch", "merge", "split", "undo", "cancel", "stop", "forget", "ignore",
    ]

    /// Words for any item and for the collection, which are no titles.
    private static let englishThings = [
        "item", "items", "product", "products", "article", "articles", "entry", "entries", "thing", "things", "stuff",
        "inventory",
        "stock", "stockroom", "id", "list", "field", "fields", "value", "information", "info",
    ]

    /// Returns whether a word has the ending of an English adverb or participle.
    static func isInflected(_ word: String) -> Bool {
        let bytes = Array(word.utf8)
        func hasVowel(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.contains { "aeiouy".utf8.contains($0) } }
        if word.hasSuffix("ing"), bytes.count > 4 { return hasVowel(bytes.dropLast(3)) }
        if word.hasSuffix("ed"), bytes.count > 4 { return hasVowel(bytes.dropLast(2)) }
        return word.hasSuffix("ly") && bytes.count > 4
    }

    /// Texts that are in no plain Japanese value.
    static let japanese = TokenSequences([
        "今日", "本日", "昨日", "明日", "明後日", "一昨日", "今朝", "今晩", "今夜", "今回", "前回", "次回", "先日", "先週", "今週", "来週", "先月", "今月",
        "来月",
        "昨年", "今年", "来年", "去年", "毎日", "毎週", "午前", "午後", "夕方", "時間", "現在", "最近", "最新", "最初", "最後", "後日", "以前", "以降",
        "追加", "登録", "作成", "入力", "記録", "入庫", "出庫", "削除", "消去", "破棄", "廃棄", "処分", "変更", "更新", "修正", "訂正", "設定", "編集",
        "移動", "改名",
        "補充", "消費", "使用", "購入", "注文", "発注", "返却", "確認", "検索", "表示", "一覧", "予定", "必要", "不要", "不足", "中止", "取消", "注意",
        "至急", "多分",
        "全部", "全て", "全体", "全員", "両方", "半分", "残り", "合計", "予備", "余り", "余分", "新品", "新規", "中古", "故障", "破損", "紛失", "期限",
        "同じ",
        "場合", "以外", "以上", "以下", "未満", "程度", "件数", "在庫", "在庫品", "商品", "品目", "品物", "物品", "アイテム", "データ", "リスト",
        "番号", "番目", "個目", "情報", "彼女", "火曜", "水曜", "木曜", "金曜", "土曜", "日曜", "月曜", "曜日", "メモ", "ダース", "ペア", "キャンセル", "セット",
        "プラス", "マイナス", "クリア", "リセット",
    ])

    /// Words of one kanji that are no value by themselves, and that end none.
    static let japaneseEnds: WordSet = [
        "例", "約", "数", "番", "私", "僕", "彼", "誰", "何", "分", "方", "中", "上", "下", "前", "後", "内", "外", "間", "物", "品", "時",
        "月", "朝", "昼",
        "夜", "別", "他", "奥", "横", "隣", "脇",
    ]

    /// Nouns with kana in them that look like particles or endings.
    static let japaneseNouns = TokenSequences([
        "引き出し", "引出し", "物置き", "置き場", "消しゴム", "使い捨て", "詰め替え", "折り紙", "割り箸", "受け皿", "取り皿", "歯ブラシ", "ちり取り", "水切り", "お茶",
        "お菓子",
        "貼り紙", "ごみ", "ごみ袋", "せっけん", "ぞうきん", "ふきん", "りんご", "みかん", "まな板", "しおり", "つめ切り", "爪切り", "缶切り", "救急箱", "お皿", "お箸",
        "雑きん", "手ぬぐい", "すのこ", "たわし", "ほうき", "ちりとり", "うちわ", "いす", "つくえ", "かばん", "くつ", "ふうとう", "えんぴつ", "けしごむ", "ゴミ箱",
        "ごみ箱",
    ])

    /// Japanese particles and inflections of one kana.
    static let particles: WordSet = [
        "は", "が", "を", "に", "へ", "の", "と", "も", "で", "や", "か", "ね", "よ", "な", "て", "た", "だ", "ば", "ず", "さ", "わ", "ぞ",
        "っ", "く",
        "る", "う", "い", "れ", "せ",
    ]

    /// Kana between two kanji of one noun, as in 「消しゴム」.
    static let joints: WordSet = ["し", "り", "き", "み", "び", "ぎ", "け", "え", "め"]
}
