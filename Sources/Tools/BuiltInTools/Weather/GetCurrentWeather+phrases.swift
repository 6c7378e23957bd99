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
    static let texts = PhraseTexts.builtInTools["weather.english"]

    static var phrases: [Phrase] {
        .english(texts("phrases"))
            + comparing("hotter|warmer|hottest|warmest", by: .weather("°C", .highest, "hotter", "the hottest"))
            + comparing("colder|cooler|coldest|coolest", by: .weather("°C", .lowest, "colder", "the coldest"))
            + comparing("windier|windiest", by: .weather("km/h", .highest, "windier", "the windiest"))
            + comparing("more humid|most humid", by: .weather("%", .highest, "more humid", "the most humid"))
            + comparing("drier|less humid|driest", by: .weather("%", .lowest, "less humid", "the least humid"))
            + .english(
                texts("differences"),
                wording: .comparison(.weather("°C", .highest, "hotter", "the hottest"))
            )
            + .asking(
                .init("For which city?", answer: "[in|for|at] {city:place*}"),
                in: .english,
                texts("lacking")
            )
    }

    static func comparing(_ adjectives: String, by comparison: Comparison) -> [Phrase] {
        .english(texts("comparing", ["adjectives": adjectives]), wording: .comparison(comparison))
    }
}

private enum JapaneseWeather {
    static let texts = PhraseTexts.builtInTools["weather.japanese"]

    static var phrases: [Phrase] {
        .japanese(texts("phrases"))
            + comparing(
                "暑い|あつい|熱い|暖かい|あたたかい|温かい|気温が高い|暑く|暖かく",
                by: .weather("°C", .highest, "暑い", "いちばん暑い")
            )
            + comparing(
                "寒い|さむい|涼しい|すずしい|気温が低い|寒く|涼しく",
                by: .weather("°C", .lowest, "寒い", "いちばん寒い")
            )
            + comparing("風が強い|風が強く", by: .weather("km/h", .highest, "風が強い", "いちばん風が強い"))
            + comparing(
                "湿度が高い|じめじめしている|蒸し暑い",
                by: .weather("%", .highest, "湿度が高い", "いちばん湿度が高い")
            )
            + .japanese(
                texts("differences"),
                wording: .comparison(.weather("°C", .highest, "暑い", "いちばん暑い"))
            )
            + .asking(
                .init("どの都市ですか？", answer: "{city:place*}[の天気|の]"),
                in: .japanese,
                texts("lacking")
            )
    }

    static func comparing(_ adjectives: String, by comparison: Comparison) -> [Phrase] {
        .japanese(texts("comparing", ["adjectives": adjectives]), wording: .comparison(comparison))
    }
}

extension Comparison {
    /// Makes a comparison of the weather at several places.
    static func weather(_ unit: String, _ pick: Pick, _ comparative: String, _ superlative: String) -> Comparison {
        Comparison(
            unit: unit,
            otherUnits: WeatherUnits.others(of: unit),
            pick: pick,
            comparative: comparative,
            superlative: superlative
        )
    }
}
