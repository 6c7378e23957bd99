public import ToolPhrases

extension GetCurrentWeather {
    /// The sentences that ask for the weather at a place.
    public var phrases: ToolPhrases { .getCurrentWeather }
}

extension ToolPhrases {
    /// The phrases of `getCurrentWeather`: the sentences that ask for the weather at a place.
    public static let getCurrentWeather = ToolPhrases(
        tool: "getCurrentWeather",
        effect: .reads,
        examples: [
            .english: "Is it hotter in New Delhi or San Francisco?",
            .japanese: "東京の天気を教えて",
        ],
        choice: [
            .english: ToolOffer("look up the weather", answer: "weather"),
            .japanese: ToolOffer("天気を調べる", answer: "天気[を|の(ほう|方)]"),
        ],
        evidence: WeatherEvidence.evidence,
        isOutward: true,
        phrases: EnglishWeather.phrases + JapaneseWeather.phrases
    )
}

private enum EnglishWeather {
    static let when = "[today|right now|at moment|at present|outside|so far]"
    static let cities = "(in|at|for|around|over|near) {city:place*}"
    static let going =
        "(i'm|i am|we're|we are|i'll be|we'll be|i will be) (going|heading|headed|flying|travelling|traveling|driving|off|"
        + "on my way|on our way)"
    static let condition =
        "(hot|warm|cold|cool|chilly|freezing|rainy|raining|sunny|windy|snowing|snowy|cloudy|humid|wet|dry|clear|foggy|nice|"
        + "overcast|stormy|muggy|icy|mild|pouring|hailing|drizzling|thundering|bright|misty)"
    static let ask = "(what is|how is|check|show|get|give|find|tell me|look up|see|fetch)"
    /// A number of days from today.
    static let ahead = "[for|over|in|during] (next|coming|following) {days:integer} days"
    static let subject =
        "[current|today's|latest|local] (weather|temperature|temperatures|temp|forecast|weather forecast|weather report|"
        + "weather conditions|weather situation|weather update|conditions|climate|humidity|wind|wind speed|air temperature)"

    static var phrases: [Phrase] {
        .english(
            "(what is|what are|how is|how are|what will|check|show|get|give|find|find out|tell me|report|what about|how about|) "
                + "[me|us] [about] \(subject) [be] [like|report|looking] \(when) \(cities) \(when)",
            "(what is|how is|check|show|get|give|tell me|) [me|us] {city:place}'s \(subject) [like] \(when)",
            "(what is|how is|check|show|get|give|tell me|) [me|us] {city:place*} \(subject) \(when)",
            "(weather|temperature|forecast|weather report|weather forecast|weather update) \(when) {city:place*} \(when)",
            "\(going) to {city:place} [\(when)] [and|so] (what is|how is|tell me|check) \(subject) [like] [over] there",
            "(weather|forecast|weather forecast|weather report) of {city:place*} \(when)",
            "[\(ask)] [me|us] [about] \(subject) \(cities) \(ahead)",
            "[\(ask)] [me|us] [about] \(subject) \(ahead) \(cities)",
            "[\(ask)] [me|us] {days:integer} (day|days) [weather] (forecast|weather|outlook) \(cities)",
            "(what is|how is) (it|weather) [going to be] [like] \(cities) \(ahead)",
            "(can|could|may|should) i (expect|see) (rain|snow|sun|sunshine|storms|clouds) \(when) \(cities) \(when)",
            "(is|are) {city:place} (getting|having|seeing) [any] (rain|snow|wind|fog|sunshine|sun) \(when)",
            "does it (rain|snow|look like rain|look sunny) \(when) \(cities) \(when)",
            "how much (rain|snow|wind) (is there|is it getting) \(when) \(cities) \(when)",
            "(what|how) about \(subject) \(cities) \(when)",
            "(how|what) (are|is) [it|things|conditions|weather conditions] (like|looking|outside) \(when) \(cities) \(when)",
            "how (hot|warm|cold|cool|chilly|humid|windy|wet|dry) (is it|it is|does it feel|does it get) \(when) \(cities) \(when)",
            "how (hot|warm|cold|cool|humid|windy) is {city:place} \(when)",
            "how many degrees (is it|are there) \(when) \(cities) \(when)",
            "what temperature is it \(when) \(cities) \(when)",
            "what is it like \(when) \(cities) \(when)",
            "(is it|it is|does it feel) [very|too|still] \(condition) \(when) \(cities) \(when)",
            "is {city:place} [very|too|still] \(condition) \(when)",
            "is there [any] (rain|snow|wind|fog|sunshine) \(when) \(cities) \(when)",
            "(will it|is it going to) (rain|snow|be \(condition)) \(when) \(cities) \(when)",
            "(do i need|i need|do we need|should i (take|bring|carry|pack)|will i need) "
                + "[any] (umbrella|coat|jacket|raincoat|sunglasses|sunscreen|scarf|gloves|hat|boots|sweater|warm clothes|rain gear) \(when) (in|for|at|to) {city:place*} \(when)",
            "what should i wear \(when) \(cities) \(when)",
            "where is it (raining|rainier|wetter|sunnier|snowing|cloudier) \(when) [in] {city:place*}",
            "is it (rainier|wetter|sunnier|cloudier) \(when) in {city:place*} [than in {city:place}]"
        )
            + comparing("hotter|warmer|hottest|warmest", by: comparison("°C", .highest, "hotter", "the hottest"))
            + comparing("colder|cooler|coldest|coolest", by: comparison("°C", .lowest, "colder", "the coldest"))
            + comparing("windier|windiest", by: comparison("km/h", .highest, "windier", "the windiest"))
            + comparing("more humid|most humid", by: comparison("%", .highest, "more humid", "the most humid"))
            + comparing("drier|less humid|driest", by: comparison("%", .lowest, "less humid", "the least humid"))
            + .english(
                "compare (weather|temperature|temperatures) (in|of|between|for) {city:place*}",
                "[what is] (temperature difference|difference in temperature|difference of temperature) between {city:place*}",
                wording: .comparison(comparison("°C", .highest, "hotter", "the hottest"))
            )
            + .asking(
                .init("For which city?", answer: "[in|for|at] {city:place*}"),
                in: .english,
                "(what is|how is|check|show|get|give|) [me|us] \(subject) [like] \(when)",
                "is it \(condition) \(when)",
                "how (hot|warm|cold|cool) is it \(when)",
                "(do i need|should i (take|bring)) umbrella \(when)",
                "(will it|is it going to) (rain|snow) \(when)"
            )
    }

