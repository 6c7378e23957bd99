import Testing

@testable import Phrasebook

@Suite struct JapaneseTableTests {
    @Test(arguments: [
        ("東京の天気を教えて", "東京"),
        ("東京の天気は？", "東京"),
        ("東京の今日の天気を教えてください", "東京"),
        ("今日の大阪の天気はどうですか？", "大阪"),
        ("すみません、札幌の気温を教えていただけますか", "札幌"),
        ("ニューヨークは今何度ですか", "ニューヨーク"),
        ("那覇は暑い？", "那覇"),
        ("ロンドンは雨ですか？", "ロンドン"),
        ("京都で傘は必要ですか", "京都"),
        ("さいたまの天気", "さいたま"),
        ("サン・フランシスコの天気を見せて", "サン・フランシスコ"),
        ("ﾄｳｷｮｳの天気は?", "トウキョウ"),
        ("Parisの天気を教えて", "Paris"),
        ("東京 の 天気", "東京"),
        ("三重の天気はどう？", "三重"),
        ("トウキョウの天気は？", "トウキョウ"),
        ("ｷｮｳﾄの天気は？", "キョウト"),
        ("アスペンの天気は？", "アスペン"),
        ("Ｐａｒｉｓの天気は？", "Paris"),
        ("札幌の気温を教えてもらえますか", "札幌"),
        ("札幌の気温を教えてくれますか？", "札幌"),
        ("札幌の気温を教えてくださいませんか", "札幌"),
        ("札幌の気温を教えて頂けますでしょうか", "札幌"),
        ("札幌の気温を教えていただけないでしょうか。", "札幌"),
        ("札幌の気温を教えていただいてもよろしいでしょうか", "札幌"),
        ("札幌の気温を教えてもらってもいいですか", "札幌"),
        ("札幌の気温を教えていただけると助かります", "札幌"),
        ("札幌の天気をお願いできますか", "札幌"),
        ("札幌の天気をお願いできませんでしょうか", "札幌"),
    ])
    func weather(message: String, city: String) throws {
        #expect(try PhraseReading.calls(for: message) == [#"getCurrentWeather {"city":"\#(city)"}"#])
    }

    @Test(
        "Asking for a favor is no question of yes or no",
        arguments: [
            ("札幌の気温を教えていただけますか", RequestedAnswer.anything), ("札幌の気温を教えてもらえますか？", .anything),
            ("在庫を見せてくれますか", .anything), ("在庫の一覧をお願いできますか", .anything),
            ("在庫を見せてもらってもいいですか", .anything), ("鉛筆がいくつあるか教えていただけますか", .number),
            ("鉛筆はありますか", .judgement), ("札幌は雨ですか", .judgement), ("在庫は足りていますか？", .judgement),
        ]
    )
    func favors(message: String, asked: RequestedAnswer) {
        #expect(RequestedAnswer(Utterance(message).tokens[...]) == asked)
    }

    @Test(arguments: [
        ("ニューデリーとサンフランシスコではどちらが暑いですか？", ["ニューデリー", "サンフランシスコ"]),
        ("ニューデリーとサンフランシスコ、どっちが暑い？", ["ニューデリー", "サンフランシスコ"]),
        ("東京は大阪より寒い？", ["東京", "大阪"]),
        ("東京より札幌のほうが涼しいですか", ["東京", "札幌"]),
        ("東京と大阪と福岡の天気を教えて", ["東京", "大阪", "福岡"]),
        ("東京、大阪、名古屋のどこが一番暑い？", ["東京", "大阪", "名古屋"]),
        ("今日は東京と大阪どちらが暖かいでしょうか", ["東京", "大阪"]),
        ("東京と大阪の気温を比べて", ["東京", "大阪"]),
    ])
    func severalCities(message: String, cities: [String]) throws {
        #expect(try PhraseReading.calls(for: message) == cities.map { #"getCurrentWeather {"city":"\#($0)"}"# })
    }

