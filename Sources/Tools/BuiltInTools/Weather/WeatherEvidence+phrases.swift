import ToolPhrases

/// Words and values that indicate a question about the weather.
enum WeatherEvidence {
    private static let texts = PhraseTexts.builtInTools["weather.evidence"]

    static let evidence = ToolEvidence(
        words: [.english: texts.words("english"), .japanese: texts.words("japanese")],
        slots: [
            .init("days", .daysAhead(limit: 7)),
            .init("city", .place, question: [.english: "For which city?", .japanese: "どの都市ですか？"]),
        ],
        judgement: .signs([
            .init(
                ["snow", "snowing", "snowy", "雪"],
                texts: ["snow", "雪"]
            ),
            .init(["sunny", "sunshine", "晴れ", "晴れる", "晴れます"], texts: ["clear", "sunny", "晴", "快晴"]),
            .init(["hot", "warm", "暑い", "暖かい", "暑く", "あたたかい", "蒸し暑い"], degrees: 25...60),
            .init(
                ["cold", "freezing", "chilly", "cool", "coat", "jacket", "寒い", "涼しい", "寒く", "上着", "コート"],
                degrees: -90...12
            ),
            .init(
                ["rain", "raining", "rainy", "umbrella", "wet", "雨", "傘", "降って", "降る", "降ります", "降ってる"],
                texts: ["rain", "drizzle", "shower", "thunder", "雨", "雷", "にわか"]
            ),
        ]),
        comparisons: [
            .init(
                ["colder", "cooler", "coldest", "寒い", "涼しい"],
                [
                    .english: .weather("°C", .lowest, "colder", "the coldest"),
                    .japanese: .weather("°C", .lowest, "寒い", "いちばん寒い"),
                ]
            ),
            .init(
                texts.words("warmer"),
                [
                    .english: .weather("°C", .highest, "warmer", "the warmest"),
                    .japanese: .weather("°C", .highest, "暖かい", "いちばん暖かい"),
                ]
            ),
        ]
    )
}