    static func comparison(
        _ unit: String,
        _ pick: Comparison.Pick,
        _ comparative: String,
        _ superlative: String
    ) -> Comparison {
        Comparison(
            unit: unit,
            otherUnits: WeatherUnits.others(of: unit),
            pick: pick,
            comparative: comparative,
            superlative: superlative
        )
    }

    static func comparing(_ adjectives: String, by comparison: Comparison) -> [Phrase] {
        .english(
            "(is it|it is|where is it|which is|what is) (\(adjectives)) \(when) [in|between|city] {city:place*} \(when)",
            "which (city|one|place|of these|of them) is (\(adjectives)) \(when) [in|between] {city:place*} \(when)",
            "(between|of|among) {city:place*} which [one|city|place] is (\(adjectives)) \(when)",
            "which of {city:place*} is (\(adjectives)) \(when)",
            "(is it|it is) (\(adjectives)) \(when) in {city:place} than [it is] [in] {city:place} \(when)",
            "is {city:place} (\(adjectives)) \(when) than {city:place} \(when)",
            "{city:place} is (\(adjectives)) \(when) than {city:place} \(when)",
            "(\(adjectives)) [city] [in|between] {city:place*}",
            wording: .comparison(comparison)
        )
    }
}

private enum JapaneseWeather {
    static let when = "[今日|本日|今|いま|現在|今現在]"
    static let whenOf = "[今日の|本日の|今の|いまの|現在の|きょうの]"
    static let subject = "(天気|お天気|気温|温度|天候|空模様|湿度|風速|気象|暑さ|寒さ|風の強さ|降水量|体感温度|外の様子)[予報|情報|の様子|の状況]"
    static let which = "(どちら|どっち|どこ|どの都市|どの街|どの町)"
    static let side = "[の(ほう|方)]"
    static let days = "{days:integer}日(間|分|先まで|間分|)の"
    static let rain = "(雨|雪|あられ|みぞれ|雷|霧)"
    static let condition =
        "(\(rain)[が|は|も]([もう|まだ]降って[い]る|降って[い]ます|降る|降ります|降りそう|降った|降りました|出て[い]る|やんだ|止んだ)|(風|かぜ)[が|は]"
        + "(強い|ある|吹いて[い]る|強く吹いて[い]る)|何℃|どれくらい(暑い|寒い)|気温(は|)何度|暑く|寒く|暑そう|寒そう|晴れそう|蒸し暑く|肌寒い|ぽかぽか|暑い|あつい|寒い|さむい|暖かい|あたたかい|涼しい|すずしい|蒸し暑い|晴れ[て[い]る|て[い]ます]|晴天|"
        + "雨[が降って[い]る|が降って[い]ます|が降る|が降ります|降って[い]る|降る|降りそう]|雪[が降って[い]る|が降る]|"
        + "曇り|くもり|曇って[い]る|風が強い|何度|どんな天気|どう)"