    @Test(arguments: [
        ("「https://example.test/a」のページを読んで", #"readWebPage {"url":"https://example.test/a"}"#),
        ("お茶の歴史を検索して", #"searchWeb {"query":"お茶の歴史"}"#),
        ("Swiftの並行処理について調べてください", #"searchWeb {"query":"Swiftの並行処理"}"#),
        ("東京の天気を検索して", #"searchWeb {"query":"東京の天気"}"#),
        ("量子コンピュータとは", #"searchWeb {"query":"量子コンピュータ"}"#),
        ("夏目漱石って誰ですか？", #"searchWeb {"query":"夏目漱石"}"#),
        ("ネットで「猫カフェ」を検索して", #"searchWeb {"query":"猫カフェ"}"#),
        ("京都の観光地をネットで3件検索して", #"searchWeb {"query":"京都の観光地","maxResults":3}"#),
    ])
    func search(message: String, call: String) throws {
        #expect(try PhraseReading.calls(for: message) == [call])
    }

    @Test(arguments: [
        ("在庫を見せて", "{}"),
        ("在庫の一覧を表示してください", "{}"),
        ("すべての在庫を見せてください", "{}"),
        ("在庫は何がありますか", "{}"),
        ("昨日更新された在庫を見せて", #"{"updatedAfter":"2026-11-20","updatedBefore":"2026-11-20"}"#),
        ("一昨日更新した在庫は？", #"{"updatedAfter":"2026-11-19","updatedBefore":"2026-11-19"}"#),
        ("今週更新された在庫の一覧を見せて", #"{"updatedAfter":"2026-11-16","updatedBefore":"2026-11-22"}"#),
        ("先週変更された在庫を教えてください", #"{"updatedAfter":"2026-11-09","updatedBefore":"2026-11-15"}"#),
        ("今月更新された在庫", #"{"updatedAfter":"2026-11-01","updatedBefore":"2026-11-30"}"#),
        ("先月更新された在庫を表示", #"{"updatedAfter":"2026-10-01","updatedBefore":"2026-10-31"}"#),
        ("11月20日に更新された在庫を見せて", #"{"updatedAfter":"2026-11-20","updatedBefore":"2026-11-20"}"#),
        ("11/1以降に更新された在庫を見せて", #"{"updatedAfter":"2026-11-01"}"#),
        ("２０２６年１１月３日から１１月１０日までに更新された在庫を見せて", #"{"updatedAfter":"2026-11-03","updatedBefore":"2026-11-10"}"#),
        ("2026-11-10以前に更新された在庫はありますか？", #"{"updatedBefore":"2026-11-10"}"#),
        ("3日前から更新された在庫を見せて", #"{"updatedAfter":"2026-11-18"}"#),
        ("在庫の中で昨日更新されたものを教えて", #"{"updatedAfter":"2026-11-20","updatedBefore":"2026-11-20"}"#),
        ("先週から今日までに更新された在庫を見せて", #"{"updatedAfter":"2026-11-09","updatedBefore":"2026-11-21"}"#),
        ("11月1日から11月15日に更新された在庫は？", #"{"updatedAfter":"2026-11-01","updatedBefore":"2026-11-15"}"#),
        ("在庫の状況を確認したい", "{}"),
        ("ホッチキスは在庫にありますか", #"{"title":"ホッチキス"}"#),
        ("A4用紙の在庫を見せて", #"{"title":"A4用紙"}"#),
        ("「B5ノート」の在庫はある？", #"{"title":"B5ノート"}"#),
        ("在庫から鉛筆を探して", #"{"title":"鉛筆"}"#),
        ("鉛筆が残っているか教えてもらえますか", #"{"title":"鉛筆"}"#),
        ("在庫を見せていただけたら嬉しいです", "{}"),
        ("昨日更新された用紙の在庫を見せて", #"{"updatedAfter":"2026-11-20","updatedBefore":"2026-11-20","title":"用紙"}"#),
    ])
    func inventoryList(message: String, arguments: String) throws {
        #expect(try PhraseReading.calls(for: message) == ["getInventoryList \(arguments)"])
    }

    @Test(arguments: [
        ("在庫3の詳細を見せて", #"getInventory {"id":3}"#),
        ("ID 3の在庫を見せて", #"getInventory {"id":3}"#),
        ("3番の在庫を教えて", #"getInventory {"id":3}"#),
        ("在庫ID：12について教えて", #"getInventory {"id":12}"#),
        ("A4用紙を10箱、在庫に追加して", #"createInventory {"title":"A4用紙","quantity":10,"unit":"箱"}"#),
        ("「A4用紙」を登録して", #"createInventory {"title":"A4用紙"}"#),
        ("在庫に「A4用紙」を追加してください", #"createInventory {"title":"A4用紙"}"#),
        ("在庫に鉛筆を十二本追加して", #"createInventory {"title":"鉛筆","quantity":12,"unit":"本"}"#),
        ("『7つの習慣』を在庫に登録して", #"createInventory {"title":"7つの習慣"}"#),
        ("５個のりんごを在庫に追加", #"createInventory {"title":"りんご","quantity":5,"unit":"個"}"#),
        ("「在庫3を削除して」を在庫に追加して", #"createInventory {"title":"在庫3を削除して"}"#),
        ("鉛筆を在庫に5本追加して", #"createInventory {"title":"鉛筆","quantity":5,"unit":"本"}"#),
        ("在庫にコピー用紙20箱を追加して", #"createInventory {"title":"コピー用紙","quantity":20,"unit":"箱"}"#),
        (
            "ID 3の在庫の数量を20に、保管場所を倉庫Bに変えて",
            #"updateInventory {"id":3,"place":"倉庫B","quantity":20}"#
        ),
        ("IDが7の在庫を削除してほしい", #"deleteInventory {"id":7}"#),
        ("ID 3の在庫のタイトルを「B5用紙」に変えて", #"updateInventory {"id":3,"title":"B5用紙"}"#),
        ("在庫3の数量を20にして", #"updateInventory {"id":3,"quantity":20}"#),
        ("在庫3の数量を20箱に変更してください", #"updateInventory {"id":3,"unit":"箱","quantity":20}"#),
        ("ID3の保管場所を倉庫Bに変更して", #"updateInventory {"id":3,"place":"倉庫B"}"#),
        ("在庫3を20個にして", #"updateInventory {"id":3,"unit":"個","quantity":20}"#),
        ("5番の在庫の状態を破損に更新して", #"updateInventory {"id":5,"state":"破損"}"#),
        ("在庫3を削除して", #"deleteInventory {"id":3}"#),
        ("ID 3を消してください", #"deleteInventory {"id":3}"#),
        ("在庫から3番を削除してもらえますか", #"deleteInventory {"id":3}"#),
        ("在庫３を削除してくれませんか", #"deleteInventory {"id":3}"#),
        ("ＩＤ　３の在庫を見せていただけますか", #"getInventory {"id":3}"#),
        ("在庫3を削除して頂けないでしょうか", #"deleteInventory {"id":3}"#),
        ("在庫3の数量を２０にしていただけますか", #"updateInventory {"id":3,"quantity":20}"#),
    ])
    func oneItem(message: String, call: String) throws {
        #expect(try PhraseReading.calls(for: message) == [call])
    }

    @Test(arguments: [
        ("東京の天気を教えて。在庫を見せて。", [#"getCurrentWeather {"city":"東京"}"#, "getInventoryList {}"]),
        ("東京の天気を教えていただけますか。", [#"getCurrentWeather {"city":"東京"}"#]),
        ("東京の天気を教えてください在庫も見せて", [#"getCurrentWeather {"city":"東京"}"#, "getInventoryList {}"]),
        ("東京の天気を教えていただけますか、在庫も見せてもらえますか", [#"getCurrentWeather {"city":"東京"}"#, "getInventoryList {}"]),
        ("東京の天気を教えて、在庫も見せて", [#"getCurrentWeather {"city":"東京"}"#, "getInventoryList {}"]),
        (
            "東京の天気と大阪の気温を教えて",
            [#"getCurrentWeather {"city":"東京"}"#, #"getCurrentWeather {"city":"大阪"}"#]
        ),
        ("東京の天気と在庫を教えて", [#"getCurrentWeather {"city":"東京"}"#, "getInventoryList {}"]),
        ("在庫3と4を削除して", [#"deleteInventory {"id":3}"#, #"deleteInventory {"id":4}"#]),
        ("東京の天気は？大阪は？", [#"getCurrentWeather {"city":"東京"}"#, #"getCurrentWeather {"city":"大阪"}"#]),
    ])
    func severalRequests(message: String, calls: [String]) throws {
        #expect(try PhraseReading.calls(for: message) == calls)
    }

    @Test(arguments: [
        "全部削除して", "在庫を全部削除して", "すべての在庫を消して", "在庫3を削除しないで", "在庫3を削除しないでください",
        "在庫3は消さないで", "まだ在庫3を削除して", "在庫3を削除して。いや、やめて。", "歌を歌って",
        "予定を3件追加して", "冗談を言って", "在庫のタイトルを「B5」に変えて", "数量を20にして", "鈴木さんに電話して", "ペンを削除して", "在庫を増やして",
        "3", "。。。",
    ])
    func noCall(message: String) throws {
        #expect(try PhraseReading.certainCalls(for: message) == [])
    }
}
