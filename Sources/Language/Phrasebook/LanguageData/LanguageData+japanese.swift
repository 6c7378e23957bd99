extension LanguageData {
    /// Endings with which a person asks somebody to do something, most of them after 「て」.
    private static let japaneseFavors: [String] = {
        let receiving = ["いただけ", "頂け", "もらえ", "貰え", "いただき", "頂き", "もらい"]
        let givings = ["くれ", "ください", "下さい"]
        let questions = [
            "ますか", "ませんか", "ますでしょうか", "ませんでしょうか", "ないでしょうか", "ないですか", "ないか", "ないかな", "るか", "るかな", "るでしょうか",
            "ますかね", "ませんかね", "ないかしら", "ますよね",
        ]
        let thanks = [
            "助かる", "助かります", "嬉しい", "嬉しいです", "うれしい", "うれしいです", "幸い", "幸いです", "ありがたい", "ありがたいです", "有り難いです", "いいな",
            "いいのですが", "いいんですが",
        ]
        let permissions = ["いい", "いいですか", "いいでしょうか", "よろしいですか", "よろしいでしょうか", "よい", "よいですか", "よいでしょうか", "構いませんか"]
        let abilities = ["いただける", "頂ける", "もらえる", "貰える", "くれる", "くださる", "下さる"]
        let conditions = [
            "いただけたら", "頂けたら", "もらえたら", "貰えたら", "くれたら", "くださったら", "いただければ", "頂ければ", "もらえれば", "くれれば",
        ]
        let turns = ["いただいて", "頂いて", "もらって", "貰って", "お願いして"]
        let pleas = ["お願いでき", "お願い出来", "おねがいでき", "お願いいたし", "お願い致し"]
        let wishes = ["たい", "たいです", "たいのですが", "たいんですが", "たいんだけど", "たいと思います"]
        let groups: [(stems: [String], endings: [String])] = [
            (receiving + givings, questions),
            (abilities, [""] + thanks.map { "と" + $0 }),
            (conditions, thanks),
            (turns, permissions + permissions.map { "も" + $0 }),
            (pleas, questions + ["ます", "る"]),
            (["いただき", "頂き", "もらい", "貰い"], wishes),
            (["ください", "下さい"], ["", "ませ", "な", "ますようお願いします", "ますようお願いいたします"]),
        ]
        let others = ["いただけます", "頂けます", "もらえます", "くれます", "いただけません", "もらえない", "くれない"]
        return others + groups.flatMap { group in group.stems.flatMap { stem in group.endings.map { stem + $0 } } }
    }()

    static let japanese = LanguageData(
        fillers: TokenSequences(
            japaneseFavors + PhraseTexts.phrasebook["LanguageData.japanese"].words("fillers")
        ),
        favors: TokenSequences(japaneseFavors),
        articles: [],
        closings: TokenSequences([]),
        negations: TokenSequences(words: "LanguageData.japanese", "negations"),
        reframings: TokenSequences(words: "LanguageData.japanese", "reframings"),
        askingWords: TokenSequences([]),
        persons: [],
        hollowTexts: TokenSequences(words: "LanguageData.japanese", "hollowTexts"),
        happenings: TokenSequences(words: "LanguageData.japanese", "happenings"),
        conjunctions: TokenSequences(words: "LanguageData.japanese", "conjunctions"),
        clauseEndings: ["て"],
        separators: TokenSequences(["と", "か", "や", "それとも", "または", "もしくは", "あるいは", "および", "及び", "対"]),
        particles: ["は", "が", "を", "の", "に", "で", "と", "も", "へ", "や", "か"],
        placeStops: TokenSequences(words: "LanguageData.japanese", "placeStops"),
        days: japaneseDays,
        spans: japaneseSpans,
        comingDays: japaneseComingDays,
        ranges: japaneseRanges,
        references: japaneseReferences,
        months: [:],
        weekdays: ["月": 0, "火": 1, "水": 2, "木": 3, "金": 4, "土": 5, "日": 6],
        numberWords: [:],
        followUps: [
            "[では|じゃあ|じゃ|それでは|それなら|次は]{value:text}(は|では|なら|だと|も|についても|についてはどう|はどう|はいかが)[どう|どうなの]"
        ],
        picks: ["{n:integer}[番[目]|つ目][の(ほう|方)][で|を]"],
        smallTalk: SmallTalk.all(in: "LanguageData.japanese.smallTalk"),
        personal: TokenSequences(words: "LanguageData.japanese", "personal"),
        publicWords: TokenSequences(words: "LanguageData.japanese", "publicWords"),
        replies: .japanese,
        endsWithVerb: true
    )
}

extension Replies {
    static let japanese = Replies(
        greeting: "こんにちは。言語モデルを使わず、決まった言い回しにお答えします。",
        thanks: "どういたしまして。",
        farewell: "また話しかけてください。",
        praise: "お役に立ててよかったです。",
        undo: "変更を自動で元に戻すことはできません。「在庫3の数量を20にして」のように、元の値をもう一度指定してください。削除したものは追加し直してください。",
        time: { "\($0.japaneseDay)\($0.clock)です（\($0.zone)）。" },
        day: { "今日は\($0.japaneseDay)です（\($0.zone)）。" },
        closed: { tools in
            "申し訳ありませんが、このアプリでは\(tools.joined(separator: "、"))を使えません。"
                + "サーバーの管理者がスコープ\(tools.map { "tools:\($0)" }.joined(separator: "、"))を許可すると使えます。"
        },
        abilities: "次のように話しかけてください。",
        cannot: "申し訳ありませんが、理解できませんでした。言語モデルを使わずにお答えしています。次のように話しかけてください。",
        noTools: "使えるツールがないため、調べたり操作したりできることがありません。",
        whichPage: "どのページですか？アドレスを教えてください。",
        refrained: "わかりました。何も行っていません。",
        choose: "どちらですか？",
        offer: { "\($0). \($1)" },
        notUnderstood: { "「\($0)」は理解できませんでした。" },
        nothingDone: { "「\($0)」を理解できなかったため、何も行っていません。" },
        tooManyCalls: { "一度に実行できるのは\($0)件までです。" },
        missingOutput: { "\($0)からは回答がありませんでした。" },
        example: { "・「\($0)」" },
        comparison: JapaneseComparison()
    )
}