    static var phrases: [Phrase] {
        .japanese(
            "\(whenOf){city:place*}の\(whenOf)\(subject)(|は|を|って|について|が)\(when)"
                + "(|どう[なって[い]る|なって[い]ます|だ]|どんな感じ|いかが|何度|教えて|おしえて|見せて|みせて|調べて|確認[して]|"
                + "チェック[して]|知りたい|わかる|わかります)",
            "{city:place*}\(when)\(subject)[は|を|教えて]",
            "{city:place*}の[これから|今後|向こう|この先]\(days)\(subject)(|は|を|って|が)(|どう|教えて|見せて|調べて|知りたい)",
            "[これから|今後|向こう|この先]\(days){city:place*}の\(subject)(|は|を|って|が)(|どう|教えて|見せて|調べて|知りたい)",
            "{city:place*}(に|へ)(行く|行きます|出かける|向かう|いる)(けど|から|ので|が|んだけど|のですが)[、]\(subject)(は|を|)(|どう|教えて)",
            "\(subject)[は|を]{city:place*}",
            "\(when)[の|は]{city:place*}(は|って|では)\(when)[の気温は|気温は|とても|まだ]\(condition)",
            "{city:place*}(で|では|は|に行くのに)\(when)傘(は|が|を|って|)(いる|いります|要る|要ります|必要|持って[い]った方がいい|持っていくべき)",
            "\(when)[の|は]{city:place*}[に|で][は]雨(は|が)(降る|降ります|降って[い]る|降って[い]ます)",
            "{city:place*}の\(when)服装(は|を)[何がいい|どうすればいい|教えて]",
            "{city:place*}\(which)\(side)が\(when)(雨|晴れ[て[い]る]|雪|曇り)"
        )
            + comparing(
                "暑い|あつい|熱い|暖かい|あたたかい|温かい|気温が高い|暑く|暖かく",
                by: comparison("°C", .highest, "暑い", "いちばん暑い")
            )
            + comparing(
                "寒い|さむい|涼しい|すずしい|気温が低い|寒く|涼しく",
                by: comparison("°C", .lowest, "寒い", "いちばん寒い")
            )
            + comparing("風が強い|風が強く", by: comparison("km/h", .highest, "風が強い", "いちばん風が強い"))
            + comparing(
                "湿度が高い|じめじめしている|蒸し暑い",
                by: comparison("%", .highest, "湿度が高い", "いちばん湿度が高い")
            )
            + .japanese(
                "{city:place*}の(気温|天気|温度)を(比べて|くらべて|比較[して])",
                "{city:place*}の(気温|温度)(の差|差|の違い)[は|を]",
                wording: .comparison(comparison("°C", .highest, "暑い", "いちばん暑い"))
            )
            + .asking(
                .init("どの都市ですか？", answer: "{city:place*}[の天気|の]"),
                in: .japanese,
                "\(whenOf)\(subject)(|は|を|って|について)\(when)(|どう|教えて|見せて|調べて|知りたい)",
                "\(when)[は](暑い|寒い|雨|晴れ|傘(は|が)(いる|必要))"
            )
    }

    static func comparison(
        _ unit: String,
        _ pick: Comparison.Pick,
        _ comparative: String,
        _ superlative: String
    ) -> Comparison {
        Comparison(
            unit: unit,
            otherUnits: WeatherUnits.others(of: unit),
            pick: pick,
            comparative: comparative,
            superlative: superlative
        )
    }

    static func comparing(_ adjectives: String, by comparison: Comparison) -> [Phrase] {
        .japanese(
            "\(when)[の|は]{city:place*}[の|で|では|とでは|なら|だと|って|のうち|の中で]\(when)[は]\(which)\(side)が\(when)"
                + "[一番|いちばん|最も|より|もっと](\(adjectives))",
            "\(when)[は]\(which)\(side)が[一番|いちばん|最も|より|もっと](\(adjectives)){city:place*}",
            "{city:place}\(side)(は|が)\(when){city:place}より[も](\(adjectives))",
            "{city:place}より[も]{city:place}\(side)(は|が)\(when)(\(adjectives))",
            wording: .comparison(comparison)
        )
    }
}
