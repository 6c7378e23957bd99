import CalendarDays
public import ToolPhrases

extension FetchHealthData {
    /// The sentences that ask for measurements of a person's phone.
    public var phrases: ToolPhrases { .fetchHealthData }
}

extension ToolPhrases {
    /// The phrases of `fetchHealthData`: the sentences that ask for measurements of a person's phone.
    public static let fetchHealthData = ToolPhrases(
        tool: "fetchHealthData",
        effect: .reads,
        examples: [
            .english: "How many steps did I take today?",
            .japanese: "今週の健康データを教えて",
        ],
        choice: [
            .english: ToolOffer("look at the health data", answer: "[the] health [data]"),
            .japanese: ToolOffer("健康データを見る", answer: "健康[データ][を|の(ほう|方)]"),
        ],
        evidence: HealthEvidence.evidence,
        phrases: EnglishHealth.phrases + JapaneseHealth.phrases
    )
}

/// `HealthInquiry` interprets the values of the slots.
private enum EnglishHealth {
    static let get =
        "(show|give|get|tell|fetch|check|read|see|list|look up|what is|what are|how is|how are|what about|)"
    static let when =
        "[today|right now|so far|now|today so far|so far today|lately|recently|last night|this week|at moment]"
    static let data =
        "(health data|health|health summary|health report|health stats|health statistics|health metrics|vitals|fitness data|activity data)"
    static let week = "{type=weekly|this week|past week|last 7 days|week}"
    static let metric =
        "{type=steps|step count|heart rate|pulse|resting heart rate|heart rate variability|hrv|sleep|sleep duration|weight|body weight|"
        + "blood pressure|blood glucose|blood sugar|glucose|blood oxygen|oxygen saturation|active energy|calories burned|"
        + "calories|exercise minutes|exercise time|flights climbed|floors|walking distance|running distance|cycling distance|"
        + "body fat|body mass index|bmi|body temperature|respiratory rate|vo2 max|cardio fitness|stand hours|water|caffeine|"
        + "protein|carbs|mindful minutes|time in daylight}"

    static var phrases: [Phrase] {
        .english(
            "\(get) [me|us] [all] [of] [my] \(data) [for|of|from] {type=today}",
            "\(get) [me|us] [all] [of] [my] today's \(data)",
            "\(get) [me|us] [my] [latest|current] \(data)",
            "\(get) [me|us] [all] [of] [my] \(data) [for|of|from|over|during|in] \(week)",
            "\(get) [me|us] [my] \(week) \(data)",
            "(summarize|summarise|sum up) [my] \(data) [for|of|from] [\(week)]",
            "(how healthy|how fit|how active) (was|am|have) i [been] \(week)",
            "(how healthy|how fit|how active) (was|am|have) i [been] {type=today}",
            "\(get) [me|us] my [current|latest|last|average] \(metric) [data|numbers|values|readings|reading|history|trend] \(when)",
            "(show|give|get|tell|fetch|check|read|see|look up) [me|us] \(metric) [data|numbers|values|readings|history|trend] \(when)",
            "my \(metric) [data|numbers|readings] \(when)",
            "how many {type=steps|flights of stairs|floors|calories|exercise minutes|stand hours|mindful minutes} "
                + "(did|have|do) (i|we) [take|taken|walk|walked|climb|climbed|burn|burned|burnt|do|done|make|made|had|have|get|got|so far] [so far] \(when)",
            "how (did|have|do) i [been] {type=sleep} [well] \(when)",
            "how (much|long|many hours) (did|have|do) i {type=sleep|slept} \(when)",
            "how (many hours|much) [of] {type=sleep} (did|have|do) i (get|have|got) \(when)",
            "(did|have) i {type=sleep} [well|enough] \(when)",
            "how much do i {type=weigh} \(when)",
            "how far (did|have) i {type=walk|walked|run|cycle} \(when)",
            "how much {type=water|protein|caffeine|exercise} (did|have) i [drink|drunk|eat|eaten|have|had|get|got|do|done] \(when)",
            "(did|have) i [taken|take|walk|walked] [enough] {type=steps} \(when)"
        )
    }
}

private enum JapaneseHealth {
    static let ask =
        "(|は|を|が|って|について)(|教えて|見せて|表示[して]|調べて|確認[して]|知りたい|いくつ|いくら|どのくらい|どれくらい|どう[だった]|どんな感じ|"
        + "何歩|何時間|何キロ|まとめて)"
    static let data = "(健康データ|健康状態|健康情報|健康|ヘルスデータ|ヘルスケア[の]データ|ヘルスケア|体調データ|からだのデータ|体のデータ)[の(まとめ|レポート|要約|状況|記録)|レポート|記録]"
    static let when = "[今日の|本日の|きょうの|今の|現在の|最近の|今週の|私の|わたしの|自分の|僕の]"
    static let week = "{type=今週|この1週間|この一週間|ここ1週間|1週間|一週間}"
    static let metric =
        "{type=歩数|心拍数|心拍|脈拍数|脈拍|安静時心拍数|安静時の心拍数|心拍変動|睡眠時間|睡眠|体重|血圧|血糖値|血糖|血中酸素濃度|血中酸素|消費カロリー|"
        + "消費エネルギー|摂取カロリー|カロリー|運動時間|エクササイズ時間|上った階数|登った階数|階数|歩行距離|走行距離|移動距離|歩いた距離|走った距離|体脂肪率|"
        + "体脂肪|bmi|体温|呼吸数|心肺機能|水分摂取量|身長}"

    static var phrases: [Phrase] {
        .japanese(
            "{type=今日|本日|きょう}[の|は][私の]\(data)\(ask)",
            "[最新の|現在の|私の|今の]\(data)\(ask)",
            "\(week)[の|は|分の|間の][私の]\(data)\(ask)",
            "\(data)[の|を|は]\(week)[分]\(ask)",
            "\(when)\(when)\(metric)[の(データ|記録|推移|平均|変化)]\(ask)",
            "(今日|本日|きょう|今)は\(metric)\(ask)",
            "(今日|きょう|昨夜|昨晩|ゆうべ)[は|の][私の]\(metric)\(ask)",
            "(今日|きょう|本日|)[は](何|なん){type=歩}(歩いた|歩きました|あるいた|歩いて[い]る)",
            "[私は|今日|今]{type=体重}(は|が)(何キロ|何kg|いくつ)"
        )
    }
}
