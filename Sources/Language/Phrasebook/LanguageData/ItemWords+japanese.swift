extension ItemWords {
    /// A verb with the stems of its forms.
    private struct Verb {
        /// The stem before 「て」 or 「で」, and the one before 「ます」.
        var te: String
        var masu: String
        var dictionary: String
        var isVoiced = false

        init(_ te: String, _ masu: String, _ dictionary: String, isVoiced: Bool = false) {
            (self.te, self.masu, self.dictionary, self.isVoiced) = (te, masu, dictionary, isVoiced)
        }
    }

    private static func forms(verbs: [Verb] = [], nouns: [String] = []) -> VerbForms.Texts {
        let after = ["", "おいて", "おく", "しまって", "ほしい", "欲しい", "もらう"]
        var requests: [String] = []
        var pasts: [String] = []
        var names: [String] = []
        for verb in verbs {
            let (te, oku, shimau, ta) = verb.isVoiced ? ("で", "どいて", "じゃって", "だ") : ("て", "といて", "ちゃって", "た")
            requests += after.map { verb.te + te + $0 } + [oku, shimau].map { verb.te + $0 }
            requests += ["たい", "たいです", "なさい", "ましょう"].map { verb.masu + $0 }
            pasts += [verb.te + ta, verb.masu + "ました"]
            pasts += verb.isVoiced ? [verb.te + "じゃった"] : [verb.te + "ちゃった", verb.te + "ちゃいました"]
            names.append(verb.dictionary)
        }
        for noun in nouns {
            requests +=
                after.map { noun + "して" + $0 } + ["しといて", "しちゃって", "したい", "したいです", "しなさい", "しましょう"].map { noun + $0 }
            requests += ["を", "で", ""].flatMap { particle in
                ["お願い", "お願いします", "おねがい", "よろしく", "お願いいたします", "願います"].map { noun + particle + $0 }
            }
            requests += [noun + "をして", noun + "しておいて"]
            pasts += ["した", "しました", "しちゃった", "された", "されました", "済み"].map { noun + $0 }
            names += [noun, noun + "する", noun + "を", noun + "で"]
        }
        return VerbForms.Texts(requests: requests, pasts: pasts, names: names)
    }

    /// The forms of the words for each act.
    static let japaneseForms = VerbForms([
        (
            .create,
            forms(
                verbs: [
                    Verb("入れ", "入れ", "入れる"), Verb("加え", "加え", "加える"), Verb("作っ", "作り", "作る"), Verb("載せ", "載せ", "載せる"),
                    Verb("書き込ん", "書き込み", "書き込む", isVoiced: true), Verb("付け加え", "付け加え", "付け加える"), Verb("買っ", "買い", "買う"),
                    Verb("買ってき", "買ってき", "買ってくる"), Verb("届い", "届き", "届く"), Verb("もらっ", "もらい", "もらう"),
                    Verb("仕入れ", "仕入れ", "仕入れる"), Verb("いれ", "いれ", "いれる"), Verb("受け取っ", "受け取り", "受け取る"),
                ],
                nouns: [
                    "追加", "登録", "新規登録", "作成", "入庫", "記録", "入力", "計上", "新規追加", "新規作成", "在庫登録", "在庫追加", "入荷", "納品", "購入",
                    "調達", "とうろく", "ついか",
                ]
            )
        ),
        (
            .delete,
            forms(
                verbs: [
                    Verb("消し", "消し", "消す"), Verb("捨て", "捨て", "捨てる"), Verb("外し", "外し", "外す"),
                    Verb("取り除い", "取り除き", "取り除く"),
                    Verb("除い", "除き", "除く"), Verb("けし", "けし", "けす"),
                ],
                nouns: ["削除", "消去", "破棄", "廃棄", "除去", "処分", "抹消", "除外"]
            )
        ),
        (
            .set,
            forms(
                verbs: [
                    Verb("変え", "変え", "変える"), Verb("直し", "直し", "直す"), Verb("書き換え", "書き換え", "書き換える"),
                    Verb("かえ", "かえ", "かえる"),
                    Verb("し", "し", "する"), Verb("改め", "改め", "改める"), Verb("つけ", "つけ", "つける"), Verb("付け", "付け", "付ける"),
                    Verb("書い", "書き", "書く"), Verb("残し", "残し", "残す"), Verb("書き足し", "書き足し", "書き足す"),
                ],
                nouns: ["変更", "更新", "修正", "設定", "訂正", "セット", "編集", "記入", "メモ"]
            )
        ),
        (
            .increase,
            forms(
                verbs: [Verb("増やし", "増やし", "増やす"), Verb("足し", "足し", "足す"), Verb("ふやし", "ふやし", "ふやす")],
                nouns: ["補充", "増量", "加算"]
            )
        ),
        (
            .decrease,
            forms(
                verbs: [
                    Verb("減らし", "減らし", "減らす"), Verb("引い", "引き", "引く"), Verb("取り出し", "取り出し", "取り出す"),
                    Verb("使っ", "使い", "使う"),
                    Verb("売れ", "売れ", "売れる"), Verb("持ち出し", "持ち出し", "持ち出す"), Verb("飲ん", "飲み", "飲む", isVoiced: true),
                    Verb("食べ", "食べ", "食べる"), Verb("へらし", "へらし", "へらす"), Verb("なくし", "なくし", "なくす"),
                    Verb("渡し", "渡し", "渡す"),
                    Verb("差し引い", "差し引き", "差し引く"), Verb("配っ", "配り", "配る"), Verb("貸し出し", "貸し出し", "貸し出す"),
                    Verb("出し", "出し", "出す"), Verb("あげ", "あげ", "あげる"), Verb("売っ", "売り", "売る"),
                ],
                nouns: ["出庫", "消費", "使用", "減算", "出荷", "販売", "紛失"]
            )
        ),
        (
            .move,
            forms(
                verbs: [
                    Verb("移し", "移し", "移す"), Verb("動かし", "動かし", "動かす"), Verb("運ん", "運び", "運ぶ", isVoiced: true),
                    Verb("しまっ", "しまい", "しまう"),
                    Verb("置い", "置き", "置く"), Verb("片付け", "片付け", "片付ける"), Verb("戻し", "戻し", "戻す"), Verb("移っ", "移り", "移る"),
                ],
                nouns: ["移動", "保管", "移設", "移管", "収納"]
            )
        ),
        (.rename, forms(nouns: ["改名", "リネーム"])),
        (
            .clear,
            forms(
                verbs: [Verb("空にし", "空にし", "空にする"), Verb("空欄にし", "空欄にし", "空欄にする"), Verb("なしにし", "なしにし", "なしにする")],
                nouns: ["クリア", "リセット"]
            )
        ),
    ])

    static let japanese = ItemWords(
        acts: [],
        stock: TokenSequences([
            "在庫", "在庫品", "在庫リスト", "在庫一覧", "在庫データ", "在庫表", "リスト", "台帳", "在庫管理", "在庫の中", "在庫台帳", "データベース", "一覧", "データ",
            "登録",
        ]),
        things: TokenSequences(["在庫", "在庫品", "商品", "アイテム", "品目", "品物", "物品", "備品", "もの", "やつ", "物", "ほう", "方", "分"]),
        units: TokenSequences([
            "個", "コ", "こ", "ヶ", "ケ", "箱", "枚", "本", "冊", "台", "袋", "缶", "セット", "パック", "ケース", "足", "着", "匹", "束", "巻",
            "丁", "通", "つ",
            "組", "点", "式", "脚", "張", "錠", "株", "輪", "挺", "基", "面", "膳", "帖", "双", "ロール", "ボトル", "ダース", "玉", "杯", "瓶",
            "樽", "kg",
            "キログラム", "キロ", "g", "グラム", "ml", "ミリリットル", "l", "リットル", "m", "メートル", "cm", "センチ", "俵", "斤", "包", "件", "シート",
            "カートン",
            "ヤード", "筒", "食", "棹", "リーム", "ペア", "バッグ", "カップ", "ポット", "巻き", "粒", "房", "尾", "機", "部", "客", "皿", "切れ", "びん",
            "はこ", "ほん", "まい", "ふくろ", "名",
        ]),
        states: TokenSequences([
            "故障中", "故障", "破損", "修理中", "要修理", "使用中", "未使用", "使用済み", "貸出中", "貸し出し中", "返却済み", "新品", "中古", "良好", "点検中",
            "予約済み", "紛失", "欠品", "廃棄予定", "準備中", "完了", "開封済み", "未開封", "修理済み", "期限切れ", "開封済", "品切れ", "不良", "正常", "貸出し中",
            "交換済み", "新しい", "使用不可",
        ]),
        negations: TokenSequences(["ない", "ません", "なく", "ずに", "やめ", "不要", "なかった", "いらない"]),
        reasons: TokenSequences(["から", "ので", "ため", "んで", "もので", "ため、", "からね", "んだけど", "んですが", "けど", "んだけれど", "し"])
    )
}
