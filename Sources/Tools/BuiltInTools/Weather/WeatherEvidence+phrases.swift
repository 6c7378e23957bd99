import ToolPhrases

/// Words and values that indicate a question about the weather.
enum WeatherEvidence {
    static let evidence = ToolEvidence(
        words: [
            .english: [
                "weather", "forecast", "temperature", "temperatures", "humidity", "humid", "rain", "raining", "rainy",
                "snow",
                "snowing", "snowy", "umbrella", "sunny", "sunshine", "cloudy", "windy", "wind", "storm", "stormy",
                "fog",
                "foggy", "degrees", "hot", "cold", "warm", "cool", "freezing", "chilly", "hotter", "warmer", "colder",
                "cooler", "windier", "coat", "jacket", "rain coat", "dry", "wet", "outside temperature", "climate",
                "hottest",
                "coldest", "warmest",
            ],
            .japanese: [
                "天気", "てんき", "天気予報", "予報", "気温", "温度", "湿度", "雨", "雪", "傘", "晴れ", "曇り", "くもり", "暑い", "寒い", "暖かい", "涼しい",
                "暑く", "寒く", "風速", "風", "台風", "降水", "降って", "降る", "降ります", "降ってる", "降りそう", "週間天気", "空模様", "上着", "コート",
                "あたたかい",
                "蒸し暑い", "雷", "霧", "晴れる", "晴れます", "降りますか", "風が強い", "強い",
            ],
        ],
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
                    .english: comparison(.lowest, "colder", "the coldest"),
                    .japanese: comparison(.lowest, "寒い", "いちばん寒い"),
                ]
            ),
            .init(
                [
                    "compare", "warmer", "hotter", "warmest", "hottest", "difference", "比べて", "比較", "暖かい", "暑い", "くらべて",
                    "違い",
                    "あたたかい", "than",
                ],
                [
                    .english: comparison(.highest, "warmer", "the warmest"),
                    .japanese: comparison(.highest, "暖かい", "いちばん暖かい"),
                ]
            ),
        ]
    )

    private static func comparison(
        _ pick: Comparison.Pick,
        _ comparative: String,
        _ superlative: String
    ) -> Comparison {
        Comparison(
            unit: "°C",
            otherUnits: WeatherUnits.others(of: "°C"),
            pick: pick,
            comparative: comparative,
            superlative: superlative
        )
    }
}
